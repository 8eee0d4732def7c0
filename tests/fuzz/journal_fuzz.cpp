// Any file in place of a journal, or a journal with any rows that carry a right checksum: refused, or read to the end. A server
// that is started on it refuses it, or gives clean answers.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "banker/store/journal.hpp"
#include "journal_life.hpp"
#include "journal_rows.hpp"
#include "store/page_checksum.hpp"

namespace {

using namespace banker;
using namespace banker::store;

// In a folder in memory where there is one.
const std::string& file() {
  static const std::string& path = *new std::string([] {  // needed until the very end
    std::string folder =
        std::filesystem::exists("/dev/shm") ? "/dev/shm/journal-fuzz-XXXXXX" : "/tmp/journal-fuzz-XXXXXX";
    if (!mkdtemp(folder.data())) std::abort();
    std::atexit([] { std::filesystem::remove_all(std::filesystem::path(file()).parent_path()); });
    return folder + "/banker.db";
  }());
  return path;
}

void clear() {
  for (const char* end : {"", "-wal", "-shm", "-head", "-journal"}) std::filesystem::remove(file() + end);
}

// Takes the checksums away from the pages of a file: with them no change would be read.
std::string without_checksums(std::string_view bytes) {
  std::string content(bytes);
  for (std::size_t end = kPageSize; end <= content.size(); end += kPageSize)
    content.replace(end - kPageTail, kPageTail, kPageTail, '\0');
  return content;
}

// As a server left it; what is in its WAL goes into the file when it is closed.
const std::string& plain_journal() {
  static const std::string bytes = [] {
    clear();
    testing::write_journal(file());
    std::ifstream in(file(), std::ios::binary);
    std::string content(std::istreambuf_iterator<char>(in), {});
    testing::require(testing::start(file()) != nullptr);
    return content;
  }();
  return bytes;
}

void read_bandit(Journal& journal, const BanditRow& bandit) {
  const auto checkpoint = journal.checkpoint(bandit.id);
  const auto take = [](const Event&) { return MaybeError(); };
  if (checkpoint) (void)journal.tail(bandit.id, *checkpoint ? &**checkpoint : nullptr, take);
  (void)journal.tail(bandit.id, nullptr, take);
  for (std::uint64_t round = 0; round < 4; ++round) {
    (void)!journal.decision(bandit.id, RoundId{round});
    (void)!journal.outcome(bandit.id, RoundId{round});
  }
  (void)!journal.decision(bandit.id, "loss");
  if (const auto log = journal.log(bandit)) {
    for (;;) {
      const auto lines = (*log)->next(100);
      if (!lines || lines->empty()) break;
    }
  }
}

void look_on(Journal& journal, std::int64_t bandit) {
  (void)!journal.last_moment(bandit);
  const auto reader = journal.reader();
  if (!reader) return;
  (void)!(*reader)->history(bandit);
  const auto last = (*reader)->decisions(bandit, 0, 9);
  if (!last) return;
  for (const Record& record : *last) (void)!(*reader)->spending(bandit, record, 100);
}

void read_all(Journal& journal) {
  (void)!journal.events();
  const auto bandits = journal.bandits();
  if (!bandits) return;
  for (const BanditRow& bandit : *bandits) {
    read_bandit(journal, bandit);
    look_on(journal, bandit.id);
  }
  if (journal.begin()) return;
  for (const BanditRow& bandit : *bandits) {
    (void)!journal.compact(
        bandit.id, INT64_MAX, [&] { return Checkpoint{}; }, 3);
    (void)!journal.compact(
        bandit.id, INT64_MAX, [&] { return Checkpoint{}; }, 3);
    (void)journal.remove_bandit(bandit.id, std::nullopt, 1);
  }
  (void)!journal.purge(10);
  journal.rollback();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const bool whole = bytes.starts_with("SQLite format 3");
  const std::string content = whole ? without_checksums(bytes) : plain_journal();
  clear();
  std::ofstream(file(), std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  if (!whole) testing::change_rows(file(), testing::Bytes(bytes));
  if (const auto journal = open_journal(file())) read_all(**journal);
  testing::serve_journal(file());
  clear();
  return 0;
}
