// Finished runs in a file: a study that was stopped anywhere continues to the same results.

#include "banker/lab/run_log.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lab/lab_support.hpp"

namespace banker::lab::run_log_test {
namespace {

using testing::expect_refused;
using testing::lines_of;
using testing::NewFolder;
using testing::read_text;
using testing::timeless;
using testing::write_text;

Study small_study() {
  return *plan({.agents = {"banker-tinf", "uniform", R"({"agent":"exp3","loss_range":[-0.1,1.7]})"},
                .losses = {"bernoulli:0.2"},
                .delays = {"none", "fixed:20"},
                .arms = {3},
                .rounds = {150},
                .runs = 3,
                .seed = 5});
}

// Runs with the log, one thread: lines in the order of jobs. How many ran.
struct Ran {
  Results results;
  std::size_t fresh = 0;
};
Ran run_with(const Study& study, RunLog& log) {
  Ran ran;
  RunnerOptions options{.threads = 1};
  options.known = [&](std::size_t index) { return log.find(job(study, index)); };
  options.keep = [&](std::size_t index, const RunResult& result) {
    ++ran.fresh;
    return log.append(job(study, index), result);
  };
  ran.results = *run(study, options);
  return ran;
}

class RunLogTest : public ::testing::Test {
 protected:
  RunLogTest() : study_(small_study()) {
    folder_.make();
    RunLog log = *RunLog::open(path(), false);
    all_ = run_with(study_, log).results;
    text_ = read_text(path());
  }
  std::string path() const { return folder_ / "runs.jsonl"; }

  NewFolder folder_;
  Study study_;
  Results all_;
  std::string text_;  // of the finished study
};

TEST_F(RunLogTest, HasALinePerRun) {
  EXPECT_EQ(lines_of(text_).size(), study_.jobs());
  EXPECT_EQ(text_.back(), '\n');
  EXPECT_TRUE(text_.starts_with(R"({"job":{"spec":{"agent":"banker-tinf","rule":1,"arms":3,"seed":5},)"))
      << text_;
}

TEST_F(RunLogTest, WhatIsWrittenIsReadBackToTheLastBit) {
  const RunLog log = *RunLog::open(path(), true);
  EXPECT_EQ(log.size(), study_.jobs());
  for (std::size_t i = 0; i < study_.jobs(); ++i) EXPECT_TRUE(log.find(job(study_, i)) == all_[i]) << i;
}

TEST_F(RunLogTest, ResumesAfterEveryPrefix) {
  const auto lines = lines_of(text_);
  std::string prefix;
  for (std::size_t n = 0; n <= lines.size(); ++n) {
    write_text(path(), prefix);
    RunLog log = *RunLog::open(path(), true);
    ASSERT_EQ(log.size(), n);
    const Ran ran = run_with(study_, log);
    EXPECT_EQ(ran.fresh, study_.jobs() - n);
    EXPECT_TRUE(timeless(ran.results) == timeless(all_)) << n;
    EXPECT_EQ(lines_of(read_text(path())).size(), lines.size());
    EXPECT_TRUE(read_text(path()).starts_with(prefix)) << "what was there is changed";
    if (n < lines.size()) prefix += lines[n];
  }
}

// Whatever is left of the last line: it is thrown away, and the next run starts on a line of its own.
TEST_F(RunLogTest, ACutOffLastLineIsThrownAway) {
  const auto lines = lines_of(text_);
  const std::string before = lines[0] + lines[1];
  for (std::size_t length = 1; length < lines[2].size(); length += length < 4 ? 1 : 97) {
    write_text(path(), before + lines[2].substr(0, length));
    RunLog log = *RunLog::open(path(), true);
    ASSERT_EQ(log.size(), 2u) << length;
    EXPECT_EQ(read_text(path()), before);
    EXPECT_TRUE(timeless(run_with(study_, log).results) == timeless(all_)) << length;
    expect_refused(RunLog::open(path(), true), {path(), "another program"});
  }
  write_text(path(), before + lines[2].substr(0, lines[2].size() - 1));  // all but the end of the line
  EXPECT_EQ(RunLog::open(path(), true)->size(), 2u);
}

TEST_F(RunLogTest, ADamagedLineInTheMiddleIsRefused) {
  const auto lines = lines_of(text_);
  for (const std::string bad : {"\n", "nonsense\n", "{}\n", "[1]\n", "{\"job\":{}}\n"}) {
    const std::string text = lines[0] + bad + lines[2];
    write_text(path(), text);
    expect_refused(RunLog::open(path(), true), {path(), "line 2", "move the file away"});
    EXPECT_EQ(read_text(path()), text) << "a refused file is changed";
  }
  std::string half = lines[1].substr(0, lines[1].size() / 2);
  write_text(path(), lines[0] + half + '\n' + lines[2]);
  expect_refused(RunLog::open(path(), true), {"line 2"});
  std::string word = lines[1];
  word.replace(word.find("\"regret\":") + 9, 1, "\"a\",\"x\":");
  write_text(path(), lines[0] + word);
  expect_refused(RunLog::open(path(), true), {"line 2"});
}

TEST_F(RunLogTest, AnExistingFileWithoutResumeIsRefusedAndUntouched) {
  expect_refused(RunLog::open(path(), false), {path(), "there already", "--resume"});
  EXPECT_EQ(read_text(path()), text_);
  write_text(path(), "my own notes");
  expect_refused(RunLog::open(path(), false), {"there already"});
  EXPECT_EQ(read_text(path()), "my own notes");
}

TEST_F(RunLogTest, ResumeWithoutAFileStartsOne) {
  const std::string fresh = folder_ / "new.jsonl";
  RunLog log = *RunLog::open(fresh, true);
  EXPECT_EQ(log.size(), 0u);
  EXPECT_FALSE(log.append(job(study_, 0), *all_[0]));
  EXPECT_EQ(lines_of(read_text(fresh)).size(), 1u);
}

TEST_F(RunLogTest, AFolderThatIsNotThereIsAnError) {
  expect_refused(RunLog::open(folder_ / "no/runs.jsonl", false), {"cannot open", "no/runs.jsonl"});
  expect_refused(RunLog::open(folder_ / "no/runs.jsonl", true), {"cannot open", "no/runs.jsonl"});
  expect_refused(RunLog::open(folder_.path(), false), {folder_.path()});
}

// Another seed, another agent, more rounds, other delays: other jobs.
TEST_F(RunLogTest, ADifferentJobIsNotFound) {
  const RunLog log = *RunLog::open(path(), true);
  const Job known = job(study_, 0);
  ASSERT_TRUE(log.find(known));
  for (const auto& change : std::vector<std::function<void(Job&)>>{
           [](Job& j) { j.spec = R"({"agent":"banker-tinf","arms":3,"seed":6})"; },
           [](Job& j) { j.losses = "bernoulli:0.3"; }, [](Job& j) { j.delays = "fixed:21"; },
           [](Job& j) { j.arms = 4; }, [](Job& j) { j.rounds = 151; }, [](Job& j) { j.seed = 6; }}) {
    Job other = known;
    change(other);
    EXPECT_FALSE(log.find(other));
  }
}

// A study that grew uses what was finished.
TEST_F(RunLogTest, MoreRunsGoOnFromFewer) {
  Study more = study_;
  more.runs = 4;
  RunLog log = *RunLog::open(path(), true);
  const Ran ran = run_with(more, log);
  EXPECT_EQ(ran.fresh, 6u);
  EXPECT_TRUE(std::equal(all_.begin(), all_.end(), ran.results.begin()));
}

// Numbers that JSON has no word for must not make a file that cannot be continued.
TEST_F(RunLogTest, ResultsThatAreNotFiniteCanBeContinued) {
  const std::string fresh = folder_ / "new.jsonl";
  {
    RunLog log = *RunLog::open(fresh, false);
    RunResult result = *all_[0];
    result.certificate = INFINITY;
    ASSERT_FALSE(log.append(job(study_, 0), result));
    ASSERT_FALSE(log.append(job(study_, 1), *all_[1]));
  }
  const auto log = RunLog::open(fresh, true);
  ASSERT_TRUE(log) << log.error().message;
  EXPECT_EQ(log->size(), 2u);
}

}  // namespace
}  // namespace banker::lab::run_log_test
