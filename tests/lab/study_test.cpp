// From a request to a study: what is filled in, the jobs and their seeds, and every refusal.

#include "banker/lab/study.hpp"

#include <gtest/gtest.h>

#include "agent/json_library.hpp"
#include "banker/core/random.hpp"
#include "banker/lab/request.hpp"
#include "lab/lab_support.hpp"
#include "lab/written_file.hpp"

namespace banker::lab::study_test {
namespace {

using testing::expect_refused;
using testing::WrittenFile;
using Texts = std::vector<std::string>;

Request with_agents(Texts agents) {
  Request request;
  request.agents = std::move(agents);
  return request;
}
Request on(Texts agents, const std::string& losses, const std::string& delays = "none") {
  Request request = with_agents(std::move(agents));
  request.losses = {losses};
  request.delays = {delays};
  return request;
}

TEST(Plan, UsualSizesAreFilledIn) {
  const Study study = *plan(with_agents({"banker-tinf", "exp3"}));
  ASSERT_EQ(study.cells.size(), 1u);
  EXPECT_EQ(study.runs, 16u);
  EXPECT_EQ(study.seed, 1u);
  EXPECT_EQ(study.cells[0].arms, 10u);
  EXPECT_EQ(study.cells[0].rounds, 10000u);
  EXPECT_EQ(study.cells[0].specs, (Texts{R"({"agent":"banker-tinf","rule":1,"arms":10})",
                                         R"({"agent":"exp3","rule":1,"arms":10,"horizon":10000})"}));
  EXPECT_EQ(study.jobs(), 32u);
}

TEST(Plan, WhatASpecSaysIsKept) {
  Request request = with_agents({R"({"agent":"exp3","horizon":500,"loss_range":[-1,2]})",
                                 R"( {"agent":"banker-tinf","arms":["a","b","c"],"seed":99})"});
  request.arms = {3};
  request.rounds = {700};
  const Study study = *plan(request);
  EXPECT_EQ(study.cells[0].specs,
            (Texts{R"({"agent":"exp3","rule":1,"horizon":500,"loss_range":[-1,2],"arms":3})",
                   R"({"agent":"banker-tinf","rule":1,"arms":["a","b","c"],"seed":99})"}));
  EXPECT_EQ(study.agents[0], "exp3 horizon=500 loss_range=[-1,2]");
  EXPECT_EQ(job(study, 1).spec, study.cells[0].specs[1]) << "a seed of its own is kept";
}

TEST(Plan, ALinearProblemHasOneBody) {
  Request request = on({"banker-bolo", "bolo", "delayed-scrible"}, "linear-fixed");
  request.rounds = {300};
  const Study study = *plan(request);
  EXPECT_EQ(study.cells[0].arms, 3u);
  EXPECT_EQ(
      study.cells[0].specs[0],
      R"({"agent":"banker-bolo","rule":1,"body":{"type":"ball","dimension":3,"radius":1.0},"horizon":300})");
  for (const std::string& spec : study.cells[0].specs)
    EXPECT_NE(spec.find(R"("body":{"type":"ball","dimension":3,"radius":1.0})"), spec.npos) << spec;
  request.arms = {7};
  EXPECT_NE(plan(request)->cells[0].specs[1].find(R"("dimension":7)"), std::string::npos);
}

TEST(Plan, TheBodyOfOneSpecIsTheBodyOfAll) {
  const std::string box = R"("body":{"type":"box","lower":[0,0],"upper":[1,2]})";
  const Study study = *plan(on({"bolo", R"({"agent":"banker-bolo",)" + box + "}"}, "linear-fixed"));
  EXPECT_EQ(study.cells[0].arms, 2u);
  for (const std::string& spec : study.cells[0].specs) EXPECT_NE(spec.find(box), spec.npos) << spec;
  const Study listed =
      *plan(on({R"({"agent":"bolo","actions":[[1,0],[0,1],[-1,-1]]})", "delayed-scrible"}, "linear-fixed"));
  EXPECT_EQ(listed.cells[0].arms, 2u);
  EXPECT_NE(listed.cells[0].specs[1].find(R"("actions":[[1,0],[0,1],[-1,-1]])"), std::string::npos);
}

TEST(Plan, AMatrixNamesArmsAndCountsRounds) {
  const WrittenFile file("round,red,green\n1,0,1\n2,0.5,0.25\n3,1,1\n");
  const WrittenFile trace("4\n0\n");
  const Study study = *plan(on({"uniform"}, "matrix:file=" + file.path()));
  EXPECT_EQ(study.cells[0].arms, 2u);
  EXPECT_EQ(study.cells[0].rounds, 3u);
  EXPECT_EQ(study.cells[0].specs[0], R"({"agent":"uniform","rule":1,"arms":["red","green"]})");
  EXPECT_EQ(
      plan(on({"uniform"}, "matrix:file=" + file.path(), "trace:file=" + trace.path()))->cells[0].rounds, 2u);
}

TEST(Plan, CellsAreEveryCombination) {
  Request request = with_agents({"uniform", "banker-tinf", "bold"});
  request.losses = {"bernoulli", "trap:5"};
  request.delays = {"none", "fixed:3"};
  request.arms = {3, 4};
  request.rounds = {50, 60, 70};
  request.runs = 2;
  request.seed = 40;
  const Study study = *plan(request);
  ASSERT_EQ(study.cells.size(), 24u);
  EXPECT_EQ(study.cells[0].rounds, 50u);
  EXPECT_EQ(study.cells[1].rounds, 60u);
  EXPECT_EQ(study.cells[3].arms, 4u);
  EXPECT_EQ(study.cells[6].delays.text, "fixed:3");
  EXPECT_EQ(study.cells[12].losses.text, "trap:5");
  ASSERT_EQ(study.jobs(), 24u * 3 * 2);
  std::vector<bool> seen(study.jobs());
  for (std::size_t cell = 0; cell < 24; ++cell) {
    for (std::size_t agent = 0; agent < 3; ++agent) {
      for (std::size_t run = 0; run < 2; ++run) {
        const std::size_t index = study.index(cell, agent, run);
        ASSERT_LT(index, seen.size());
        EXPECT_FALSE(seen[index]);
        seen[index] = true;
        const Job one = job(study, index);
        EXPECT_EQ(one.seed, 40 + run);
        EXPECT_EQ(one.arms, study.cells[cell].arms);
        EXPECT_EQ(one.rounds, study.cells[cell].rounds);
        EXPECT_EQ(one.losses, study.cells[cell].losses.text);
        EXPECT_EQ(one.delays, study.cells[cell].delays.text);
        auto spec = nlohmann::ordered_json::parse(study.cells[cell].specs[agent]);
        spec["seed"] = 40 + run;
        EXPECT_EQ(one.spec, spec.dump());
      }
    }
  }
}

TEST(PlanRefuses, AgentsThatDoNotExist) {
  expect_refused(plan(with_agents({"banker-tnif"})), {"banker-tnif", "did you mean \"banker-tinf\""});
  expect_refused(plan(with_agents({"zzzzzzzz"})), {"zzzzzzzz", "known", "banker-tinf"});
  expect_refused(plan(with_agents({R"({"agent":"exp4"})"})), {"exp4", "exp3"});
  expect_refused(plan(with_agents({""})), {"unknown agent"});
  expect_refused(plan(with_agents({R"({"arms":3})"})), {"names no agent", "write"});
  expect_refused(plan(with_agents({R"({"agent":7})"})), {"names no agent", "write"});
  expect_refused(plan(with_agents({R"({"agent":"exp3")"})), {"the spec", "wrong"});
  expect_refused(plan(with_agents({R"({"agent":"exp3","horizn":3})"})), {"exp3", "horizn", "horizon"});
}

TEST(PlanRefuses, AnAgentTwice) {
  expect_refused(plan(with_agents({"uniform", "exp3", "uniform"})), {"uniform", "twice"});
  expect_refused(plan(with_agents({"uniform", R"({"agent":"uniform"})"})), {"uniform", "twice"});
  EXPECT_TRUE(plan(with_agents({"uniform", R"({"agent":"uniform","seed":3})"})));
}

TEST(PlanRefuses, NothingToDo) {
  expect_refused(plan(Request{}), {"no agents", "--agents"});
  Request request = with_agents({"uniform"});
  request.runs = 0;
  expect_refused(plan(request), {"0 runs", "at least 1"});
  request = with_agents({"uniform"});
  request.losses = {};
  expect_refused(plan(request), {"losses", "empty list"});
  request = with_agents({"uniform"});
  request.delays = {};
  expect_refused(plan(request), {"delays", "empty list"});
}

TEST(PlanRefuses, SizesThatAreTooSmallOrTooLarge) {
  Request request = with_agents({"uniform"});
  for (const std::uint64_t rounds : {0u, 1u}) {
    request.rounds = {rounds};
    expect_refused(plan(request), {"at least 2 rounds", std::to_string(rounds)});
  }
  request.rounds = {(std::uint64_t{1} << 40) + 1};
  expect_refused(plan(request), {"1099511627777", "1099511627776"});
  request.rounds = {10};
  for (const std::size_t arms : {0u, 1u}) {
    request.arms = {arms};
    expect_refused(plan(request), {"at least 2 arms", std::to_string(arms)});
  }
  request.arms = {(std::size_t{1} << 24) + 1};
  expect_refused(plan(request), {"16777217", "at most 16777216"});
  request.arms = {2};
  request.runs = 10'000'001;
  expect_refused(plan(request), {"10000000"});
  request.runs = 5'000'000;
  request.losses = {"bernoulli", "trap:3", "drifting"};
  expect_refused(plan(request), {"10000000"});
}

TEST(PlanRefuses, SeedsTooLarge) {
  Request request = with_agents({"uniform"});
  for (const std::uint64_t seed : {kMaxSeed, kMaxSeed - 5, ~std::uint64_t{0}}) {
    request.seed = seed;
    expect_refused(plan(request), {"seed", std::to_string(seed), std::to_string(kMaxSeed)});
  }
  request.seed = kMaxSeed - 16;
  EXPECT_TRUE(plan(request));
}

TEST(PlanRefuses, LossesOutsideTheRangeOfAnAgent) {
  expect_refused(plan(on({"banker-tinf"}, "signed-jump")),
                 {"signed-jump", "[-10, 1]", "banker-tinf", "[0, 1]",
                  R"(--agent '{"agent":"banker-tinf","loss_range":[-10,1]}')"});
  EXPECT_TRUE(plan(on({R"({"agent":"banker-tinf","loss_range":[-10,1]})"}, "signed-jump")))
      << "what the message says must work";
  expect_refused(plan(on({"banker-sftinf"}, "gaussian")), {"gaussian", "banker-sftinf", "leave it out"});
  expect_refused(plan(on({R"({"agent":"exp3","loss_range":[0,0.5]})"}, "bernoulli")), {"[0, 0.5]"});
  expect_refused(plan(on({R"({"agent":"bolo","loss_range":[-0.5,0.5]})"}, "linear-fixed")),
                 {"[-1, 1]", "[-0.5, 0.5]"});
  EXPECT_TRUE(plan(on({"banker-sflbinf", "ahb"}, "signed-jump")));
}

TEST(PlanRefuses, OmdUnderDelayButNotWithoutOne) {
  expect_refused(plan(on({"omd"}, "bernoulli", "fixed:1")),
                 {"omd", "fixed:1", "banker-omd", "--delays none"});
  EXPECT_TRUE(plan(on({"omd"}, "bernoulli", "none")));
  EXPECT_TRUE(plan(on({"omd"}, "bernoulli", "fixed:0")));
  EXPECT_TRUE(plan(on({R"({"agent":"bold","base":{"agent":"omd"}})"}, "bernoulli", "fixed:9")));
}

TEST(PlanRefuses, ArmsForBodiesAndBodiesForArms) {
  expect_refused(plan(on({"banker-tinf"}, "linear-walk")), {"banker-tinf plays arms", "linear-walk", "body"});
  expect_refused(plan(on({"banker-bolo"}, "bernoulli")), {"banker-bolo plays points", "bernoulli", "arms"});
}

TEST(PlanRefuses, DifferentBodies) {
  const std::string first = R"({"agent":"bolo","body":{"type":"ball","dimension":2,"radius":1}})";
  expect_refused(
      plan(on({first, R"({"agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":2}})"},
              "linear-fixed")),
      {"another body", "one body"});
  expect_refused(
      plan(on({first, R"({"agent":"banker-bolo","actions":[[1,0],[0,1],[0,0]]})"}, "linear-fixed")),
      {"another body"});
  EXPECT_TRUE(plan(on({first, R"({"agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1.0}})"},
                      "linear-fixed")));
  Request request = on({first}, "linear-fixed");
  request.arms = {3};
  expect_refused(plan(request), {"2 coordinates", "3", "leave it out"});
  expect_refused(plan(on({R"({"agent":"bolo","body":{"type":"bll"}})"}, "linear-fixed")), {"bll"});
}

TEST(PlanRefuses, MoreRoundsThanThereAre) {
  const WrittenFile file("a,b\n0,1\n1,0\n0,0\n"), trace("1\n2\n");
  Request request = on({"uniform"}, "matrix:file=" + file.path());
  request.rounds = {4};
  expect_refused(plan(request), {"4 rounds", file.path(), "3"});
  request.rounds = {3};
  EXPECT_TRUE(plan(request));
  request.delays = {"trace:file=" + trace.path()};
  expect_refused(plan(request), {"3 rounds", trace.path(), "2"});
}

TEST(PlanRefuses, AnotherNumberOfArmsThanTheLosses) {
  const WrittenFile file("a,b\n0,1\n1,0\n");
  Request request = on({"uniform"}, "matrix:file=" + file.path());
  request.arms = {3};
  expect_refused(plan(request), {file.path(), "2 arms", "3"});
  request = on({"uniform"}, "bernoulli:means=0.1:0.2:0.3");
  request.arms = {2};
  expect_refused(plan(request), {"3 arms", "2"});
  expect_refused(plan(on({R"({"agent":"exp3","arms":4})"}, "bernoulli")), {"exp3", "4 arms", "10"});
}

TEST(PlanRefuses, LossesAndDelaysThatDoNotExist) {
  expect_refused(plan(on({"uniform"}, "bernouli")), {"bernouli", "did you mean \"bernoulli\""});
  expect_refused(plan(on({"uniform"}, "bernoulli", "fixd:3")), {"fixd", "did you mean \"fixed\""});
  expect_refused(plan(on({"uniform"}, "matrix:file=/no/such/file.csv")),
                 {"/no/such/file.csv", "cannot read"});
}

TEST(ReadRequest, ReadsEverythingAndOneThingForAList) {
  const Request request = *read_request(
      R"({"agents":["uniform",{"agent":"exp3","horizon":9}],"losses":"trap:5","delays":["none","fixed:2"],
          "arms":3,"rounds":[10,20],"runs":2,"seed":7})");
  EXPECT_EQ(request.agents, (Texts{"uniform", R"({"agent":"exp3","horizon":9})"}));
  EXPECT_EQ(request.losses, Texts{"trap:5"});
  EXPECT_EQ(request.delays, (Texts{"none", "fixed:2"}));
  EXPECT_EQ(request.arms, std::vector<std::size_t>{3});
  EXPECT_EQ(request.rounds, (std::vector<std::uint64_t>{10, 20}));
  EXPECT_EQ(request.runs, 2u);
  EXPECT_EQ(request.seed, 7u);
  const Request least = *read_request(R"({"agents":"uniform"})");
  EXPECT_EQ(least.losses, Texts{"bernoulli"});
  EXPECT_TRUE(least.arms.empty());
  EXPECT_EQ(least.runs, 16u);
}

TEST(ReadRequest, SaysWhatIsWrong) {
  expect_refused(read_request("[]"), {"a study is an object", "not"});
  expect_refused(read_request("{"), {});
  expect_refused(read_request(R"({"agents":[3]})"), {"agents", "a name or a spec"});
  expect_refused(read_request(R"({"agents":["uniform"],"losses":[]})"),
                 {"losses", "empty list", "leave it out"});
  expect_refused(read_request(R"({"agents":["uniform"],"rounds":"ten"})"), {"rounds", "0, 1, 2"});
  expect_refused(read_request(R"({"agents":["uniform"],"rounds":10.5})"), {"rounds", "10.5"});
  expect_refused(read_request(R"({"agents":["uniform"],"runs":-1})"), {"runs", "-1"});
  expect_refused(read_request(R"({"agents":["uniform"],"delays":3})"), {"delays", "text"});
  expect_refused(read_request(R"({"agents":["uniform"],"los":"x"})"), {"los"});
  expect_refused(plan(*read_request("{}")), {"no agents"});
}

}  // namespace
}  // namespace banker::lab::study_test
