#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "agent/json_library.hpp"
#include "banker/agent/catalog.hpp"
#include "support/reference.hpp"
#include "support/script.hpp"

namespace banker::testing {

// An agent with all its parameters: as the spec of the library, as the setup of the reference, and the losses
// it is told.
struct Settings {
  std::string agent = "banker-tinf";
  std::string spending = "oldest-first";
  std::string regularizer = "tsallis-half";   // or a number, the a of {"tsallis":a}
  std::optional<double> constant_scale = {};  // otherwise delay-adaptive
  double factor = 1;
  double low = 0, high = 1;
  double initial_loss_size = 1;
  double loss_unit = 1;
  std::optional<std::uint64_t> horizon = {};
  std::uint64_t seed = 1;

  bool is(const char* name) const { return agent == name; }
  bool has_regularizer() const { return is("omd") || is("banker-omd"); }
  bool has_range() const { return has_regularizer() || is("banker-tinf"); }

  std::string spec(std::size_t arms) const;
  std::unique_ptr<Agent> make(std::size_t arms) const { return *make_agent(spec(arms)); }
  reference::Psi psi() const;
  reference::Setup setup(std::size_t arms) const;
  // The loss this event tells.
  double loss(const Event& e) const;
};

inline std::string Settings::spec(std::size_t arms) const {
  nlohmann::json json{{"agent", agent}, {"arms", arms}, {"seed", seed}};
  if (!is("omd")) json["spending"] = spending;
  if (has_regularizer()) {
    const bool named = std::isalpha(static_cast<unsigned char>(regularizer[0])) != 0;
    json["regularizer"] = regularizer;
    if (!named) json["regularizer"] = {{"tsallis", std::stod(regularizer)}};
    json["scale"] = {{"rule", "delay-adaptive"}, {"factor", factor}};
    if (constant_scale) json["scale"] = {{"rule", "constant"}, {"value", *constant_scale}};
  }
  if (is("banker-tinf")) json["scale_factor"] = factor;
  if (has_range()) json["loss_range"] = {low, high};
  else json["initial_loss_size"] = initial_loss_size;
  if (horizon && (is("banker-omd") || is("banker-sflbinf"))) json["horizon"] = *horizon;
  return json.dump();
}

inline reference::Psi Settings::psi() const {
  using Kind = reference::Psi::Kind;
  if (is("banker-sflbinf")) return {Kind::kLogBarrier};
  if (!has_regularizer() || regularizer == "tsallis-half") return {Kind::kTsallis, 0.5L};
  if (regularizer == "negentropy") return {Kind::kNegativeEntropy};
  if (regularizer == "log-barrier") return {Kind::kLogBarrier};
  return {Kind::kTsallis, std::stod(regularizer)};
}

inline reference::Setup Settings::setup(std::size_t arms) const {
  using reference::Algorithm, reference::Order;
  reference::Setup setup;
  setup.algorithm = is("omd")              ? Algorithm::kOmd
                    : is("banker-sftinf")  ? Algorithm::kBankerSftinf
                    : is("banker-sflbinf") ? Algorithm::kBankerSflbinf
                                           : Algorithm::kBankerOmd;
  setup.arms = arms;
  setup.psi = psi();
  setup.order = spending == "oldest-first"   ? Order::kOldestFirst
                : spending == "newest-first" ? Order::kNewestFirst
                                             : Order::kProportional;
  if (has_regularizer() && constant_scale) setup.constant_scale = *constant_scale;
  setup.factor = factor;
  setup.initial_loss_size = initial_loss_size;
  if (horizon) setup.horizon = static_cast<Real>(*horizon);
  setup.low = low;
  setup.high = high;
  return setup;
}

inline double Settings::loss(const Event& e) const {
  const double share = std::abs(e.loss) / 16.0;
  if (has_range()) return share * high + (1 - share) * low;
  const double size = share * loss_unit * std::pow(10.0, e.jump);
  return is("banker-sflbinf") && e.loss < 0 ? -size : size;
}

inline Settings random_settings(Random& random, std::string agent, std::string spending) {
  Settings s;
  s.agent = std::move(agent);
  s.spending = std::move(spending);
  s.regularizer =
      one_of<std::string>(random, {"tsallis-half", "tsallis-half", "negentropy", "negentropy", "log-barrier",
                                   "log-barrier", "0.5", "0.1", "0.3", "0.8", "0.95"});
  if (between(random, 0, 1) == 0) s.constant_scale = one_of<double>(random, {0.7, 1, 3.3, 20, 1e3});
  s.factor = one_of<double>(random, {0.5, 0.71, 1, 2.5, 40});
  const auto [low, high] = one_of<std::pair<double, double>>(random, {{0, 1}, {-1, 1}, {2, 5}, {-0.3, 0.1}});
  s.low = low;
  s.high = high;
  s.initial_loss_size = one_of<double>(random, {1e-3, 0.1, 1, 7, 1e4});
  s.loss_unit = one_of<double>(random, {1e-3, 0.1, 1, 30, 1e6});
  if (between(random, 0, 1) == 0) s.horizon = one_of<std::uint64_t>(random, {2, 3, 100, 10000});
  s.seed = static_cast<std::uint64_t>(between(random, 0, 1 << 30));
  return s;
}

// An agent and what happens to it.
struct Trial {
  Settings settings;
  Script script;
};

inline std::ostream& operator<<(std::ostream& out, const Trial& c) {
  return out << c.settings.spec(c.script.arms) << " losses in " << c.settings.loss_unit << ", " << c.script;
}

inline rc::Gen<Trial> trials(const std::string& agent, const std::string& spending) {
  return random_value(
      [=](Random& random, int size) {
        Settings settings = random_settings(random, agent, spending);
        return Trial{std::move(settings), random_script(random, size)};
      },
      [](const Trial& c) {
        return rc::seq::map(shrink(c.script), [settings = c.settings](Script script) {
          return Trial{settings, std::move(script)};
        });
      });
}

struct Kind {
  std::string agent;
  std::string spending;
};

// These agents, or every agent with a bank, with every rule of spending.
inline std::vector<Kind> bank_agents(const std::vector<std::string>& agents = {
                                         "banker-omd", "banker-tinf", "banker-sftinf", "banker-sflbinf"}) {
  std::vector<Kind> kinds;
  for (const std::string& agent : agents) {
    for (const char* spending : {"oldest-first", "newest-first", "proportional"})
      kinds.push_back({agent, spending});
  }
  return kinds;
}

inline std::ostream& operator<<(std::ostream& out, const Kind& kind) {
  return out << kind.agent << ' ' << kind.spending;
}

// The name of a test of this kind.
inline std::string test_name(const ::testing::TestParamInfo<Kind>& info) {
  std::string name = info.param.agent + (info.param.agent == "omd" ? "" : "_spending_" + info.param.spending);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

}  // namespace banker::testing
