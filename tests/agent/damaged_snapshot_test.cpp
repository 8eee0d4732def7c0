// Snapshots whose content is wrong although the checksum is right: refused, or an agent that works.

#include <bit>
#include <cmath>

#include "agent/player.hpp"
#include "agent/snapshot.hpp"
#include "support/banking_cases.hpp"
#include "support/effort.hpp"

namespace banker::testing::damaged_snapshot_test {
namespace {

constexpr std::size_t kWord = 8;  // every number of a snapshot takes eight bytes

std::string with_word(std::string_view state, std::size_t word, std::uint64_t value) {
  std::string out(state);
  for (std::size_t i = 0; i < kWord; ++i) out[kWord * word + i] = static_cast<char>(value >> 8 * i);
  return out;
}

// Values a careless reader trips over, as integers and as doubles.
std::vector<std::uint64_t> nasty_words() {
  std::vector<std::uint64_t> words{0,          1,          2,          7,     1000,     1ull << 31,
                                   1ull << 32, 1ull << 53, 1ull << 63, ~0ull, ~0ull - 1};
  for (const double v : {-0.0, 1.0, -1.0, 0.5, 1e-320, 1e-300, 1e-150, 1e150, 1e300, -1e300, 1.7e308,
                         -1.7e308, double{NAN}, double{INFINITY}, -double{INFINITY}}) {
    words.push_back(std::bit_cast<std::uint64_t>(v));
  }
  return words;
}

class DamagedSnapshots : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto agent = make(GetParam().spec);
    Random random(41);
    Player play(*agent, GetParam().takes_delay);
    play.steps(random, 15);
    if (play.open().empty()) play.ask();
    if (GetParam().takes_delay) {  // rounds that share a row, one of them waiting to be mixed
      for (int i = 0; i < 3; ++i) play.ask();
      (void)agent->tell(play.last().round, loss_for(*agent, 0.5)).value();
    }
    bytes_ = agent->save();
    good_ = read_snapshot(bytes_).value();
  }

  // The only reasons not to decide: an open round where none may be, and the end of all rounds.
  static void expect_cannot_ask(const Agent& agent, const Error& error) {
    const bool no_rounds_left = error.code == ErrorCode::kBadValue && agent.rounds() == kMaxRound;
    ASSERT_TRUE(no_rounds_left || error.code == ErrorCode::kRoundOpen) << error.message;
  }
  // A decision of numbers that are numbers, and an action inside the body but for rounding.
  void expect_decision(const Agent& agent, const Decision& decision) const {
    ASSERT_TRUE(decision.probability > 0 && decision.probability <= 1) << decision.probability;
    ASSERT_LT(decision.arm, std::max<std::size_t>(agent.arms(), 1));
    if (!is_linear(agent)) return;
    ASSERT_LE(outside(spec_, agent.action(decision.round).value()), 1e-9);
  }
  // What was loaded decides at once, with all its rounds open, by numbers that are numbers; its own snapshot
  // is good.
  void ask_with_rounds_open(Agent& agent) const {
    const auto decision = agent.ask();
    if (decision) {
      expect_decision(agent, *decision);
      if (agent.total_invested()) {
        const double scale = agent.statement(decision->round).value().scale;
        ASSERT_TRUE(scale >= 0 && std::isfinite(scale)) << scale;
        ASSERT_TRUE(scale > 0 || rests_at_first(agent));
      }
    } else {
      expect_cannot_ask(agent, decision.error());
    }
    for (std::uint64_t t = 1; t <= 20; ++t) {  // of the rounds that were open
      const auto action = agent.action(RoundId{t});
      if (!action) continue;
      for (const double v : *action) ASSERT_TRUE(std::isfinite(v)) << "round " << t << " plays " << v;
    }
    const auto again = load_agent(agent.save());
    ASSERT_TRUE(again) << again.error().message;
  }
  // Refused without a change, or decisions follow that are decisions.
  void expect_refused_or_working(const std::string& state) const {
    const auto agent = make(GetParam().spec);
    const std::string before = agent->save();
    if (const auto error = agent->load(write_snapshot({good_.spec, good_.parts, state}))) {
      ASSERT_EQ(error->code, ErrorCode::kBadSnapshot);
      ASSERT_TRUE(agent->save() == before);
      return;
    }
    ask_with_rounds_open(*agent);
    if (HasFatalFailure()) return;
    const std::uint64_t rounds = agent->rounds();
    for (std::uint64_t t = 1; t <= 12 && t <= rounds; ++t)
      (void)agent->tell(RoundId{t}, loss_for(*agent, 0.625));
    for (std::uint64_t t = 13; t <= 20 && t <= rounds; ++t) (void)agent->drop(RoundId{t});
    (void)agent->certificate();
    for (int i = 0; i < 8; ++i) {
      const auto decision = agent->ask();
      if (!decision) {
        expect_cannot_ask(*agent, decision.error());
        return;
      }
      ASSERT_EQ(number(decision->round), rounds + 1 + static_cast<std::uint64_t>(i));
      expect_decision(*agent, *decision);
      if (HasFatalFailure()) return;
      ASSERT_TRUE(agent->tell(decision->round, loss_for(*agent, 0.375)));
    }
  }

  Json spec_ = Json::parse(GetParam().spec);
  std::string bytes_;
  Snapshot good_;
};
INSTANTIATE_TEST_SUITE_P(Catalog, DamagedSnapshots, ::testing::ValuesIn(catalog_cases(true)), case_name);
INSTANTIATE_TEST_SUITE_P(Banking, DamagedSnapshots, ::testing::ValuesIn(banking_cases()), case_name);

TEST_P(DamagedSnapshots, WithAnyWordReplacedByANastyOneNeverCrash) {
  ASSERT_EQ(good_.state.size() % kWord, 0u);
  for (std::size_t word = 0; word < good_.state.size() / kWord; word += effort(1, 7, 29)) {
    for (const std::uint64_t value : nasty_words()) {
      expect_refused_or_working(with_word(good_.state, word, value));
      if (HasFatalFailure()) FAIL() << "word " << word << " is " << std::hex << value;
    }
  }
}

TEST_P(DamagedSnapshots, WithRandomBytesFlippedNeverCrash) {
  Random random(42);
  for (int i = 0; i < effort(3000, 100, 30); ++i) {
    std::string state(good_.state);
    for (std::uint64_t left = 1 + random() % 4; left > 0; --left) {
      char& byte = state[random() % state.size()];
      byte = static_cast<char>(random() % 2 ? byte ^ (1 << random() % 8) : random());
    }
    expect_refused_or_working(state);
    if (HasFatalFailure()) FAIL() << "mutation " << i;
  }
}

TEST_P(DamagedSnapshots, OfAnotherLengthNeverCrash) {
  Random random(43);
  for (int i = 0; i < effort(1000, 70, 20); ++i) {
    std::string state(good_.state);
    const std::size_t from = kWord * (random() % (state.size() / kWord));
    const std::size_t words = 1 + random() % 6;
    if (random() % 2) state.erase(from, kWord * words);
    else state.insert(from, state.substr(state.size() / 2, kWord * words));
    expect_refused_or_working(state);
    if (HasFatalFailure()) FAIL() << "mutation " << i;
  }
}

TEST_P(DamagedSnapshots, WithADamagedSpecNeverCrash) {
  Random random(44);
  for (int i = 0; i < effort(2000, 100, 30); ++i) {
    std::string spec(good_.spec);
    spec[random() % spec.size()] = static_cast<char>(random() % 2 ? '0' + random() % 10 : random());
    const auto loaded = load_agent(write_snapshot({spec, good_.parts, good_.state}));
    ASSERT_TRUE(loaded || loaded.error().code == ErrorCode::kBadSnapshot) << loaded.error().message;
  }
}

}  // namespace
}  // namespace banker::testing::damaged_snapshot_test
