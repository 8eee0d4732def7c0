// Snapshots: an agent continues bit by bit, and anything but a snapshot of it is refused.

#include "agent/snapshot.hpp"

#include <rapidcheck.h>

#include "agent/player.hpp"
#include "banker/core/bytes.hpp"
#include "support/banking_cases.hpp"
#include "support/effort.hpp"

namespace banker::testing::snapshot_test {
namespace {

// A few rounds settled, a few open.
std::unique_ptr<Agent> lived(const Case& c, int steps = 9) {
  auto agent = make(c.spec);
  Random random(31);
  Player play(*agent, c.takes_delay);
  play.steps(random, steps);
  return agent;
}

class Snapshots : public ::testing::TestWithParam<Case> {
 protected:
  // load() and load_agent() refuse the bytes, and load() changes nothing.
  static void expect_refused(Agent& agent, std::string_view bytes, std::string_view word) {
    const std::string before = agent.save();
    const auto error = agent.load(bytes);
    ASSERT_TRUE(error) << "loaded";
    EXPECT_EQ(error->code, ErrorCode::kBadSnapshot);
    EXPECT_NE(error->message.find(word), std::string::npos) << error->message;
    ASSERT_TRUE(agent.save() == before) << "a refused snapshot changed the agent";
  }
};
INSTANTIATE_TEST_SUITE_P(Catalog, Snapshots, ::testing::ValuesIn(catalog_cases(true)), case_name);
INSTANTIATE_TEST_SUITE_P(Banking, Snapshots, ::testing::ValuesIn(banking_cases()), case_name);

// The agents that learn the size of losses as they go.
class ScaleFreeSnapshots : public ::testing::TestWithParam<Case> {};
std::vector<Case> scale_free_cases() {
  std::vector<Case> cases = catalog_cases(false);
  cases.insert(cases.end(), banking_cases().begin(), banking_cases().end());
  std::erase_if(cases, [](const Case& c) { return has_range(*make(c.spec)); });
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Catalog, ScaleFreeSnapshots, ::testing::ValuesIn(scale_free_cases()), case_name);

// Plays random scripts, and at a random point of each goes on with copies made from a snapshot.
void expect_copies_continue(const Case& c, Losses losses) {
  const auto bits = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>());
  EXPECT_TRUE(rc::check([&] {
    const auto script = *rc::gen::container<std::vector<std::uint64_t>>(bits);
    const auto stop = *rc::gen::inRange<std::size_t>(0, script.size() + 1);
    const auto agent = make(c.spec);
    Player play(*agent, c.takes_delay, {}, losses);
    for (std::size_t i = 0; i < stop; ++i) play.step(script[i]);

    const std::string snapshot = agent->save();
    const auto loaded = load_agent(snapshot).value();
    const auto refilled = make(c.spec);
    Player other(*refilled, c.takes_delay, {}, losses);
    for (std::size_t i = 0; i < stop / 2; ++i) other.step(~script[i]);  // a life to be forgotten
    RC_ASSERT(!refilled->load(snapshot));
    RC_ASSERT(loaded->save() == snapshot);
    RC_ASSERT(refilled->save() == snapshot);

    Player play_loaded(*loaded, c.takes_delay, play.open(), losses);
    Player play_refilled(*refilled, c.takes_delay, play.open(), losses);
    for (std::size_t i = stop; i < script.size(); ++i) {
      const std::string answer = play.step(script[i]);
      RC_ASSERT(play_loaded.step(script[i]) == answer);
      RC_ASSERT(play_refilled.step(script[i]) == answer);
      RC_ASSERT(loaded->probabilities() == agent->probabilities());
      RC_ASSERT(loaded->point() == agent->point());
      RC_ASSERT(loaded->certificate() == agent->certificate());
    }
    RC_ASSERT(loaded->save() == agent->save());
    RC_ASSERT(refilled->save() == agent->save());
  }));
}

TEST_P(Snapshots, AtAnyPointOfAnyScriptContinueBitByBit) {
  expect_copies_continue(GetParam(), Losses::kUsual);
}

TEST_P(Snapshots, KeepTheStatementsAndActionsOfOpenRounds) {
  const auto agent = lived(GetParam(), 60);
  const auto loaded = load_agent(agent->save()).value();
  for (std::uint64_t t = 1; t <= agent->rounds(); ++t) {
    const auto played = agent->action(RoundId{t}), kept = loaded->action(RoundId{t});
    ASSERT_EQ(static_cast<bool>(kept), static_cast<bool>(played));
    if (played) {
      EXPECT_EQ(*kept, *played);
    }
    const auto expected = agent->statement(RoundId{t}), actual = loaded->statement(RoundId{t});
    ASSERT_EQ(static_cast<bool>(actual), static_cast<bool>(expected));
    if (!expected) continue;
    EXPECT_EQ(actual->scale, expected->scale);
    EXPECT_EQ(actual->borrowed, expected->borrowed);
    EXPECT_EQ(actual->from_pool, expected->from_pool);
    EXPECT_EQ(actual->payments, expected->payments);
  }
}

TEST_P(ScaleFreeSnapshots, ContinueBitByBitWhenEveryLossIsOfAnotherSize) {
  expect_copies_continue(GetParam(), Losses::kOfEverySize);
}

TEST_P(ScaleFreeSnapshots, ContinueBitByBitWhenLossesGrowTo1e140) {
  expect_copies_continue(GetParam(), Losses::kGrowing);
}

// After every event, however long the history: no sum is compared with one that is 10^140 times smaller.
TEST_P(ScaleFreeSnapshots, CanBeLoadedAfterEveryEventOfALongHistoryOfJumps) {
  for (const Losses losses : {Losses::kOfEverySize, Losses::kGrowing}) {
    for (int seed = 0; seed < effort(40, 4); ++seed) {
      const auto agent = make(GetParam().spec), copy = make(GetParam().spec);
      Player play(*agent, true, {}, losses);
      Random random(static_cast<std::uint64_t>(seed));
      for (int i = 0; i < 150; ++i) {
        play.step(random());
        const auto error = copy->load(agent->save());
        ASSERT_FALSE(error) << "seed " << seed << ", event " << i << ": " << error->message;
      }
    }
  }
}

// Rounds A to E are played with three sizes of losses; those of the largest are closed first, so that the
// running sum of the open rounds has seen terms 10^140 times as large as what is left of it.
TEST_P(ScaleFreeSnapshots, CanBeLoadedWhenOnlyRoundsFromBeforeAJumpAreOpen) {
  const auto agent = make(GetParam().spec);
  const auto ask = [&] { return agent->ask().value().round; };
  const auto tell = [&](RoundId round, double loss) { (void)agent->tell(round, loss).value(); };
  ask();  // A, left open
  const RoundId b = ask();
  tell(b, 1e70);
  const RoundId c = ask(), d = ask();
  tell(d, 1e140);
  const RoundId e = ask();
  tell(e, 0);
  tell(c, 0);
  const auto loaded = load_agent(agent->save());
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ((*loaded)->save(), agent->save());
  EXPECT_EQ((*loaded)->probabilities(), agent->probabilities());
}

TEST_P(Snapshots, OfAnotherAgentAreRefused) {
  const auto agent = lived(GetParam());
  for (const Case& other : catalog_cases(true)) {
    if (other.name == GetParam().name) continue;
    expect_refused(*agent, lived(other)->save(), "this agent is");
  }
}

TEST_P(Snapshots, OfAnotherSpecAreRefused) {
  const auto agent = lived(GetParam());
  std::vector<std::pair<const char*, Json>> others{{"seed", 8}};
  if (is_linear(*agent)) {
    others.insert(others.end(), {{"loss_range", {0, 1}}, {"horizon", 9}, {"horizon", 10}});
    others.emplace_back("sampler", agent->spec().find("eigen") == std::string::npos ? "eigen" : "cholesky");
  } else {
    others.insert(others.end(), {{"arms", 5}, {"arms", Json::array({"a", "b", "c", "d"})}});
  }
  for (const auto& [key, value] : others) {
    Json spec = Json::parse(GetParam().spec);
    spec[key] = value;
    expect_refused(*agent, make_from(spec)->save(), "this agent is");
  }
}

TEST_P(Snapshots, OfAnotherFormatVersionAreRefused) {
  const auto agent = lived(GetParam());
  std::string bytes = agent->save();
  const std::size_t version = bytes.find('\n') + 1;
  ASSERT_EQ(static_cast<std::uint64_t>(bytes[version]), kSnapshotVersion);
  bytes[version] = static_cast<char>(kSnapshotVersion + 1);
  expect_refused(*agent, bytes, "version " + std::to_string(kSnapshotVersion + 1));
  const auto loaded = load_agent(bytes);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kBadSnapshot);
  EXPECT_NE(loaded.error().message.find("version"), std::string::npos) << loaded.error().message;
}

TEST_P(Snapshots, OfOtherPartsAreRefused) {
  const auto agent = lived(GetParam());
  const std::string bytes = agent->save();
  const Snapshot good = read_snapshot(bytes).value();
  ASSERT_EQ(write_snapshot(good), bytes);
  for (const std::string& parts :
       {std::string(), std::string("other parts"), std::string(good.parts) + " x"}) {
    const std::string other = write_snapshot({good.spec, parts, good.state});
    expect_refused(*agent, other, "parts");
    EXPECT_FALSE(load_agent(other));
  }
}

TEST_P(Snapshots, OfAnAgentThatDoesNotExistAreRefused) {
  const std::string bytes = lived(GetParam())->save();
  const Snapshot good = read_snapshot(bytes).value();
  for (const char* spec : {"", "{}", "nonsense", R"({"agent":"no-such-agent","arms":4})"}) {
    const auto loaded = load_agent(write_snapshot({spec, good.parts, good.state}));
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::kBadSnapshot) << loaded.error().message;
  }
}

TEST_P(Snapshots, TruncatedAtAnyLengthAreRefused) {
  const auto agent = lived(GetParam());
  const std::string bytes = agent->save();
  for (std::size_t length = 0; length < bytes.size(); length += effort(1, 1, 13)) {
    const std::string_view part = std::string_view(bytes).substr(0, length);
    expect_refused(*agent, part, "snapshot");
    ASSERT_FALSE(load_agent(part)) << length;
  }
  expect_refused(*agent, bytes + '\0', "snapshot");
}

TEST_P(Snapshots, WithTheStateTruncatedAtAnyLengthAndAGoodChecksumAreRefused) {
  const auto agent = lived(GetParam());
  const std::string bytes = agent->save();
  const Snapshot good = read_snapshot(bytes).value();
  for (std::size_t length = 0; length < good.state.size(); length += effort(1, 1, 13)) {
    expect_refused(*agent, write_snapshot({good.spec, good.parts, good.state.substr(0, length)}), "damaged");
  }
  expect_refused(*agent, write_snapshot({good.spec, good.parts, std::string(good.state) + '\0'}), "damaged");
}

TEST_P(Snapshots, WithAnySingleBitFlippedAreRefused) {
  const auto agent = lived(GetParam());
  std::string bytes = agent->save();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += effort(1, 7, 67)) {
    const char mask = static_cast<char>(1 << bit % 8);
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
    expect_refused(*agent, bytes, "snapshot");
    ASSERT_FALSE(load_agent(bytes)) << bit;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
  }
  EXPECT_FALSE(agent->load(bytes));
}

}  // namespace
}  // namespace banker::testing::snapshot_test
