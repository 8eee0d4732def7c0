// bold: copies of another agent, each with at most one round open.
#include <cmath>
#include <deque>

#include "agent/player.hpp"
#include "banker/agent/simplex.hpp"
#include "banker/banker.hpp"
#include "banker/core/random.hpp"
#include "support/effort.hpp"

namespace banker::testing::bold_test {
namespace {

Json bold_of(const Json& base, std::size_t arms, std::uint64_t seed) {
  return {{"agent", "bold"}, {"arms", arms}, {"seed", seed}, {"base", base}};
}

// Copies made and chosen by hand, as the definition says.
class ByHand {
 public:
  ByHand(Json base, std::size_t arms) : spec_(std::move(base)) {
    spec_["arms"] = arms;
    spec_["seed"] = 12345;  // copies draw nothing themselves
  }
  // The number of the first copy with nothing open.
  std::size_t free() {
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      if (copies_[i]->outstanding() == 0) return i;
    }
    copies_.push_back(make_from(spec_));
    return copies_.size() - 1;
  }
  Agent& copy(std::size_t i) { return *copies_[i]; }

 private:
  Json spec_;
  std::vector<std::unique_ptr<Agent>> copies_;
};

struct Played {
  RoundId round, own;
  std::size_t copy;
};

void compare_with_copies(const Json& base, std::uint64_t seed) {
  const std::size_t arms = 4;
  const auto bold = make_from(bold_of(base, arms, 11));
  ByHand hand(base, arms);
  std::vector<Played> open;
  Random random(seed);
  std::size_t most = 0;
  for (int i = 0; i < 600; ++i) {
    if (open.empty() || random() % 100 < 52) {
      const std::size_t i_copy = hand.free();
      Agent& copy = hand.copy(i_copy);
      const std::vector<double> x = copy.probabilities();
      ASSERT_EQ(bold->probabilities(), x);
      const RoundId round{bold->rounds() + 1};
      const Decision own = copy.ask_arm(draw_arm(x, uniform(11, round)).arm).value();
      const Decision d = bold->ask().value();
      ASSERT_EQ(d.round, round);
      ASSERT_EQ(d.arm, own.arm);
      ASSERT_EQ(d.probability, own.probability);
      open.push_back({d.round, own.round, i_copy});
    } else {
      const auto at = open.begin() + static_cast<std::ptrdiff_t>(random() % open.size());
      const auto [round, own, i_copy] = *at;
      open.erase(at);
      const double loss = loss_for(*bold, static_cast<double>(random() % 1000) / 1000);
      const bool drop = random() % 8 == 0;
      const Receipt a = (drop ? bold->drop(round) : bold->tell(round, loss)).value();
      const Receipt b = (drop ? hand.copy(i_copy).drop(own) : hand.copy(i_copy).tell(own, loss)).value();
      ASSERT_EQ(a.state, b.state);
      ASSERT_EQ(a.immediate_cost, std::nullopt);  // bold has no bank, whatever its base has
    }
    ASSERT_EQ(bold->outstanding(), open.size());
    most = std::max(most, open.size());
  }
  EXPECT_GT(most, 5u);
}

// Of every agent that plays arms and draws nothing by itself but the arm.
TEST(Bold, EqualsCopiesRunByHand) {
  std::vector<Json> bases{{{"agent", "omd"}, {"regularizer", "negentropy"}, {"loss_range", {-2, 6}}},
                          {{"agent", "zimmert-seldin"}, {"tuning", "advanced"}}};
  for (const CatalogEntry& entry : catalog()) {
    if (entry.kind == "arms" && entry.name != "bold" && entry.name != "delayed-thompson")
      bases.push_back({{"agent", entry.name}});
  }
  EXPECT_GT(bases.size(), 10u);
  std::uint64_t seed = 0;
  for (const Json& base : bases) {
    SCOPED_TRACE(base.dump());
    compare_with_copies(base, ++seed);
    if (HasFatalFailure()) return;
  }
}

// Copies that draw themselves have seeds of their own, and a snapshot keeps them: also the next one's.
TEST(Bold, CopiesHaveTheirOwnSeeds) {
  const auto bold = make_from(bold_of({{"agent", "delayed-thompson"}}, 50, 3));
  std::vector<std::size_t> arms;
  for (int i = 0; i < 10; ++i) arms.push_back(bold->ask()->arm);
  std::sort(arms.begin(), arms.end());
  EXPECT_GT(std::unique(arms.begin(), arms.end()) - arms.begin(), 5);
  const auto loaded = load_agent(bold->save()).value();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(loaded->ask()->arm, bold->ask()->arm);
}

TEST(Bold, TakesTheDomainOfItsBase) {
  EXPECT_EQ(BoldOptions{}.domain().kind, LossDomain::Kind::kRange);
  const auto plain = make(R"({"agent":"bold","arms":3})"), base = make(R"({"agent":"tsallis-inf","arms":3})");
  EXPECT_EQ(plain->identity().domain.low, base->identity().domain.low);
  EXPECT_EQ(plain->identity().domain.high, base->identity().domain.high);
  const auto wide = make_from(bold_of({{"agent", "exp3"}, {"loss_range", {-4, 12}}}, 3, 0));
  EXPECT_EQ(wide->identity().domain.low, -4);
  EXPECT_EQ(wide->identity().domain.high, 12);
  expect_error(wide->tell(wide->ask()->round, 13), ErrorCode::kBadValue, {"[-4, 12]"});
  const auto any = make_from(bold_of({{"agent", "banker-sflbinf"}}, 3, 0));
  EXPECT_EQ(any->identity().domain.kind, LossDomain::Kind::kSigned);
  EXPECT_TRUE(any->tell(any->ask()->round, -1e9));
}

TEST(Bold, WritesEveryKeyOfItsBase) {
  const auto brief = make(R"({"agent":"bold","arms":3,"base":{"agent":"exp3"}})");
  const auto full = make(brief->spec());
  EXPECT_EQ(full->spec(), brief->spec());
  EXPECT_EQ(Json::parse(brief->spec())["base"],
            Json::parse(R"({"agent":"exp3","rule":1,"loss_range":[0.0,1.0]})"));
  EXPECT_EQ(make_agent(BoldOptions{.arms = 3, .base = {R"({ "agent" : "exp3" })"}}).value()->spec(),
            brief->spec());
  EXPECT_FALSE(brief->load(full->save()));
}

TEST(Bold, SaysWhatIsWrongWithItsBase) {
  const auto expect = [](const char* base, std::initializer_list<std::string_view> words,
                         ErrorCode code = ErrorCode::kBadSpec) {
    SCOPED_TRACE(base);
    expect_error(make_agent(R"({"agent":"bold","arms":3,"base":)" + std::string(base) + "}"), code, words);
  };
  expect(R"("exp3")", {"\"base\"", "spec of an agent", "text"}, ErrorCode::kBadType);
  expect(R"({})", {"\"base\"", "names no agent"}, ErrorCode::kBadType);
  expect(R"({"agent":"exp33"})", {"\"base\":", "unknown agent", "exp3"});
  expect(R"({"agent":"bold"})", {"\"base\"", "bold itself"});
  expect(R"({"agent":"banker-bolo"})", {"\"base\"", "banker-bolo", "plays arms"});
  expect(R"({"agent":"exp3","arms":3})", {"\"base\"", "\"arms\"", "from bold"}, ErrorCode::kBadType);
  expect(R"({"agent":"exp3","seed":3})", {"\"base\"", "\"seed\"", "from bold"}, ErrorCode::kBadType);
  expect(R"({"agent":"exp3","horizon":1})", {"\"base\":", "\"horizon\""});
  expect(R"({"agent":"exp3","horizn":9})", {"\"base\":", "\"horizn\""}, ErrorCode::kBadType);
  expect_error(make_agent(BoldOptions{.arms = 3, .base = {"{"}}), ErrorCode::kBadType, {"\"base\""});
  expect_error(make_agent(BoldOptions{.arms = 3, .base = {"[]"}}), ErrorCode::kBadType, {"\"base\"", "list"});
}

// Regret on Bernoulli losses 0.4 of arm 0 and 0.5 of the others, every outcome `delay` rounds late.
double regret(const std::string& spec, int rounds, std::size_t delay, std::uint64_t seed) {
  const auto agent = make(spec);
  Random random(seed);
  std::deque<Decision> open;
  double total = 0;
  for (int t = 0; t < rounds; ++t) {
    open.push_back(agent->ask().value());
    total += open.back().arm == 0 ? 0 : 0.1;
    if (open.size() <= delay) continue;
    (void)agent->tell(open.front().round, random() % 10 < (open.front().arm == 0 ? 4 : 5)).value();
    open.pop_front();
  }
  return total;
}

// Under a fixed delay d a bank is d + 1 learners that share nothing, and so is bold: their regrets agree within 15 %
// (mean of 6 seeds, of standard error about 2 %), at twice that of an agent that pools what it learns, or more.
TEST(Bold, BehavesAsABankDoesUnderAFixedDelay) {
  double bold = 0, bank = 0, pooled = 0;
  for (std::uint64_t seed = 1; seed <= effort(6u, 2u); ++seed) {
    const auto of = [&](Json spec) {
      spec["arms"] = 10;
      spec["seed"] = seed;
      return regret(spec.dump(), effort(60000, 6000), 20, seed);
    };
    bold += of({{"agent", "bold"}, {"base", {{"agent", "tsallis-inf"}}}});
    bank += of({{"agent", "banker-tinf"}});
    pooled += of({{"agent", "delayed-exp3"}});
  }
  EXPECT_NEAR(bold / bank, 1, 0.15);
  EXPECT_GT(bold, effort(2.0, 1.0) * pooled);
  EXPECT_GT(bank, effort(2.0, 1.0) * pooled);
}

}  // namespace
}  // namespace banker::testing::bold_test
