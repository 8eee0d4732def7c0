// The parts of a study: what they take over from it, the order of their cells, and every refusal.

#include <gtest/gtest.h>

#include "banker/lab/request.hpp"
#include "lab/lab_support.hpp"

namespace banker::lab::request_parts_test {
namespace {

using testing::expect_refused;
using Texts = std::vector<std::string>;

constexpr const char* kStart =
    R"({"agents":["uniform","exp3"],"losses":"drifting","arms":3,"rounds":70,"parts":)";

Result<Request> read(const std::string& parts) { return read_request(kStart + parts + "}"); }
Result<Study> planned(const std::string& parts) {
  const auto request = read(parts);
  if (!request) return request.error();
  return plan(*request);
}
Texts names(const Study& study) {
  Texts list;
  for (const Cell& cell : study.cells)
    list.push_back(cell.losses.text + ' ' + cell.delays.text + ' ' + std::to_string(cell.arms) + ' ' +
                   std::to_string(cell.rounds));
  return list;
}

TEST(Parts, TakeOverWhatTheyLeaveOut) {
  const Request request =
      *read(R"([{"delays":"fixed:3"},{"losses":["trap:5","switching"],"arms":[2,4],"rounds":9}])");
  ASSERT_EQ(request.parts.size(), 2u);
  EXPECT_EQ(request.parts[0].losses, Texts{"drifting"});
  EXPECT_EQ(request.parts[0].delays, Texts{"fixed:3"});
  EXPECT_EQ(request.parts[0].arms, std::vector<std::size_t>{3});
  EXPECT_EQ(request.parts[0].rounds, std::vector<std::uint64_t>{70});
  EXPECT_EQ(request.parts[1].losses, (Texts{"trap:5", "switching"}));
  EXPECT_EQ(request.parts[1].delays, Texts{"none"});
  EXPECT_EQ(request.parts[1].arms, (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(request.parts[1].rounds, std::vector<std::uint64_t>{9});
}

TEST(Parts, TakeOverAlsoWhatComesAfterThem) {
  EXPECT_EQ(names(*plan(*read_request(
                R"({"parts":[{"delays":"fixed:3"}],"rounds":70,"agents":"uniform","arms":3})"))),
            Texts{"bernoulli fixed:3 3 70"});
}

TEST(Parts, TheStudyIsTheirCellsInOrder) {
  const Study study =
      *planned(R"([{"delays":["fixed:3","none"]},{"losses":"trap:5","delays":"none","arms":[4,2]}])");
  EXPECT_EQ(names(study),
            (Texts{"drifting fixed:3 3 70", "drifting none 3 70", "trap:5 none 4 70", "trap:5 none 2 70"}));
  EXPECT_EQ(study.jobs(), 4u * 2 * 16);
  EXPECT_EQ(study.cells[3].specs[1], R"({"agent":"exp3","rule":1,"arms":2,"horizon":70})");
}

// The same combinations, written as parts or not, are the same study.
TEST(Parts, AProductInPartsIsTheProduct) {
  const Study parts = *planned(R"([{"delays":"none"},{"delays":"fixed:2"}])");
  const Study whole = *plan(*read_request(
      R"({"agents":["uniform","exp3"],"losses":"drifting","delays":["none","fixed:2"],"arms":3,"rounds":70})"));
  EXPECT_EQ(names(parts), names(whole));
  for (std::size_t i = 0; i < whole.jobs(); ++i) EXPECT_EQ(job(parts, i).spec, job(whole, i).spec);
}

TEST(PartsRefuse, KeysAndTypes) {
  expect_refused(read("[]"), {"parts", "empty list"});
  expect_refused(read(R"([{},"none"])"), {"part 2: ", "a part is an object", "a text"});
  expect_refused(read("7"), {"part 1: ", "a part is an object"});
  expect_refused(read(R"([{},{},{"loses":"trap:3"}])"), {"part 3: ", "loses", "did you mean \"losses\""});
  expect_refused(read(R"([{"seed":3}])"), {"part 1: ", "seed", "known", "losses"});
  expect_refused(read(R"([{"arms":"two"}])"), {"part 1: ", "arms", "0, 1, 2"});
  expect_refused(read(R"([{},{"delays":[]}])"), {"part 2: ", "delays", "empty list"});
}

TEST(PartsRefuse, CombinationsThatCannotBe) {
  expect_refused(planned(R"([{},{"losses":"bernouli"}])"), {"part 2: ", "did you mean \"bernoulli\""});
  expect_refused(planned(R"([{},{"arms":1}])"), {"part 2: ", "at least 2 arms"});
  expect_refused(planned(R"([{"rounds":[70,1]}])"), {"part 1: ", "at least 2 rounds"});
}

TEST(PartsRefuse, ACombinationTwice) {
  expect_refused(planned(R"([{},{"delays":["fixed:3","none"]}])"),
                 {"part 2: ", "drifting, delays none, 3 arms, 70 rounds", "twice"});
  expect_refused(planned(R"([{"arms":[4,4]}])"), {"part 1: ", "twice"});
  EXPECT_TRUE(planned(R"([{},{"rounds":71},{"arms":4},{"losses":"trap:3"},{"delays":"fixed:1"}])"));
  Request plain{.agents = {"uniform"}, .arms = {2}, .rounds = {10}};
  plain.losses = {"trap:3", "trap:3"};
  expect_refused(plan(plain), {"trap:3", "twice"});
}

TEST(PartsRefuse, MoreRunsThanTheMost) {
  Request request = *read(R"([{"losses":"trap:3"},{"losses":"trap:4"},{"losses":"trap:5"}])");
  request.runs = 2'000'000;  // 3 cells of 2 agents
  expect_refused(plan(request), {"10000000"});
}

}  // namespace
}  // namespace banker::lab::request_parts_test
