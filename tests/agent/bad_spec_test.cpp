// Mistakes in a spec: every one is refused with a message that names the key and what to do.

#include <cmath>
#include <map>

#include "agent/bad_spec.hpp"
#include "agent/player.hpp"

namespace banker::testing::bad_spec_test {
namespace {

TEST(BadSpec, TextsThatAreNoSpecAreRefused) {
  expect_bad("", {"JSON"});
  expect_bad(" \n ", {"JSON"});
  expect_bad("{", {"broken JSON", "column"});
  expect_bad(R"({"agent":"omd","arms":2)", {"broken JSON"});
  expect_bad(R"({"agent":"omd","arms":2}})", {"broken JSON"});
  expect_bad(R"({'agent':'omd','arms':2})", {"broken JSON", "column 2"});
  expect_bad("{\"agent\":\"omd\",\"arms\":[\"a\",\"\xff\"]}", {"broken JSON"});
  expect_bad(R"({"agent":"banker-omd","arms":2,"scale":{"rule":"constant","value":NaN}})", {"broken JSON"});
  expect_bad(R"({"agent":"banker-omd","arms":2,"scale":{"rule":"constant","value":1e999}})", {"too large"});
  for (const char* text : {"[]", "3", "\"omd\"", "null", "true", R"([{"agent":"omd","arms":2}])"}) {
    expect_bad(text, {"object", "{\"agent\":"});
  }
}

TEST(BadSpec, ASpecNeedsAnAgentAndArms) {
  expect_bad("{}", {"names no agent", "{\"agent\":"});
  expect_bad(R"({"arms":3})", {"names no agent"});
  expect_bad(R"({"agent":3,"arms":3})", {"agent"});
  for (const CatalogEntry& entry : catalog()) {
    if (entry.kind == "arms") expect_bad(Json{{"agent", entry.name}}.dump(), {"\"arms\" is missing"});
  }
}

TEST(BadSpec, AnUnknownAgentNamesTheNearest) {
  expect_bad(R"({"agent":"banker-tin","arms":3})", {"unknown agent", "banker-tinf"});
  expect_bad(R"({"agent":"banker-sfltinf","arms":3})", {"unknown agent", "banker-sf"});
  expect_bad(R"({"agent":"Banker-OMD","arms":3})", {"unknown agent"});
  expect_bad(R"({"agent":"qqqqqqqq","arms":3})", {"unknown agent", "omd", "banker-tinf"});
  expect_bad(R"({"agent":"","arms":3})", {"unknown agent"});
}

TEST(BadSpec, AnUnknownKeyNamesTheNearest) {
  expect_bad(R"({"agent":"banker-tinf","arms":3,"spendng":"oldest-first"})",
             {"\"spendng\"", "\"spending\"?"});
  expect_bad(R"({"agent":"banker-tinf","arms":3,"scale_facto":1})", {"\"scale_facto\"", "\"scale_factor\"?"});
  expect_bad(R"({"agent":"banker-sflbinf","arms":3,"Horizon":9})", {"\"Horizon\"", "\"horizon\"?"});
  expect_bad(R"({"agent":"omd","arm":3})", {"\"arm\"", "\"arms\"?"});
  expect_bad(R"({"agent":"banker-tinf","arms":3,"regularizer":"negentropy"})",
             {"\"regularizer\"", "banker-tinf"});
  expect_bad(R"({"agent":"banker-sftinf","arms":3,"loss_range":[0,1]})", {"\"loss_range\"", "banker-sftinf"});
  expect_bad(R"({"agent":"banker-omd","arms":3,"scale":{"rule":"constant","valu":1}})",
             {"\"valu\"", "\"value\"?"});
  expect_bad(R"({"agent":"banker-omd","arms":3,"regularizer":{"tsalis":0.5}})",
             {"\"tsalis\"", "\"tsallis\"?"});
}

TEST(BadSpec, AnUnknownChoiceNamesTheNearest) {
  expect_bad(R"({"agent":"banker-tinf","arms":3,"spending":"oldest"})",
             {"\"spending\"", "\"oldest\"", "oldest-first"});
  expect_bad(R"({"agent":"omd","arms":3,"regularizer":"negentrpy"})", {"\"negentrpy\"", "\"negentropy\"?"});
  expect_bad(R"({"agent":"omd","arms":3,"scale":{"rule":"constnt","value":1}})",
             {"\"constnt\"", "\"constant\"?"});
}

TEST(BadSpec, AKeyGivenTwiceIsRefused) {
  expect_bad(R"({"agent":"omd","arms":3,"arms":4})", {"\"arms\"", "twice"});
  expect_bad(R"({"agent":"omd","agent":"omd","arms":3})", {"\"agent\"", "twice"});
  expect_bad(R"({"agent":"omd","arms":3,"scale":{"rule":"constant","value":1,"value":1}})",
             {"\"value\"", "twice"});
}

TEST(BadSpec, AChoiceNeedsTwoArmsAndNotAbsurdlyMany) {
  for (const char* arms : {"0", "1", "[]", "[\"only\"]"}) {
    expect_bad(std::string(R"({"agent":"banker-tinf","arms":)") + arms + '}', {"\"arms\"", "at least 2"});
  }
  expect_bad(R"({"agent":"banker-tinf","arms":-5})", {"\"arms\"", "-5", "negative"});
  expect_bad(R"({"agent":"banker-tinf","arms":16777217})", {"\"arms\"", "16777217", "16777216"});
  expect_bad(R"({"agent":"banker-tinf","arms":18446744073709551615})", {"\"arms\"", "18446744073709551615"});
  expect_bad(R"({"agent":"banker-tinf","arms":18446744073709551616})", {"\"arms\""});
  expect_bad(R"({"agent":"banker-tinf","arms":1e300})", {"\"arms\""});
}

TEST(BadSpec, ArmNamesAreNotEmptyAndNotTwiceTheSame) {
  expect_bad(R"({"agent":"omd","arms":["a",""]})", {"\"arms\"", "empty name"});
  expect_bad(R"({"agent":"omd","arms":["a","b","a"]})", {"\"arms\"", "\"a\"", "twice"});
  expect_bad(R"({"agent":"omd","arms":["a",3]})", {"\"arms\"", "integer"});
}

TEST(BadSpec, ScalesAndFactorsArePositiveNumbers) {
  for (const char* value : {"0", "-1", "-1e-300", "1e101", "-0.0"}) {
    const std::string number = value;
    expect_bad(R"({"agent":"banker-tinf","arms":3,"scale_factor":)" + number + '}',
               {"\"scale_factor\"", "from"});
    for (const std::string agent : {"omd", "banker-omd"}) {
      const std::string start = R"({"agent":")" + agent + R"(","arms":3,"scale":{"rule":)";
      expect_bad(start + R"("constant","value":)" + number + "}}", {"\"scale.value\"", "from"});
      expect_bad(start + R"("delay-adaptive","factor":)" + number + "}}", {"\"scale.factor\"", "from"});
    }
  }
  for (const char* value : {"0", "-1", "1e141"}) {
    for (const std::string agent : {"banker-sftinf", "banker-sflbinf"}) {
      expect_bad(R"({"agent":")" + agent + R"(","arms":3,"initial_loss_size":)" + value + '}',
                 {"\"initial_loss_size\"", "from"});
    }
  }
}

TEST(BadSpec, TheTsallisParameterLiesBetweenZeroAndOneAndNotTooNear) {
  for (const char* a : {"0", "1", "-0.5", "1.5", "0.0", "1.0"}) {
    expect_bad(std::string(R"({"agent":"banker-omd","arms":3,"regularizer":{"tsallis":)") + a + "}}",
               {"regularizer.tsallis", "1e-06 to 0.999999"});
  }
}

TEST(BadSpec, ARangeRunsFromLowToHigh) {
  for (const char* range : {"[1,0]", "[1,1]", "[0,-1]", "[-1e308,1e308]"}) {
    for (const std::string agent : {"omd", "banker-omd", "banker-tinf"}) {
      expect_bad(R"({"agent":")" + agent + R"(","arms":3,"loss_range":)" + range + '}', {"\"loss_range\""});
    }
  }
}

TEST(BadSpec, AHorizonIsAtLeastTwo) {
  for (const std::string agent : {"banker-omd", "banker-sflbinf"}) {
    const std::string start = R"({"agent":")" + agent + R"(","arms":3,"horizon":)";
    expect_bad(start + "0}", {"\"horizon\"", "2"});
    expect_bad(start + "1}", {"\"horizon\"", "2"});
    expect_bad(start + "-3}", {"\"horizon\"", "negative"});
    EXPECT_TRUE(make_agent(start + "2}"));
  }
}

TEST(BadSpec, AReserveNeedsAPoolAndPossibleNumbers) {
  for (const std::string agent : {"banker-omd", "banker-tinf", "banker-sftinf", "banker-sflbinf"}) {
    const std::string start = R"({"agent":")" + agent + R"(","arms":3,"reserve":{"rho":8})";
    EXPECT_NE(make_agent(start + '}').value()->spec().find(R"("spending":"proportional")"),
              std::string::npos);
    expect_bad(start + R"(,"spending":"oldest-first"})",
               {"\"reserve\"", "oldest-first", "\"spending\": \"proportional\""});
    expect_bad(start + R"(,"spending":"newest-first"})", {"\"reserve\"", "newest-first"});
    EXPECT_TRUE(make_agent(start + R"(,"spending":"proportional"})"));
  }
  for (const std::string agent : {"banker-tinf", "banker", "banker-scale-free"}) {
    const bool pool = agent == "banker-tinf";
    const std::string start = R"({"agent":")" + agent + R"(","arms":3,)" +
                              (pool ? R"("spending":"proportional",)" : "") + R"("reserve":)";
    expect_bad(start + R"({"rho":0.5}})", {"\"reserve.rho\"", "from 1"});
    expect_bad(start + R"({"rho":1e7}})", {"\"reserve.rho\""});
    expect_bad(start + R"({"kappa":-1}})", {"\"reserve.kappa\"", "from 0"});
    expect_bad(start + R"({"hysteresis":1.5}})", {"\"reserve.hysteresis\"", "to 1"});
    expect_bad(start + R"({"kapa":1}})", {"\"kapa\"", "\"kappa\"?"});
    for (const char* good : {R"({})", R"({"rho":null})", R"({"rho":1,"kappa":0,"hysteresis":0})"})
      EXPECT_TRUE(make_agent(start + good + '}')) << good;
  }
}

TEST(BadSpec, RoundsAreGivenUpByAPositiveFactor) {
  for (const std::string agent : {"banker", "banker-tinf", "banker-scale-free"}) {
    const std::string start = R"({"agent":")" + agent + R"(","arms":3,"skip_stale":)";
    for (const char* bad : {"0", "-1", "0.0"}) expect_bad(start + bad + '}', {"\"skip_stale\"", "false"});
    for (const char* bad : {"1e-4", "1e7"}) expect_bad(start + bad + '}', {"\"skip_stale\"", "from"});
    for (const char* good : {"true", "false", "4", "0.5"})
      EXPECT_TRUE(make_agent(start + good + '}')) << good;
  }
}

TEST(BadSpec, ASeedIsAnIntegerFromZeroToTwoToThe53MinusOne) {
  const std::string start = R"({"agent":"omd","arms":3,"seed":)";
  expect_bad(start + "-1}", {"\"seed\"", "negative"});
  expect_bad(start + "1.5}", {"\"seed\"", "integer"});
  expect_bad(start + "7.0}", {"\"seed\"", "integer"});
  expect_bad(start + "9007199254740992}", {"\"seed\"", "9007199254740991"});
  EXPECT_TRUE(make_agent(start + "0}"));
  EXPECT_TRUE(make_agent(start + "9007199254740991}"));
}

TEST(BadSpec, EveryKeyOfEveryAgentRefusesValuesOfAnotherType) {
  const std::map<std::string, std::vector<const char*>> wrong{
      {"arms", {"null", "true", "1.5", "\"three\"", "{}", "[1,2]", "[\"a\",null]", "3.0"}},
      {"integer", {"null", "true", "1.5", "\"7\"", "{}", "[]", "[7]"}},
      {"number", {"null", "true", "\"1\"", "{}", "[]", "[1]"}},
      {"choice", {"null", "true", "1", "{}", "[]", "[\"oldest-first\"]"}},
      {"range", {"null", "true", "1", "\"0,1\"", "{}", "[]", "[1]", "[0,1,2]", "[\"0\",\"1\"]", "[null,1]"}},
      {"regularizer", {"null", "true", "1", "{}", "[]", R"({"tsallis":"0.5"})", R"({"tsallis":null})"}},
      {"scale",
       {"null", "true", "1", "\"constant\"", "{}", "[]", R"({"rule":1})", R"({"rule":"constant"})",
        R"({"rule":"constant","value":"8"})", R"({"rule":"delay-adaptive","factor":null})",
        R"({"value":8})"}},
      {"body",
       {"null", "true", "1", "\"ball\"", "{}", "[]", R"(["ball"])", R"({"type":null})", R"({"type":[]})",
        R"({"type":"ball","dimension":3.0,"radius":1})", R"({"type":"box","lower":1,"upper":[1]})"}},
      {"actions",
       {"null", "true", "1", "\"a\"", "{}", "[]", "[1,2]", "[[1],2]", R"([["1"],["2"]])", R"({"a":1,"b":2})",
        R"({"a":[1],"b":[null]})", "[[[1]],[[2]]]"}},
      {"agent", {"null", "true", "1", "\"exp3\"", "{}", "[]", R"({"agent":1})", R"({"agent":"bold"})"}},
      {"nu", {"null", "true", "{}", "[]", "[1]", "\"1\""}},
      {"flag", {"null", "\"true\"", "{}", "[]", "[true]", "0", "-1"}},
      {"flag or number", {"null", "\"true\"", "{}", "[]", "[true]", "0", "-1"}},
      {"reserve",
       {"null", "true", "8", "\"8\"", "[]", "[8,1]", R"({"rho":"8"})", R"({"kappa":null})",
        R"({"kappa":true})", R"({"hysteresis":[1]})"}},
  };
  for (const CatalogEntry& entry : catalog()) {
    for (const Parameter& parameter : entry.parameters) {
      const auto values = wrong.find(parameter.type);
      ASSERT_NE(values, wrong.end()) << "no wrong values are listed for the type " << parameter.type;
      for (const char* value : values->second) {
        Json spec{{"agent", entry.name}};
        if (entry.kind == "arms") spec["arms"] = 3;
        else if (parameter.name != "actions") spec["body"] = ball_place().value;
        spec[parameter.name] = Json::parse(value);
        expect_bad(spec.dump(), {'"' + parameter.name});
      }
    }
  }
}

// Wrong in its shape: not JSON, another type, a key that is unknown or missing. Or of the right shape, and not allowed.
TEST(BadSpec, ShapesAndValuesAreToldApart) {
  const auto code_of = [](const std::string& spec) {
    const auto agent = make_agent(spec);
    return agent ? std::nullopt : std::optional(agent.error().code);
  };
  const std::string omd = R"({"agent":"banker-omd","arms":2,)", bolo = R"({"agent":"banker-bolo")";
  for (const std::string& spec : {std::string("{"),
                                  std::string("[]"),
                                  std::string(R"({"arms":2})"),
                                  std::string(R"({"agent":"omd"})"),
                                  std::string(R"({"agent":"omd","arms":["a",1]})"),
                                  std::string(R"({"agent":"omd","arms":1.5})"),
                                  std::string(R"({"agent":"banker","arms":2,"horizon":9})"),
                                  omd + R"("loss_range":["a","b"]})",
                                  omd + R"("loss_range":[0,null]})",
                                  omd + R"("loss_range":[0]})",
                                  omd + R"("reserve":{"zzz":1}})",
                                  omd + R"("regularizer":{}})",
                                  omd + R"("scale":{}})",
                                  omd + R"("scale":{"rule":"constant"}})",
                                  omd + R"("seed":1.5})",
                                  omd + R"("body":{}})",
                                  bolo + "}",
                                  bolo + R"(,"arms":2})",
                                  bolo + R"(,"body":{}})",
                                  bolo + R"(,"body":{"type":"ball","dimension":2}})",
                                  bolo + R"(,"body":{"type":"ball","dimension":2,"radius":1,"x":1}})"})
    EXPECT_EQ(code_of(spec), ErrorCode::kBadType) << spec;
  for (const std::string& spec :
       {std::string(R"({"agent":"omdd","arms":2})"), std::string(R"({"agent":"omd","arms":1})"),
        std::string(R"({"agent":"omd","arms":1e30})"), omd + R"("loss_range":[1,0]})",
        omd + R"("reserve":{"kappa":-1}})", omd + R"("spending":"never"})", omd + R"("seed":-1})",
        omd + R"("seed":18446744073709551616})", omd + R"("seed":-1e30})",
        bolo + R"(,"body":{"type":"bal"}})",
        bolo + R"(,"body":{"type":"ball","dimension":1e30,"radius":1}})"})
    EXPECT_EQ(code_of(spec), ErrorCode::kBadSpec) << spec;
}

TEST(BadSpec, SaysWhereJsonIsBroken) {
  expect_bad("{\n\"agent\": \"\xc3\xa4\",\n  x", {"line 3, column 3"});
  expect_bad("{x\n}", {"line 1, column 2"});
  expect_bad("{\"\xc3\xa4\":x}", {"at column 6"});
  expect_bad(std::string("{\n \0}", 6), {"a zero byte at line 2, column 2"});
}

TEST(BadOptions, BuiltInCppMeetTheSameLimits) {
  for (const double bad : {0.0, -1.0, double{NAN}, double{INFINITY}}) {
    expect_invalid(BankerTinfOptions{.arms = 3, .scale_factor = bad}, {"scale_factor"});
    expect_invalid(BankerOmdOptions{.arms = 3, .scale = ConstantScale(bad)}, {"scale.value"});
    expect_invalid(BankerOmdOptions{.arms = 3, .scale = DelayAdaptiveScale(bad)}, {"scale.factor"});
    expect_invalid(OmdOptions{.arms = 3, .scale = ConstantScale(bad)}, {"scale.value"});
    expect_invalid(OmdOptions{.arms = 3, .scale = DelayAdaptiveScale(bad)}, {"scale.factor"});
    expect_invalid(BankerSftinfOptions{.arms = 3, .initial_loss_size = bad}, {"initial_loss_size"});
    expect_invalid(BankerSflbinfOptions{.arms = 3, .initial_loss_size = bad}, {"initial_loss_size"});
  }
  expect_invalid(BankerTinfOptions{.arms = 3, .loss_range = {0, NAN}}, {"loss_range"});
  expect_invalid(BankerTinfOptions{.arms = 3, .loss_range = {-INFINITY, 1}}, {"loss_range"});
  expect_invalid(BankerTinfOptions{.arms = 3, .seed = std::uint64_t{1} << 53}, {"seed"});
  expect_invalid(BankerSflbinfOptions{.arms = 3, .horizon = 1}, {"horizon"});
  expect_invalid(BankerTinfOptions{.arms = {"a", "a"}}, {"arms", "twice"});
  expect_invalid(BankerTinfOptions{.arms = 3, .reserve = Reserve{}}, {"reserve", "proportional"});
  for (const double bad : {-1.0, double{NAN}, double{INFINITY}}) {
    constexpr Spending kPool = Spending::kProportional;
    const auto with = [&](const Reserve& r) {
      return BankerTinfOptions{.arms = 3, .spending = kPool, .reserve = r};
    };
    expect_invalid(with({.rho = bad}), {"reserve.rho"});
    expect_invalid(with({.kappa = bad}), {"reserve.kappa"});
    expect_invalid(with({.hysteresis = bad}), {"reserve.hysteresis"});
    expect_invalid(BankerTinfOptions{.arms = 3, .skip_stale = SkipStale(bad)}, {"skip_stale"});
  }
}

TEST(BadOptions, NoArmsAreTooFew) {
  const auto expect_too_few = []<class Options>(Options) {
    expect_invalid(Options{}, {"\"arms\"", "at least 2"});
    expect_invalid(Options{.arms = {}}, {"\"arms\"", "at least 2"});
    expect_invalid(Options{.arms = 0}, {"\"arms\"", "at least 2"});
    expect_invalid(Options{.arms = 1}, {"\"arms\"", "at least 2"});
    expect_invalid(Options{.arms = std::vector<std::string>()}, {"\"arms\"", "at least 2"});
  };
  expect_too_few(OmdOptions{});
  expect_too_few(BankerOmdOptions{});
  expect_too_few(BankerTinfOptions{});
  expect_too_few(BankerSftinfOptions{});
  expect_too_few(BankerSflbinfOptions{});
  expect_too_few(BankerOptions{});
  expect_too_few(BankerScaleFreeOptions{});
}

TEST(BadOptions, ATsallisParameterOutsideItsLimitsIsRefused) {
  for (const double a : {2.0, 1.0, 0.0, -1.0, 1e-7, 1 - 1e-7, double{NAN}, double{INFINITY}}) {
    expect_invalid(BankerOmdOptions{.arms = 3, .regularizer = Tsallis(a)},
                   {"regularizer.tsallis", "1e-06 to 0.999999"});
    expect_invalid(OmdOptions{.arms = 3, .regularizer = Tsallis(a)},
                   {"regularizer.tsallis", "1e-06 to 0.999999"});
  }
}

// JSON holds valid UTF-8 only, so other names could not be written into a snapshot.
TEST(BadOptions, ArmNamesThatAreNotUtf8AreRefused) {
  for (const char* bad : {"\xff", "caf\xe9", "\xc0\xaf", "\xed\xa0\x80", "cut \xe2\x82"}) {
    expect_invalid(BankerTinfOptions{.arms = {"a", bad}}, {"\"arms\"", "UTF-8"});
    expect_invalid(OmdOptions{.arms = {bad, "b"}}, {"\"arms\"", "UTF-8"});
  }
  EXPECT_TRUE(make_agent(BankerTinfOptions{.arms = {"caf\xc3\xa9", "\xe2\x82\xac"}}));
}

}  // namespace
}  // namespace banker::testing::bad_spec_test
