// Scale rules of the user's own: as good as the built-in ones, and harmless when they fail.

#include "banker/scale/own.hpp"

#include <rapidcheck.h>

#include <limits>
#include <set>

#include "agent/own_rules.hpp"
#include "agent/player.hpp"
#include "banker/banker.hpp"

namespace banker::testing::own_scale_test {
namespace {

const OwnScales kOwn{{"my-adaptive", [] { return std::make_unique<OwnDelayAdaptive>(0.7); }},
                     {"my-constant", [] { return std::make_unique<OwnConstant>(8); }}};

Json own_spec(const std::string& name) { return {{"rule", "own"}, {"name", name}}; }

// The two must do the same.
struct Pair {
  std::string name;
  Json built_in, own;  // the scale
  Json more;           // of the spec
};
void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.own << ' ' << pair.more; }

class OwnScaleTest : public ::testing::TestWithParam<Pair> {
 protected:
  static Json spec(const Json& scale) {
    Json json{{"agent", "banker-omd"}, {"arms", 4}, {"seed", 11}, {"scale", scale}};
    json.update(GetParam().more);
    return json;
  }
};
std::vector<Pair> pairs() {
  const std::vector<std::pair<std::string, Json>> variants{
      {"oldest", Json::object()},
      {"newest_entropy", {{"spending", "newest-first"}, {"regularizer", "negentropy"}}},
      {"pool_range", {{"spending", "proportional"}, {"loss_range", {-3, 5}}}},
      {"pool_stale", {{"spending", "proportional"}, {"skip_stale", 0.5}}},
      {"oldest_stale", {{"skip_stale", 0.5}, {"regularizer", "log-barrier"}, {"horizon", 500}}}};
  std::vector<Pair> list;
  for (const auto& [name, more] : variants) {
    list.push_back(
        {"adaptive_" + name, {{"rule", "delay-adaptive"}, {"factor", 0.7}}, own_spec("my-adaptive"), more});
    list.push_back({"constant_" + name, {{"rule", "constant"}, {"value", 8}}, own_spec("my-constant"), more});
  }
  return list;
}
INSTANTIATE_TEST_SUITE_P(Rules, OwnScaleTest, ::testing::ValuesIn(pairs()),
                         [](const auto& test) { return test.param.name; });

// Random scripts; at a random point of each the agent goes on from its snapshot.
TEST_P(OwnScaleTest, DoesWhatTheBuiltInRuleDoesBitByBit) {
  const auto bits = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>());
  EXPECT_TRUE(rc::check([&] {
    const auto script = *rc::gen::container<std::vector<std::uint64_t>>(bits);
    const auto stop = *rc::gen::inRange<std::size_t>(0, script.size() + 1);
    const auto expected = make_from(spec(GetParam().built_in));
    auto agent = make_agent(spec(GetParam().own).dump(), kOwn).value();
    Player reference(*expected, true);
    std::vector<RoundId> open;
    const auto play = [&](std::size_t from, std::size_t to) {
      Player player(*agent, true, open);
      for (std::size_t i = from; i < to; ++i) {
        RC_ASSERT(agent->probabilities() == expected->probabilities());
        RC_ASSERT(player.step(script[i]) == reference.step(script[i]));
        RC_ASSERT(agent->certificate() == expected->certificate());
        RC_ASSERT(agent->total_invested() == expected->total_invested());
        RC_ASSERT(agent->outstanding() == expected->outstanding());
      }
      open = player.open();
    };
    play(0, stop);
    const std::string snapshot = agent->save();
    agent = load_agent(snapshot, kOwn).value();
    RC_ASSERT(agent->save() == snapshot);
    play(stop, script.size());
  }));
}

TEST_P(OwnScaleTest, ManyRoundsAtOnceAreAsOneByOne) {
  const auto many = make_agent(spec(GetParam().own).dump(), kOwn).value();
  const auto single = make_agent(spec(GetParam().own).dump(), kOwn).value();
  std::vector<Outcome> outcomes;
  for (const Decision& d : many->ask_many(20).value()) {
    EXPECT_EQ(text(*many, d), text(*single, single->ask().value()));
    outcomes.push_back({d.round, 0.25});
  }
  for (const Receipt& r : many->tell_many(outcomes).value())
    EXPECT_EQ(text(r), text(single->tell(r.round, 0.25).value()));
  EXPECT_EQ(many->save(), single->save());
}

// An agent whose rule does as it is told.
struct Wishful {
  std::shared_ptr<Wishes> wishes = std::make_shared<Wishes>();
  OwnScales own{{"my-rule", [w = wishes] { return std::make_unique<OwnWishes>(w); }}};
  std::unique_ptr<Agent> agent;

  explicit Wishful(const Json& more = Json::object()) {
    Json spec{{"agent", "banker-omd"}, {"arms", 3}, {"seed", 5}, {"scale", own_spec("my-rule")}};
    spec.update(more);
    agent = make_agent(spec.dump(), own).value();
  }
  void live(int steps) const {
    Random random(17);
    Player player(*agent, true);
    player.steps(random, steps);
  }
};

TEST(OwnRule, AScaleThatIsNoneIsAnErrorAndChangesNothing) {
  for (const char* spending : {"oldest-first", "proportional"}) {
    Wishful w(Json{{"spending", spending}});
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<std::pair<double, std::string>> none{
        {std::nan(""), "nan"}, {0, "proposes 0"},  {-1, "-1"},       {infinity, "inf"},
        {-infinity, "-inf"},   {1e-121, "1e-121"}, {1e151, "1e+151"}};
    for (int lived = 0; lived < 2; ++lived) {
      const std::string before = w.agent->save();
      std::vector<double> last;
      w.agent->last_point(last);
      for (const auto& [value, word] : none) {
        w.wishes->scale = [value = value](Backlog) { return value; };
        expect_error(w.agent->ask(), ErrorCode::kBadValue, {"my-rule", word});
        expect_error(w.agent->ask_arm(1), ErrorCode::kBadValue, {"my-rule", word});
        expect_error(w.agent->ask_many(2), ErrorCode::kBadValue, {"my-rule", word, "nothing was asked"});
        EXPECT_EQ(w.agent->probabilities(), last) << "as where no point is found";
        EXPECT_EQ(w.agent->point(), last);
        ASSERT_EQ(w.agent->save(), before) << value;
      }
      w.wishes->scale = [](Backlog) { return 2.0; };
      w.live(40);
    }
  }
}

TEST(OwnRule, TheLeastAndTheLargestScaleArePlayed) {
  for (const double scale : {1e-120, 1e150}) {
    Wishful w;
    w.wishes->scale = [=](Backlog) { return scale; };
    const Decision d = w.agent->ask().value();
    EXPECT_EQ(w.agent->statement(d.round).value().scale, scale);
    const std::string snapshot = w.agent->save();
    EXPECT_EQ(load_agent(snapshot, w.own).value()->save(), snapshot);
  }
}

// The rounds that the ask would give up are still there after it failed, and are given up by the next one.
TEST(OwnRule, AFailedAskGivesNothingUp) {
  for (const char* spending : {"oldest-first", "proportional"}) {
    const Json more{{"skip_stale", 0.5}, {"spending", spending}};
    Wishful w(more), same(more);
    std::size_t gave_up = 0;
    for (int i = 0; i < 60; ++i) {
      const std::string before = w.agent->save();
      w.wishes->scale = [](Backlog) { return std::nan(""); };
      expect_error(w.agent->ask(), ErrorCode::kBadValue, {"my-rule"});
      w.wishes->scale = [](Backlog) -> double { throw std::runtime_error("no scale today"); };
      EXPECT_THROW((void)w.agent->ask(), std::runtime_error);
      EXPECT_THROW((void)w.agent->ask_many(3), std::runtime_error);
      EXPECT_THROW((void)w.agent->probabilities(), std::runtime_error);
      ASSERT_EQ(w.agent->save(), before);
      w.wishes->scale = [](Backlog) { return 2.0; };
      const std::size_t open = w.agent->outstanding();
      const Decision d = w.agent->ask().value();
      EXPECT_EQ(text(*w.agent, d), text(*same.agent, same.agent->ask().value()));
      gave_up += open + 1 - w.agent->outstanding();
      if (i % 5 == 0) continue;  // these are never heard of
      (void)w.agent->tell(d.round, 0.5).value();
      (void)same.agent->tell(d.round, 0.5).value();
    }
    EXPECT_EQ(w.agent->save(), same.agent->save());
    EXPECT_GT(gave_up, 3u);
    // The rule hears of each once; copies of it, made for a look ahead, hear of them too.
    std::set<std::uint64_t> dropped(w.wishes->dropped.begin(), w.wishes->dropped.end());
    EXPECT_EQ(dropped.size(), gave_up);
  }
}

TEST(OwnRule, AllOfManyAsksOrNone) {
  Wishful w;
  w.live(30);
  const std::string before = w.agent->save();
  const std::uint64_t last = w.agent->rounds() + 3;
  w.wishes->scale = [=](Backlog b) { return b.round < last ? 2.0 : -1.0; };
  expect_error(w.agent->ask_many(5), ErrorCode::kBadValue, {"-1", "nothing was asked"});
  EXPECT_EQ(w.agent->save(), before);
  w.wishes->scale = [=](Backlog b) { return b.round < last ? 2.0 : throw std::runtime_error("enough"); };
  EXPECT_THROW((void)w.agent->ask_many(5), std::runtime_error);
  EXPECT_EQ(w.agent->save(), before);
  EXPECT_EQ(w.agent->ask_many(2).value().size(), 2u);
}

TEST(OwnRule, ATellThatThrowsChangesNothing) {
  Wishful w;
  w.live(30);
  const auto rounds = w.agent->ask_many(3).value();
  const std::string before = w.agent->save();
  w.wishes->learn = [](double loss) -> std::optional<double> {
    return loss < 0.5 ? std::optional(loss) : throw std::runtime_error("too much");
  };
  EXPECT_THROW((void)w.agent->tell(rounds[1].round, 0.75), std::runtime_error);
  EXPECT_EQ(w.agent->save(), before);
  const std::vector<Outcome> outcomes{{rounds[0].round, 0.25}, {rounds[1].round, 0.75}};
  EXPECT_THROW((void)w.agent->tell_many(outcomes), std::runtime_error);
  EXPECT_EQ(w.agent->save(), before);
  EXPECT_EQ(w.agent->tell(rounds[1].round, 0.25).value().state, RoundState::kSettled)
      << "it was open as before";
}

TEST(OwnRule, LearnsFromLossesOnly) {
  Wishful w;
  const Decision d = w.agent->ask().value();
  for (const double loss : {-1e-9, 1.0000001, std::nan(""), std::numeric_limits<double>::infinity()}) {
    w.wishes->learn = [=](double) { return loss; };
    EXPECT_THROW((void)w.agent->tell(d.round, 0.5), std::domain_error) << loss;
    EXPECT_EQ(w.agent->outstanding(), 1u);
  }
  w.wishes->learn = [](double) { return std::nullopt; };
  const Receipt receipt = w.agent->tell(d.round, 0.5).value();
  EXPECT_EQ(receipt.state, RoundState::kSkipped);
  EXPECT_EQ(receipt.immediate_cost, 0);
}

// Random scripts: the rule hears of every round what happened to it, the losses as the agent sees them.
TEST(OwnRule, HearsOfEveryRound) {
  Wishful w(Json{{"loss_range", {-2, 6}}});
  w.wishes->scale = [](Backlog b) { return 1 + 1 / static_cast<double>(b.round); };
  std::vector<Wishes::Seen> accepted, told;
  std::vector<std::uint64_t> dropped;
  std::vector<RoundId> open;
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    if (open.empty() || random() % 2 == 0) {
      const double outstanding = static_cast<double>(open.size());
      open.push_back(w.agent->ask().value().round);
      const std::uint64_t t = number(open.back());
      accepted.push_back({t, 1 + 1 / static_cast<double>(t), outstanding});
      EXPECT_EQ(w.agent->statement(open.back()).value().scale, accepted.back().scale);
      continue;
    }
    std::swap(open[random() % open.size()], open.back());
    const std::uint64_t t = number(open.back());
    const double loss = static_cast<double>(random() % 17) / 16;
    if (random() % 4 == 0) {
      (void)w.agent->drop(open.back()).value();
      dropped.push_back(t);
    } else {
      (void)w.agent->tell(open.back(), -2 + 8 * loss).value();
      told.push_back({t, 1 + 1 / static_cast<double>(t), loss});
    }
    open.pop_back();
  }
  EXPECT_EQ(w.wishes->accepted, accepted);
  EXPECT_EQ(w.wishes->told, told);
  EXPECT_EQ(w.wishes->dropped, dropped);
}

TEST(OwnRule, ASnapshotThatTheRuleRefusesChangesNothing) {
  const auto agent =
      make_agent(BankerOmdOptions{.arms = 3, .scale = OwnScale("a", kOwn.at("my-adaptive"))}).value();
  const auto other =
      make_agent(BankerOmdOptions{.arms = 3, .scale = OwnScale("a", kOwn.at("my-constant"))}).value();
  (void)agent->ask_many(5).value();
  (void)other->ask_many(3).value();
  for (Agent* a : {agent.get(), other.get()}) {
    const std::string before = a->save(), snapshot = (a == agent.get() ? other : agent)->save();
    const auto error = a->load(snapshot);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::kBadSnapshot);
    EXPECT_EQ(a->save(), before);
  }
}

TEST(OwnRule, AgentsOfTheSameOptionsShareNothing) {
  const BankerOmdOptions options{.arms = 3, .scale = OwnScale("my-adaptive", kOwn.at("my-adaptive"))};
  const auto first = make_agent(options).value();
  const std::string fresh = first->save();
  (void)first->ask_many(5).value();
  EXPECT_EQ(make_agent(options).value()->save(), fresh);
  EXPECT_EQ(make_agent(first->spec(), kOwn).value()->save(), fresh);
  EXPECT_NE(first->spec().find(R"("scale":{"rule":"own","name":"my-adaptive"})"), std::string::npos);
}

TEST(OwnRule, StampsAreOfRoundsThatWerePlayed) {
  const std::vector<OwnScale::Stamp> stamps{{1, 0}, {7, 0}}, zero{{0, 0}};
  EXPECT_TRUE(OwnScale::plausible(7, stamps));
  EXPECT_FALSE(OwnScale::plausible(6, stamps));
  EXPECT_FALSE(OwnScale::plausible(6, zero));
}

TEST(OwnRule, MessagesSayWhatToDo) {
  const auto refused = [](const std::string& scale, std::initializer_list<std::string_view> words,
                          const OwnScales& own = kOwn, const char* agent = "banker-omd",
                          ErrorCode code = ErrorCode::kBadSpec) {
    const std::string spec = std::string(R"({"agent":")") + agent + R"(","arms":3,"scale":)" + scale + '}';
    expect_error(make_agent(spec, own), code, words);
  };
  const std::string named = R"({"rule":"own","name":"my-constant"})";
  refused(named, {"\"my-constant\"", "must be given", "make_agent()", "own_scales"}, {});
  refused(named, {"\"my-constant\"", "makes none"}, {{"my-constant", [] { return nullptr; }}});
  refused(R"({"rule":"own"})", {"\"name\""}, kOwn, "banker-omd", ErrorCode::kBadType);
  refused(R"({"rule":"own","name":3})", {"\"scale.name\"", "a text"}, kOwn, "banker-omd",
          ErrorCode::kBadType);
  refused(R"({"rule":"own","name":""})", {"\"scale.name\"", "empty"});
  refused(R"({"rule":"own","name":"my-constant","value":1})", {"\"value\""}, kOwn, "banker-omd",
          ErrorCode::kBadType);
  refused(R"({"rule":"owm","name":"my-constant"})", {"\"owm\""});
  refused(named, {"banker-omd"}, kOwn, "omd");
  const auto agent = make_agent(R"({"agent":"banker-omd","arms":3,"scale":)" + named + '}', kOwn).value();
  expect_error(load_agent(agent->save()), ErrorCode::kBadSnapshot, {"\"my-constant\"", "load_agent()"});
}

}  // namespace
}  // namespace banker::testing::own_scale_test
