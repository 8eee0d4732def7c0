#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "banker/scale/scale_rule.hpp"

namespace banker {

// A scale rule of the user's own, for banker-omd: sigma_t as a function of t, the backlog and what was told before. One
// object serves one agent, on one thread at a time. A rule that keeps something must save() and load() it: snapshots,
// copies and what is taken back after an error are made with these two.
class OwnRule {
 public:
  virtual ~OwnRule() = default;
  OwnRule() = default;
  OwnRule(const OwnRule&) = delete;
  OwnRule& operator=(const OwnRule&) = delete;

  // sigma_t, for the same state and backlog always the same. If it is no scale (is_scale()), or this throws, nothing is
  // asked.
  virtual double propose(Backlog backlog) const = 0;
  // sigma_t was played. Must not throw.
  virtual void accept(Backlog, double /*scale*/) {}
  // The loss of a round as the agent sees it, in [0, 1]; returns the one to learn from, in [0, 1] too, or nothing:
  // skipped, counted as estimate 0. May throw: the round is then open as before. What the rule has changed in itself by
  // then, and where it returns no such loss, is not taken back.
  virtual std::optional<double> tell(std::uint64_t /*round*/, double /*scale*/, double loss) { return loss; }
  // The outcome of a round never comes, or the round was given up as too old. Must not throw.
  virtual void drop(std::uint64_t /*round*/) {}

  // What the rule keeps, as bytes; and that in a new rule. False: these are not such bytes.
  virtual std::string save() const { return {}; }
  virtual bool load(std::string_view bytes) { return bytes.empty(); }
};

// Makes a rule without a history. Where agents are made on several threads, as in the lab, it is copied, called and
// destroyed on all of them.
using OwnRuleFactory = std::function<std::unique_ptr<OwnRule>()>;
// The rules that specs can name: {"rule": "own", "name": "my-rule"}.
using OwnScales = std::map<std::string, OwnRuleFactory, std::less<>>;

// A rule of the user's own by its name. It runs after fresh(); before, and without a factory, it is only a description.
class OwnScale {
 public:
  struct Stamp {
    std::uint64_t round = 0;
    double scale = 0;  // for accept(); not in snapshots
  };
  static constexpr bool kMayFail = true;  // see FallibleRule

  explicit OwnScale(std::string name, OwnRuleFactory make = {})
      : name_(std::move(name)), make_(std::move(make)) {}
  // A new rule with the state of the other one.
  OwnScale(const OwnScale& other);
  OwnScale& operator=(const OwnScale& other) { return *this = OwnScale(other); }
  OwnScale(OwnScale&&) = default;
  OwnScale& operator=(OwnScale&&) = default;

  bool has_factory() const { return static_cast<bool>(make_); }
  bool runs() const { return rule_ != nullptr; }
  // The same rule without a history; it runs, unless the factory makes none.
  OwnScale fresh() const;

  const std::string& name() const { return name_; }
  Proposal<Stamp> propose(Backlog backlog) const {
    const double scale = rule_->propose(backlog);
    return {scale, {backlog.round, scale}};
  }
  void accept(Backlog backlog, Stamp stamp) { rule_->accept(backlog, stamp.scale); }
  // Throws std::domain_error if the rule wants to learn from a loss outside [0, 1].
  std::optional<double> tell(Stamp stamp, double scale, double loss);
  void drop(Stamp stamp) { rule_->drop(stamp.round); }
  static bool rests() { return false; }

  void save(ByteWriter& out) const { out.text(rule_->save()); }
  void load(ByteReader& in);
  static void save_stamp(Stamp stamp, ByteWriter& out) { out.integer(stamp.round); }
  static Stamp load_stamp(ByteReader& in) { return {in.integer(), 0}; }
  static bool plausible(std::uint64_t rounds, std::span<const Stamp> open);

 private:
  std::string name_;
  OwnRuleFactory make_;
  std::unique_ptr<OwnRule> rule_;
};

static_assert(FallibleRule<OwnScale>);

}  // namespace banker
