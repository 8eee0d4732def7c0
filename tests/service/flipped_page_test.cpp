// A bit of the journal's file is flipped: who asks again with an id gets the first answer or none, never another decision.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <optional>

#include "banker/service/service.hpp"
#include "show.hpp"
#include "support/server/folder.hpp"

namespace banker::testing {
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

}  // namespace
}  // namespace banker::testing
