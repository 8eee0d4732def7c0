// Any file in place of a journal, or a journal with any rows that carry a right checksum: refused, or read to the end.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "banker/store/journal.hpp"
#include "store/books.hpp"
#include "store/row.hpp"
#include "store/sqlite.hpp"

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

// A journal with one bandit, without its WAL.
const std::string& plain_journal() {
  static const std::string bytes = [] {
    clear();
    {
      const auto journal = *open_journal(file());
      if (journal->begin() ||
          !journal->add_bandit({0, "fuzz", R"({"agent":"omd","arms":2,"seed":1})", "{}", 1, {}}) ||
          journal->commit())
        std::abort();
    }
    std::ifstream in(file(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  return bytes;
}

class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}
  bool empty() const { return rest_.empty(); }
  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint64_t word() {
    std::uint64_t v;
    std::memcpy(&v, take(8).data(), 8);
    return v;
  }
  // As many as asked for, zeros where there are no more.
  std::string take(std::size_t n) {
    std::string out(rest_.substr(0, n));
    rest_.remove_prefix(out.size());
    out.resize(n);
    return out;
  }

 private:
  std::string_view rest_;
};

void write_column(RowWriter& out, Input& in, std::string& storage) {
  switch (in.byte() % 8) {
    case 0: out.null(); break;
    case 1: out.integer(in.byte()); break;  // small ones are the ones that fit together
    case 2: out.integer(static_cast<std::int64_t>(in.word())); break;
    case 3: {
      const std::uint64_t bits = in.word();
      double v;
      std::memcpy(&v, &bits, 8);
      out.number(v);
      break;
    }
    case 4: out.text(storage = in.take(in.byte())); break;
    case 5: out.blob(storage = in.take(in.byte())); break;
    case 6:
      out.text(storage = std::vector<std::string>{"loss", "expiry", "settled", "dropped", "last", "base",
                                                  "[1]", "{\"1\":2}"}[in.byte() % 8]);
      break;
    default: out.integer(1);
  }
}

// Rows of any content, each with its checksum.
void write_rows(Input in) {
  constexpr struct {
    const char *table, *sql;
    int columns;
  } kTables[] = {{"decisions", "INSERT INTO decisions VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", 14},
                 {"outcomes", "INSERT INTO outcomes VALUES(?,?,?,?,?,?,?,?,?)", 8},
                 {"checkpoints", "INSERT INTO checkpoints VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", 12},
                 {"bandits", "INSERT INTO bandits VALUES(?,?,?,?,?,?,?,?)", 7},
                 {"moments", "INSERT INTO moments VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", 17},
                 {"books", "REPLACE INTO books VALUES(?,?,?,?,?)", 4}};
  Database database;
  if (database.open(file(), Database::Access::kWrite)) std::abort();
  if (database.run("PRAGMA synchronous = OFF; BEGIN")) std::abort();
  while (!in.empty()) {
    const auto& table = kTables[in.byte() % std::size(kTables)];
    std::string storage[17];
    Query query(database, table.sql);
    RowWriter out(query, table.table);
    for (int i = 0; i < table.columns; ++i) write_column(out, in, storage[i]);
    (void)out.run();  // not every row is possible
  }
  (void)database.run("COMMIT");
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
    (void)!journal.compact(bandit.id, INT64_MAX, {}, 3);
    (void)!journal.compact(bandit.id, INT64_MAX, {}, 3);
    (void)journal.remove_bandit(bandit.id);
  }
  (void)!journal.purge(10);
  journal.rollback();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const bool whole = bytes.starts_with("SQLite format 3");
  const std::string_view content = whole ? bytes : std::string_view(plain_journal());
  clear();
  std::ofstream(file(), std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  if (!whole) write_rows(Input(bytes));
  if (const auto journal = open_journal(file())) read_all(**journal);
  clear();
  return 0;
}
