// `banker replay`: answers, messages with the line number, exit statuses, and hostile input.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "apps/program.hpp"
#include "support/effort.hpp"

namespace banker::testing::replay_command_test {
namespace {

constexpr long kMegabyte = 1'000'000;
// The sanitizers keep freed memory and a shadow of all of it.
constexpr long kPeak = (kSanitized ? 600 : 100) * kMegabyte;

const std::string kSpec = R"({"agent":"banker-tinf","arms":3,"seed":7})";
const std::string kAsk = R"({"ask":{}})";

std::string golden(const std::string& name) {
  std::ifstream in(BANKER_SOURCE_DIR "/tests/golden/" + name, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  EXPECT_TRUE(in) << name;
  return content.str();
}

Finished replay(std::string_view input) { return run({"replay", "-"}, input); }
auto lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

// Refused at this line with this word, and as many answers before it as given.
void expect_refused(const Finished& run, int line, std::string_view word, long answers = 0, int status = 2) {
  EXPECT_EQ(run.status, status) << run.err;
  EXPECT_TRUE(run.err.starts_with("line " + std::to_string(line) + ": ")) << run.err;
  EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
  EXPECT_EQ(lines(run.err), 1) << run.err;
  EXPECT_EQ(lines(run.out), answers) << run.out;
}

// A file that is gone when the test ends.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content) {
    const int file = mkstemp(path_.data());
    EXPECT_EQ(write(file, content.data(), content.size()), static_cast<ssize_t>(content.size()));
    close(file);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { unlink(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = ::testing::TempDir() + "banker_replay_XXXXXX";
};

TEST(ReplayCommand, AnswersALogFromAFileAndFromStandardInput) {
  const std::string expected = golden("banker-tinf.oldest-first.out.jsonl");
  const Finished file = run({"replay", BANKER_SOURCE_DIR "/tests/golden/banker-tinf.oldest-first.jsonl"});
  EXPECT_EQ(file.status, 0);
  EXPECT_EQ(file.err, "");
  EXPECT_EQ(file.out, expected);
  const Finished input = replay(golden("banker-tinf.oldest-first.jsonl"));
  EXPECT_EQ(input.status, 0);
  EXPECT_EQ(input.err, "");
  EXPECT_EQ(input.out, expected);
}

TEST(ReplayCommand, AnswersALogThatStartsWithASnapshot) {
  const Finished run = replay(golden("banker-sflbinf.proportional.snapshot") + kAsk + '\n');
  EXPECT_EQ(run.status, 0) << run.err;
  const std::string continued = golden("banker-sflbinf.proportional.continued.jsonl");
  EXPECT_EQ(run.out, continued.substr(0, continued.find('\n') + 1));
}

TEST(ReplayCommand, ASpecAloneIsALogWithoutAnswers) {
  const Finished run = replay(kSpec);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST(ReplayCommand, LineEndsMayBeCrLfAndTheLastMayBeMissing) {
  const std::string expected = replay(kSpec + '\n' + kAsk + '\n' + kAsk + '\n').out;
  EXPECT_EQ(lines(expected), 2);
  for (const std::string& log :
       {kSpec + "\r\n" + kAsk + "\r\n" + kAsk + "\r\n", kSpec + '\n' + kAsk + '\n' + kAsk,
        "\n\r\n  \n" + kSpec + "\n\n\n" + kAsk + "\n \t \n" + kAsk + "\r"}) {
    const Finished run = replay(log);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, expected);
  }
}

TEST(ReplayCommand, ABadLineStopsTheReplayAndTheLinesBeforeItAreAnswered) {
  const std::string start = kSpec + '\n' + kAsk + "\n\n" + kAsk + '\n';
  for (const char* bad :
       {"nonsense", "{}", R"({"tell":{"round":9,"loss":0.5}})", R"({"tell":{"round":1,"loss":1.5}})",
        R"({"tell":{"round":1.0,"loss":0.5}})", R"({"ask":{"arm":3}})", R"({"drop":{"round":0}})"}) {
    expect_refused(replay(start + bad + '\n' + kAsk + '\n'), 5, "", 2);
    expect_refused(replay(start + bad), 5, "", 2);
    const TemporaryFile file(start + bad + '\n' + kAsk + '\n');
    expect_refused(run({"replay", file.path()}), 5, "", 2);
  }
  expect_refused(replay("\n\n{\"agent\":\"banker-tin\",\"arms\":3}\n"), 3, "banker-tinf");
}

TEST(ReplayCommand, AnAuditThatFailsEndsWithStatus1) {
  const std::string bad = R"({"ask":{"probability":0.5}})";
  expect_refused(replay(kSpec + '\n' + kAsk + '\n' + bad + '\n' + kAsk), 3, "recorded probability 0.5", 1, 1);
  const Finished good = replay(kSpec + "\n{\"ask\":{\"probability\":0.3333333333333333}}\n");
  EXPECT_EQ(good.status, 0) << good.err;
}

TEST(ReplayCommand, AFileThatCannotBeReadIsNamed) {
  const Finished missing = run({"replay", "/no/such/file.jsonl"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.err.find("/no/such/file.jsonl"), std::string::npos) << missing.err;
  EXPECT_EQ(missing.out, "");
  const Finished folder = run({"replay", BANKER_SOURCE_DIR});
  EXPECT_EQ(folder.status, 2);
  EXPECT_NE(folder.err, "");
}

TEST(ReplayCommand, ALogWithoutASpecIsRefused) {
  const TemporaryFile empty("");
  expect_refused(run({"replay", empty.path()}), 1, "spec");
  expect_refused(replay(""), 1, "spec");
  expect_refused(replay("\n\n"), 3, "spec");
  expect_refused(replay(kAsk + '\n'), 1, "agent");
}

TEST(ReplayCommand, AnswersThatCannotBeWrittenAreAFailure) {
  const TemporaryFile log(kSpec + '\n' + kAsk + '\n');
  const std::string command = BANKER_PROGRAM " replay " + log.path() + " >/dev/full 2>/dev/null";
  const std::string piped = BANKER_PROGRAM " replay - <" + log.path() + " >/dev/full 2>/dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_EQ(WEXITSTATUS(std::system(piped.c_str())), 1);
}

TEST(HostileInput, ALineOf100MegabytesIsRefusedWithoutBeingReadIntoMemory) {
  const std::string chunk(kMegabyte, ' ');
  for (const std::string& start : {std::string(), kSpec + '\n' + kAsk + '\n' + "{\"ask\":"}) {
    const Finished run = run_streaming({"replay", "-"}, [&](const Write& write) {
      bool reads = write(start);
      for (int i = 0; i < 100 && reads; ++i) reads = write(chunk);
      write("}\n");
    });
    expect_refused(run, start.empty() ? 1 : 3, "16 MiB", start.empty() ? 0 : 1);
    EXPECT_LT(run.peak_bytes, kPeak);
  }
}

TEST(HostileInput, AMillionLevelsAreRefused) {
  for (const char* level : {"[", "{\"a\":"}) {
    std::string deep = "{\"ask\":";
    for (int i = 0; i < 1'000'000; ++i) deep += level;
    const Finished run = replay(kSpec + '\n' + deep + '\n');
    expect_refused(run, 2, "nested deeper than 64");
    EXPECT_LT(run.peak_bytes, kPeak);
  }
}

TEST(HostileInput, NothingAfterAZeroByteIsSilentlyIgnored) {
  const std::string zero("\0", 1);
  expect_refused(replay(kSpec + zero + "surplus\n"), 1, "");
  expect_refused(replay(kSpec + '\n' + kAsk + '\n' + kAsk + zero + "{\"drop\":{\"round\":1}}\n"), 3, "", 1);
}

TEST(HostileInput, BinaryJunkIsRefused) {
  std::mt19937_64 random(61);
  for (int i = 0; i < effort(60, 20); ++i) {
    std::string junk;
    for (int j = 0; j < 500; ++j) junk += static_cast<char>(random());
    junk.insert(0, 1, '\x01');  // never a blank line
    expect_refused(replay(junk), 1, "");
    expect_refused(replay(kSpec + '\n' + kAsk + '\n' + junk), 3, "", 1);
  }
  expect_refused(replay(std::string("\0", 1)), 1, "");
  expect_refused(replay("\xff\xfe" + kSpec), 1, "");
  expect_refused(replay(kSpec + '\n' + "{\"ask\":{\"arm\":\"\xc3\x28\"}}"), 2, "");
}

}  // namespace
}  // namespace banker::testing::replay_command_test
