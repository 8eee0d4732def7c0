// A bit of the journal's file is flipped: who asks again with an id gets the first answer or none, never another decision.

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <iterator>
#include <optional>

#include "banker/service/service.hpp"
#include "show.hpp"
#include "support/folder.hpp"

namespace banker::testing::flipped_page_test {
namespace {

using namespace service;

const std::string kArms = R"({"agent":"banker","arms":3,"seed":8})";
constexpr int kDecisions = 400;

std::string id_of(int i) { return "the-visit-of-" + std::to_string(10'000 + i); }

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The answers to asks with ids, from a server that then stopped.
std::vector<std::string> write_journal(const std::string& file) {
  const auto service = *Service::start(*store::open_journal(file), {});
  service->call(Create{"a", kArms, {}});
  std::vector<std::string> answers;
  for (int i = 0; i < kDecisions; ++i) {
    answers.push_back(show(service->call(Ask{"a", 1, {id_of(i)}})));
    service->call(Tell{"a", {{id_of(i), 0.5, Outcome::Kind::kLoss}}});
  }
  return answers;
}

// What a server on this file answers now; none: it does not start.
std::optional<std::string> ask_again(const std::string& content, const std::string& id) {
  const Folder folder;
  const std::string file = folder.file("banker.db");
  std::ofstream(file, std::ios::binary) << content;
  auto journal = store::open_journal(file);
  const auto service = journal ? Service::start(*std::move(journal), {}) : journal.error();
  if (service) return show((*service)->call(Ask{"a", 1, {id}}));
  EXPECT_EQ(service.error().code, ErrorCode::kDamaged) << service.error().message;
  return std::nullopt;
}

// An id is in the row of its decision, and in the index that leads there. If the one in the index is another one, the first seems never to have
// been asked.
TEST(FlippedPage, AnAskThatIsRepeatedIsNeverAnsweredWithASecondDecision) {
  const Folder folder;
  const std::vector<std::string> answers = write_journal(folder.file("banker.db"));
  const std::string whole = content_of(folder.file("banker.db"));
  int refused = 0;
  for (const int i : {0, 7, 133, 250, kDecisions - 1}) {
    const std::string id = id_of(i), first = answers[static_cast<std::size_t>(i)];
    EXPECT_EQ(ask_again(whole, id), first);
    int places = 0;
    for (std::size_t at = whole.find(id); at != whole.npos; at = whole.find(id, at + 1), ++places) {
      std::string changed = whole;
      changed[at + id.size() - 1] ^= 0x10;
      const auto answer = ask_again(changed, id);
      const bool clear = !answer || *answer == "problem 503";
      EXPECT_TRUE(clear || *answer == first) << id << ": " << *answer;
      refused += clear;
    }
    EXPECT_GE(places, 2) << "the row and the index";
  }
  EXPECT_GE(refused, 10);
}

std::string as_stored(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(bits >> shift);
  return bytes;
}

// Of a list the outcome that lies on the page is not known any more; those before and after it are counted, and are on disk.
TEST(FlippedPage, AnOutcomeOnItSpoilsNoOther) {
  constexpr double kFirst = 0.123456789;
  const Folder folder;
  const std::string file = folder.file("banker.db");
  const auto loss = [](int round, double value) {
    return Report{"r" + std::to_string(round), value, Outcome::Kind::kLoss};
  };
  {
    const auto service = *Service::start(*store::open_journal(file), {});
    service->call(Create{"a", kArms, {}});
    service->call(Ask{"a", 1000, {}});
    service->call(Tell{"a", {loss(1, kFirst)}});
    for (int i = 2; i <= 900; ++i) service->call(Tell{"a", {loss(i, 0.5)}});
  }
  std::string content = content_of(file);
  const std::size_t at = content.find(as_stored(kFirst));
  ASSERT_NE(at, content.npos);
  content[at + 7] ^= 1;
  std::ofstream(file, std::ios::binary) << content;
  for (int start = 0; start < 2; ++start) {
    const auto service = *Service::start(*store::open_journal(file), {});
    const auto told = [&](const Report& before, const Report& after) {
      std::string verdicts;
      const Answer answer = service->call(Tell{"a", {before, loss(1, kFirst), after}});
      for (const Told& one : std::get<Heard>(answer).results) verdicts += concat(name(one.verdict), " ");
      return verdicts;
    };
    EXPECT_EQ(told(loss(950, 0.5), loss(960, 0.5)), "settled unavailable settled ");
    EXPECT_FALSE(service->trouble());
    EXPECT_EQ(std::get<View>(service->call(Look{"a"})).summary.tally.settled, 902u);
  }
}

}  // namespace
}  // namespace banker::testing::flipped_page_test
