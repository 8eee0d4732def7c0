// Mistakes in the spec of a linear agent: every one is refused with the path of what is wrong.

#include <cmath>

#include "agent/bad_spec.hpp"
#include "agent/player.hpp"

namespace banker::testing::bad_linear_spec_test {
namespace {

const std::vector<std::string>& linear_agents() {
  static const std::vector<std::string> list{"banker-bolo", "bolo", "delayed-scrible"};
  return list;
}

// The body, or another key beside a good body, is refused in every linear agent.
void expect_bad_body(const std::string& body, const std::vector<std::string>& words) {
  for (const std::string& agent : linear_agents())
    expect_bad(R"({"agent":")" + agent + R"(","body":)" + body + '}', words);
}
void expect_bad_actions(const std::string& actions, const std::vector<std::string>& words) {
  for (const std::string& agent : linear_agents())
    expect_bad(R"({"agent":")" + agent + R"(","actions":)" + actions + '}', words);
}
void expect_bad_key(const std::string& agent, const std::string& key, const std::vector<std::string>& words) {
  expect_bad(R"({"agent":")" + agent + R"(","body":{"type":"ball","dimension":3,"radius":1},)" + key + '}',
             words);
}

TEST(BadLinearSpec, NeedsExactlyOneOfBodyAndActions) {
  for (const std::string& agent : linear_agents()) {
    expect_bad(Json{{"agent", agent}}.dump(), {agent, "needs one of", "\"body\"", "\"actions\"", "\"ball\""});
    expect_bad(Json{{"agent", agent}, {"body", ball_place().value}, {"actions", {{0}, {1}}}}.dump(),
               {agent, "leave one out", "\"body\"", "\"actions\""});
  }
}

TEST(BadLinearSpec, ArmsAreOfOtherAgents) {
  for (const std::string& agent : linear_agents()) {
    expect_bad(Json{{"agent", agent}, {"arms", 3}}.dump(), {"\"arms\"", agent, "\"body\""});
    expect_bad_key(agent, R"("arms":3)", {"unknown key \"arms\"", agent});
    expect_bad_key(agent, R"("bodi":3)", {"\"bodi\"", "\"body\"?"});
  }
  expect_bad(Json{{"agent", "banker-tinf"}, {"arms", 3}, {"body", ball_place().value}}.dump(),
             {"unknown key \"body\"", "banker-tinf"});
  expect_bad_key("bolo", R"("spending":"oldest-first")", {"unknown key \"spending\"", "bolo"});
}

TEST(BadLinearSpec, AnUnknownBodyTypeNamesTheNearest) {
  expect_bad_body(R"({"type":"bal","dimension":3,"radius":1})", {"\"body.type\"", "\"bal\"", "\"ball\"?"});
  expect_bad_body(R"({"type":"politope"})", {"\"body.type\"", "\"polytope\"?"});
  expect_bad_body(R"({"type":"qqqqqqqq"})", {"ball", "box", "ellipsoid", "polytope", "product"});
  expect_bad_body(R"({"dimension":3,"radius":1})", {"\"body\" has no \"type\"", "\"ellipsoid\""});
  expect_bad_body(R"({"type":3})", {"\"body.type\"", "a text"});
  expect_bad_body(R"({"type":"product","bodies":[{"type":"ball","dimension":1,"radius":1},{"type":"boxx"}]})",
                  {"\"body.bodies[1].type\"", "\"box\"?"});
}

TEST(BadLinearSpec, EveryKeyOfABodyIsKnownAndThere) {
  expect_bad_body(R"({"type":"ball","dimension":3})", {"\"body\" is of type ball, which needs \"radius\""});
  expect_bad_body(R"({"type":"ball","radius":3})", {"\"body\" is of type ball, which needs \"dimension\""});
  expect_bad_body(R"({"type":"box","upper":[1]})", {"\"body\" is of type box, which needs \"lower\""});
  expect_bad_body(R"({"type":"ellipsoid","center":[1]})",
                  {"\"body\" is of type ellipsoid, which needs \"matrix\""});
  expect_bad_body(R"({"type":"polytope","b":[1]})", {"\"body\" is of type polytope, which needs \"A\""});
  expect_bad_body(R"({"type":"product"})", {"\"body\" is of type product, which needs \"bodies\""});
  expect_bad_body(R"({"type":"product","bodies":[{"type":"box","lower":[0]}]})", {"which needs \"upper\""});
  expect_bad_body(R"({"type":"ball","dimension":3,"radius":1,"radus":1})",
                  {"\"radus\"", "\"body\"", "\"radius\"?"});
  expect_bad_body(R"({"type":"polytope","a":[[1],[-1]],"b":[1,1]})", {"\"a\"", "\"A\"?"});
  expect_bad_body(R"({"type":"ball","dimension":3,"radius":1,"radius":2})", {"\"radius\"", "twice"});
}

TEST(BadLinearSpec, AWrongTypeIsNamedWithItsPathAtEveryDepth) {
  const auto expect_path = [](const std::string& body, const std::string& path, const std::string& wanted) {
    expect_bad_body(body, {'"' + path + '"', wanted});
    expect_bad_body(R"({"type":"product","bodies":[{"type":"ball","dimension":1,"radius":1},)" + body + "]}",
                    {"\"body.bodies[1]" + path.substr(4) + '"', wanted});
  };
  expect_path("[]", "body", "an object");
  expect_path(R"({"type":"ball","dimension":3.5,"radius":1})", "body.dimension", "an integer, not 3.5");
  expect_path(R"({"type":"ball","dimension":3,"radius":"1"})", "body.radius", "a number, not a text");
  expect_path(R"({"type":"box","lower":0,"upper":[1]})", "body.lower", "a list");
  expect_path(R"({"type":"box","lower":[0,0],"upper":[1,null]})", "body.upper[1]", "a number, not null");
  expect_path(R"({"type":"ellipsoid","center":[0],"matrix":[1]})", "body.matrix[0]", "a list");
  expect_path(R"({"type":"polytope","A":3,"b":[1]})", "body.A", "a list of rows");
  expect_path(R"({"type":"polytope","A":[[1,0],[0,1],[1,true]],"b":[1,1,1]})", "body.A[2][1]", "a number");
  expect_path(R"({"type":"polytope","A":[[1],[-1]],"b":[1,[1]]})", "body.b[1]", "a number, not a list");
  expect_path(R"({"type":"product","bodies":3})", "body.bodies", "a list of bodies");
  expect_path(R"({"type":"product","bodies":[3]})", "body.bodies[0]", "an object");
  expect_bad_actions("3", {"\"actions\"", "a list of rows"});
  expect_bad_actions("[[1],2]", {"\"actions[1]\"", "a list of numbers, not 2"});
  expect_bad_actions(R"([[1],["2"]])", {"\"actions[1][0]\"", "a number"});
  expect_bad_actions(R"({"up":[1],"down":[{}]})", {"actions.down[0]", "a number, not an object"});
}

// At most 16 products in each other; every product is an object and a list, so 32 are too deep for JSON anyway.
TEST(BadLinearSpec, ProductsInProductsEndSomewhere) {
  const auto nested = [](int depth) {
    std::string body;
    for (int i = 0; i < depth; ++i) body += R"({"type":"product","bodies":[)";
    body += R"({"type":"ball","dimension":2,"radius":1})";
    for (int i = 0; i < depth; ++i) body += "]}";
    return body;
  };
  const std::string good = R"({"agent":"banker-bolo","body":)" + nested(16) + '}';
  const auto agent = make_agent(good);
  ASSERT_TRUE(agent) << agent.error().message;
  EXPECT_TRUE(load_agent((*agent)->save()));
  expect_bad_body(nested(17), {"nested 17 deep"});
  expect_bad_body(nested(32), {"nested deeper than 64"});
  expect_bad_body(nested(100'000), {"nested deeper than 64"});
}

TEST(BadLinearSpec, DimensionsAndSizesHaveLimits) {
  expect_bad_body(R"({"type":"ball","dimension":0,"radius":1})", {"\"body.dimension\" is 0", "1048576"});
  expect_bad_body(R"({"type":"ball","dimension":-1,"radius":1})", {"\"body.dimension\" is -1", "negative"});
  for (const std::string n : {"1048577", "1000000000000", "18446744073709551615"})
    expect_bad_body(R"({"type":"ball","dimension":)" + n + R"(,"radius":1})",
                    {"\"body.dimension\" is " + n, "1 to 1048576"});
  expect_bad_body(R"({"type":"ball","dimension":18446744073709551616,"radius":1})", {"\"body.dimension\""});
  for (const std::string r : {"0", "-1", "1e-101", "1e101"})
    expect_bad_body(R"({"type":"ball","dimension":3,"radius":)" + r + '}', {"\"body.radius\"", "from"});
  expect_bad_body(R"({"type":"product","bodies":[{"type":"ball","dimension":1048576,"radius":1},)"
                  R"({"type":"ball","dimension":1,"radius":1}]})",
                  {"\"body\"", "1048576"});
  expect_bad_body(R"({"type":"box","lower":[0],"upper":[1e101]})", {"\"body.upper[0]\""});
  expect_bad_body(R"({"type":"product","bodies":[]})", {"\"body.bodies\" is empty"});
}

// A body whose rounds would take minutes is refused at once.
TEST(BadLinearSpec, TheWorkOfARoundHasALimit) {
  const std::string start =
      R"({"agent":"bolo","sampler":"eigen","body":{"type":"ball","radius":1,"dimension":)";
  EXPECT_TRUE(make_agent(start + "512}}"));
  for (const std::string n : {"513", "1048576"}) expect_bad(start + n + "}}", {"\"sampler\"", n, "512"});
  constexpr std::size_t n = 1025;  // n^3 multiplications are too many
  Rows unit(n, Vector(n));
  for (std::size_t i = 0; i < n; ++i) unit[i][i] = 1;
  expect_invalid(BankerBoloOptions{.body = Ellipsoid{Vector(n), unit}}, {"body", "too large", "1025"});
  expect_invalid(BankerBoloOptions{.body = Polytope{unit, Vector(n, 1)}}, {"body", "too large", "1025"});
  expect_invalid(BankerBoloOptions{.actions = Actions(unit)}, {"actions", "too large", "1025"});
}

TEST(BadLinearSpec, SizesFitTogether) {
  expect_bad_body(R"({"type":"box","lower":[0,0],"upper":[1]})", {"\"body.lower\"", "\"body.upper\""});
  expect_bad_body(R"({"type":"box","lower":[],"upper":[]})", {"\"body.lower\" is empty"});
  expect_bad_body(R"({"type":"ellipsoid","center":[0,0],"matrix":[[1,0]]})", {"\"body.matrix\"", "1", "2"});
  expect_bad_body(R"({"type":"ellipsoid","center":[0,0],"matrix":[[1,0],[0]]})", {"\"body.matrix[1]\"", "2"});
  expect_bad_body(R"({"type":"polytope","A":[],"b":[]})", {"\"body.A\" has no rows"});
  expect_bad_body(R"({"type":"polytope","A":[[]],"b":[1]})", {"\"body.A[0]\" is empty"});
  expect_bad_body(R"({"type":"polytope","A":[[1],[-1,2]],"b":[1,1]})", {"\"body.A[1]\"", "has 2"});
  expect_bad_body(R"({"type":"polytope","A":[[1],[-1]],"b":[1,1,1]})", {"\"body.A\"", "\"body.b\""});
  expect_bad_actions("[[1,2],[1]]", {"\"actions[1]\"", "2"});
  expect_bad_actions("[[],[]]", {"\"actions[0]\" is empty"});
  expect_bad_actions("[[1,2]]", {"\"actions\" has 1 points", "at least 2"});
}

TEST(BadLinearSpec, ABodyIsBoundedAndHasAnInterior) {
  expect_bad_body(R"({"type":"box","lower":[0,2],"upper":[1,1]})", {"\"body\" is empty", "lower[1]"});
  expect_bad_body(R"({"type":"box","lower":[0,1],"upper":[1,1]})", {"\"body\" is flat", "lower[1]"});
  expect_bad_body(R"({"type":"polytope","A":[[1],[-1]],"b":[1,-2]})", {"\"body\" is empty"});
  expect_bad_body(R"({"type":"polytope","A":[[1],[-1]],"b":[1,-1]})", {"\"body\" is flat"});
  expect_bad_body(R"({"type":"polytope","A":[[1,0],[-1,0],[0,1]],"b":[1,1,1]})", {"\"body\" is unbounded"});
  expect_bad_body(R"({"type":"polytope","A":[[1,0],[0,0],[-1,-1]],"b":[1,1,1]})", {"\"body.A[1]\"", "zeros"});
  expect_bad_body(R"({"type":"product","bodies":[{"type":"polytope","A":[[1],[-1]],"b":[1,-2]}]})",
                  {"\"body.bodies[0]\" is empty"});
  expect_bad_body(R"({"type":"ellipsoid","center":[0,0],"matrix":[[1,2],[2,1]]})", {"positive definite"});
  expect_bad_body(R"({"type":"ellipsoid","center":[0,0],"matrix":[[1,2],[0,9]]})", {"not symmetric"});
  expect_bad_actions("[[1,2],[1,2],[1,2]]", {"\"actions\"", "same point"});
}

TEST(BadLinearSpec, NamesOfActionsAreNotEmptyAndNotTwiceTheSame) {
  expect_bad_actions(R"({"a":[1],"a":[2]})", {"\"a\"", "twice"});
  expect_bad_actions(R"({"a":[1],"":[2]})", {"\"actions\"", "empty name"});
}

TEST(BadLinearSpec, NuFloorSamplerAndRangeHaveLimits) {
  expect_bad_key("banker-bolo", R"("nu":"papr")", {"\"nu\" is \"papr\"", "\"paper\"?"});
  expect_bad_key("banker-bolo", R"("nu":"none")", {"\"nu\"", "body", "paper"});
  for (const std::string nu : {"0", "-1", "1e-4", "1e10"})
    expect_bad_key("banker-bolo", R"("nu":)" + nu, {"\"nu\"", "0.001 to 1e+09"});
  for (const std::string floor : {"0", "-8", "1e101"})
    expect_bad_key("banker-bolo", R"("floor":)" + floor, {"\"floor\"", "1e-100 to 1e+100"});
  for (const std::string& agent : linear_agents()) {
    expect_bad_key(agent, R"("sampler":"cholesk")", {"\"sampler\"", "\"cholesky\"?"});
    expect_bad_key(agent, R"("horizon":1)", {"\"horizon\"", "2"});
    for (const std::string range : {"[1,0]", "[1,1]", "[-1e308,1e308]"})
      expect_bad_key(agent, R"("loss_range":)" + range, {"\"loss_range\""});
  }
}

TEST(BadLinearOptions, BuiltInCppMeetTheSameLimits) {
  const Ball ball{3, 1.0};
  const auto expect_limits = [&]<class Options>(Options) {
    expect_invalid(Options{}, {"needs one of", "\"body\"", "\"actions\""});
    expect_invalid(Options{.body = ball, .actions = Actions(Rows{{0}, {1}})}, {"leave one out"});
    expect_invalid(Options{.body = Ball{0, 1.0}}, {"body.dimension"});
    expect_invalid(Options{.body = Ball{kMaxDimension + 1, 1.0}}, {"body.dimension"});
    for (const double bad : {0.0, -1.0, double{NAN}, double{INFINITY}}) {
      expect_invalid(Options{.body = Ball{3, bad}}, {"body.radius"});
      expect_invalid(Options{.body = Box{{0, 0}, {1, bad == 0 ? NAN : bad}}}, {"body"});
    }
    expect_invalid(Options{.body = Ellipsoid{{0, 0}, {{1, 0}, {0, NAN}}}}, {"body.matrix[1][1]"});
    expect_invalid(Options{.body = Polytope{{{1}, {NAN}}, {1, 1}}}, {"body.A[1][0]"});
    expect_invalid(Options{.body = Polytope{{{1}, {-1}}, {1, -INFINITY}}}, {"body.b[1]"});
    expect_invalid(Options{.body = Product{}}, {"body.bodies", "empty"});
    expect_invalid(Options{.body = Product{{ball, Box{{0}, {0}}}}}, {"body.bodies[1]", "flat"});
    expect_invalid(Options{.actions = Actions(Rows{{0}})}, {"actions", "at least 2"});
    expect_invalid(Options{.actions = Actions(Rows{{0}, {NAN}})}, {"actions[1][0]"});
    expect_invalid(Options{.actions = Actions(Rows{{0}, {1}}, {"a"})}, {"1 names for 2 points"});
    expect_invalid(Options{.actions = Actions(Rows{{0}, {1}}, {"a", "a"})}, {"actions", "twice"});
    expect_invalid(Options{.actions = Actions(Rows{{0}, {1}}, {"a", "\xff"})}, {"actions", "UTF-8"});
    expect_invalid(Options{.body = ball, .seed = std::uint64_t{1} << 53}, {"seed"});
    expect_invalid(Options{.body = ball, .horizon = 1}, {"horizon"});
    expect_invalid(Options{.body = ball, .sampler = static_cast<Sampler>(7)}, {"sampler"});
    expect_invalid(Options{.body = ball, .loss_range = {0, NAN}}, {"loss_range"});
    EXPECT_TRUE(make_agent(Options{.body = ball}));
    EXPECT_FALSE(Options{.body = ball}.validate());
  };
  expect_limits(BankerBoloOptions{});
  expect_limits(BoloOptions{});
  expect_limits(DelayedScribleOptions{});
  for (const double bad : {0.0, -1.0, double{NAN}, double{INFINITY}}) {
    expect_invalid(BankerBoloOptions{.body = ball, .nu = bad}, {"\"nu\""});
    expect_invalid(BankerBoloOptions{.body = ball, .floor = bad}, {"\"floor\""});
  }
}

// What C++ can make, a snapshot can bring back: its spec is JSON within the limits of JSON.
TEST(BadLinearOptions, WhateverIsMadeCanBeLoaded) {
  Shape deep = Ball{2, 1.0};
  for (int i = 0; i < 40; ++i) deep = Product{{deep}};
  Rows points;
  std::vector<std::string> names;
  for (int i = 0; i < 1001; ++i) {
    points.push_back({static_cast<double>(i)});
    names.push_back(std::to_string(i));
  }
  for (const BankerBoloOptions& options :
       {BankerBoloOptions{.body = deep}, BankerBoloOptions{.actions = Actions(points, names)}}) {
    const auto agent = make_agent(options);
    if (!agent) continue;
    const auto loaded = load_agent((*agent)->save());
    EXPECT_TRUE(loaded) << loaded.error().message;
  }
}

}  // namespace
}  // namespace banker::testing::bad_linear_spec_test
