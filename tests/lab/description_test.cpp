#include "lab/description.hpp"

#include <gtest/gtest.h>

#include <string>

#include "banker/lab/delays.hpp"
#include "banker/lab/losses.hpp"

namespace banker::lab::description_test {
namespace {

std::vector<Parameter> some_parameters() {
  return {number("gap", "0.5", 0, 1), integer("period", "10", 1), optional_list("means", 0, 1),
          flag("reward", "false"), file("file")};
}

TEST(Description, EveryFormIsRead) {
  const auto plain = *read_arguments("x:file=F.csv", some_parameters());
  EXPECT_EQ(plain.number("gap"), 0.5);
  EXPECT_EQ(plain.integer("period"), 10u);
  EXPECT_FALSE(plain.flag("reward"));
  EXPECT_EQ(plain.file("file"), "F.csv");
  EXPECT_FALSE(plain.given("gap"));
  EXPECT_FALSE(plain.given("means"));
  EXPECT_TRUE(plain.given("file"));

  const auto full = *read_arguments(
      "x:file=C:/a=b.csv,reward=true,means=0.25:0:1,period=9007199254740992,gap=1e-3", some_parameters());
  EXPECT_EQ(full.number("gap"), 1e-3);
  EXPECT_EQ(full.integer("period"), kMaxRound);
  EXPECT_EQ(full.list("means"), (std::vector<double>{0.25, 0, 1}));
  EXPECT_TRUE(full.flag("reward"));
  EXPECT_EQ(full.file("file"), "C:/a=b.csv");

  const auto main = *read_arguments("x:0.75", {number("gap", "0.5", 0, 1), integer("period", "10", 1)});
  EXPECT_EQ(main.number("gap"), 0.75);
  EXPECT_EQ(main.integer("period"), 10u);
  EXPECT_EQ(read_arguments("x:a,b.csv", {file("file")})->file("file"), "a,b.csv");
}

struct Wrong {
  std::string text;
  ErrorCode code;
  std::string message;
};

TEST(Description, WrongLossesSayWhatToDo) {
  constexpr auto kSpec = ErrorCode::kBadSpec, kValue = ErrorCode::kBadValue;
  for (const auto& [text, code, message] : std::vector<Wrong>{
           {"bernouli", kSpec, "unknown losses \"bernouli\": did you mean \"bernoulli\"?"},
           {"linear-fixed:2", kValue,
            "\"size\" of linear-fixed is \"2\"; it must be a number from 1e-06 to 1"},
           {"bernoulli:gapp=0.1", kSpec, "unknown parameter \"gapp\" of bernoulli: did you mean \"gap\"?"},
           {"bernoulli:=0.1", kSpec, "unknown parameter \"\" of bernoulli; known: \"gap\", \"means\""},
           {"bernoulli:", kSpec, "there is nothing after \"bernoulli:\"; write bernoulli:gap=..."},
           {"bernoulli:gap=", kValue, "\"gap\" of bernoulli is \"\"; it must be a number from 0 to 0.5"},
           {"bernoulli:gap=x", kValue, "\"gap\" of bernoulli is \"x\"; it must be a number from 0 to 0.5"},
           {"bernoulli:0.6", kValue, "\"gap\" of bernoulli is \"0.6\"; it must be a number from 0 to 0.5"},
           {"bernoulli:-0.1", kValue, "\"gap\" of bernoulli is \"-0.1\"; it must be a number from 0 to 0.5"},
           {"bernoulli:nan", kValue, "\"gap\" of bernoulli is \"nan\"; it must be a number from 0 to 0.5"},
           {"bernoulli:0.1x", kValue, "\"gap\" of bernoulli is \"0.1x\"; it must be a number from 0 to 0.5"},
           {"gaussian:inf", kValue,
            "\"scale\" of gaussian is \"inf\"; it must be a number from 1e-100 to 1e+100"},
           {"gaussian:1e999", kValue,
            "\"scale\" of gaussian is \"1e999\"; it must be a number from 1e-100 to 1e+100"},
           {"bernoulli:gap=0.1,gap=0.2", kSpec, "\"gap\" of bernoulli is there twice"},
           {"bernoulli:gap=0.1,", kSpec,
            "there is no '=' in the part \"\" of bernoulli: write key=value,key=value"},
           {"bernoulli:0.1,means=0:1", kSpec,
            "bernoulli takes \"gap\" or \"means\", not both: means say it all"},
           {"bernoulli:gap=0.1,0.2", kSpec,
            "there is no '=' in the part \"0.2\" of bernoulli: write key=value,key=value"},
           {"bernoulli:gap=0.1,means=0:1", kSpec,
            "bernoulli takes \"gap\" or \"means\", not both: means say it all"},
           {"bernoulli:means=0.5", kValue,
            "\"means\" of bernoulli is one number: give one for each of two or more arms"},
           {"bernoulli:means=0.5::1", kValue,
            "\"means\" of bernoulli is \"0.5::1\"; it must be numbers from 0 to 1 joined by ':'"},
           {"bernoulli:means=0.5:2", kValue,
            "\"means\" of bernoulli is \"0.5:2\"; it must be numbers from 0 to 1 joined by ':'"},
           {"bernoulli:means=0.5:", kValue,
            "\"means\" of bernoulli is \"0.5:\"; it must be numbers from 0 to 1 joined by ':'"},
           {"switching:0", kValue,
            "\"period\" of switching is \"0\"; it must be a whole number from 1 to 9007199254740992"},
           {"switching:1.5", kValue,
            "\"period\" of switching is \"1.5\"; it must be a whole number from 1 to 9007199254740992"},
           {"switching:9007199254740993", kValue,
            "\"period\" of switching is \"9007199254740993\"; it must be a whole number from 1 to "
            "9007199254740992"},
           {"switching:99999999999999999999999", kValue,
            "\"period\" of switching is \"99999999999999999999999\"; it must be a whole number from 1 to "
            "9007199254740992"},
           {"trap", kSpec,
            "trap needs \"period\", a whole number from 1 to 9007199254740992: write trap:period=..."},
           {"signed-jump:1.5", kValue,
            "\"size\" of signed-jump is \"1.5\"; it must be a number from 2 to 1e+100"},
           {"matrix", kSpec, "matrix needs \"file\", the path of a file: write matrix:file=..."},
           {"matrix:file=,reward=true", kValue, "\"file\" of matrix is \"\"; it must be the path of a file"},
           {"matrix:file=x,reward=yes", kValue,
            "\"reward\" of matrix is \"yes\"; it must be true or false"}}) {
    const auto made = make_losses(text);
    ASSERT_FALSE(made) << text;
    EXPECT_EQ(made.error().message, message);
    EXPECT_EQ(made.error().code, code) << text;
  }
  for (const std::string text : {"", ":", ":0.1"}) {
    const auto made = make_losses(text);
    ASSERT_FALSE(made) << text;
    EXPECT_EQ(made.error().message.substr(0, 46), "the losses have no name; known: \"bernoulli\", \"")
        << text;
  }
}

TEST(Description, WrongDelaysSayWhatToDo) {
  constexpr auto kSpec = ErrorCode::kBadSpec, kValue = ErrorCode::kBadValue;
  for (const auto& [text, code, message] : std::vector<Wrong>{
           {"fixd:3", kSpec, "unknown delays \"fixd\": did you mean \"fixed\"?"},
           {"none:0", kSpec, "none takes no parameters, not \"0\""},
           {"fixed", kSpec,
            "fixed needs \"rounds\", a whole number from 0 to 9007199254740992: write fixed:rounds=..."},
           {"fixed:-1", kValue,
            "\"rounds\" of fixed is \"-1\"; it must be a whole number from 0 to 9007199254740992"},
           {"blocks:0", kValue,
            "\"length\" of blocks is \"0\"; it must be a whole number from 1 to 9007199254740992"},
           {"geometric:mean=-1", kValue,
            "\"mean\" of geometric is \"-1\"; it must be a number from 0 to 1e+12"},
           {"pareto:0", kValue, "\"shape\" of pareto is \"0\"; it must be a number from 0.001 to 1000"},
           {"never:1.5", kValue, "\"probability\" of never is \"1.5\"; it must be a number from 0 to 1"},
           {"stragglers:fraction=2", kValue,
            "\"fraction\" of stragglers is \"2\"; it must be a number from 0 to 1"}}) {
    const auto made = make_delays(text);
    ASSERT_FALSE(made) << text;
    EXPECT_EQ(made.error().message, message);
    EXPECT_EQ(made.error().code, code) << text;
  }
}

TEST(Description, TheTextIsKept) {
  EXPECT_EQ(make_losses("bernoulli:gap=0.25")->text, "bernoulli:gap=0.25");
  EXPECT_EQ(make_delays("fixed:7")->text, "fixed:7");
}

TEST(Description, TheListsNameEveryGeneratorWithItsParameters) {
  std::string losses, delays;
  for (const Generator& g : loss_generators()) {
    losses += g.name + "(" + g.parameters + ") ";
    EXPECT_FALSE(g.help.empty()) << g.name;
  }
  for (const Generator& g : delay_generators()) {
    delays += g.name + "(" + g.parameters + ") ";
    EXPECT_FALSE(g.help.empty()) << g.name;
  }
  EXPECT_EQ(losses,
            "bernoulli(gap=0.1, means (optional)) stochastically-constrained(gap=0.1) "
            "switching(period=1000, gap=0.2) trap(period (required)) scale-jump(factor=100, gap=0.2) "
            "drifting(period=1000, gap=0.1) signed-jump(size=10) matrix(file (required), reward=false) "
            "gaussian(scale=1, gap=0.2) linear-fixed(size=1) linear-switching(period=1000) "
            "linear-walk(memory=0.99) ");
  EXPECT_EQ(delays,
            "none() fixed(rounds (required)) uniform(max (required)) geometric(mean (required)) "
            "pareto(shape (required)) blocks(length (required)) stragglers(fraction (required)) "
            "outage(length (required)) arm-dependent(max (required)) loss-dependent(max (required)) "
            "never(probability (required)) trace(file (required)) ");
}

// What has no required parameter can be made from its name alone.
TEST(Description, StandardValuesAreWithinTheLimits) {
  for (const Generator& g : loss_generators()) {
    const bool required = g.parameters.find("required") != std::string::npos;
    EXPECT_EQ(static_cast<bool>(make_losses(g.name)), !required) << g.name;
  }
}

}  // namespace
}  // namespace banker::lab::description_test
