#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "store/row.hpp"
#include "store/sqlite.hpp"

// Bytes as changes of a journal: rows of any content, rows that are there with one column replaced, and rows that are gone. All
// of them carry a right checksum.
namespace banker::testing {

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}
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

struct Table {
  const char *name, *select, *replace, *remove;
  int columns;  // without the checksum
};
inline constexpr Table kTables[] = {
    {"decisions", "SELECT * FROM decisions LIMIT 1 OFFSET ?",
     "REPLACE INTO decisions VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
     "DELETE FROM decisions WHERE bandit = ? AND round = ?", 14},
    {"outcomes", "SELECT * FROM outcomes LIMIT 1 OFFSET ?", "REPLACE INTO outcomes VALUES(?,?,?,?,?,?,?,?,?)",
     "DELETE FROM outcomes WHERE bandit = ? AND round = ?", 8},
    {"checkpoints", "SELECT * FROM checkpoints LIMIT 1 OFFSET ?",
     "REPLACE INTO checkpoints VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
     "DELETE FROM checkpoints WHERE bandit = ? AND ? IS NOT NULL", 12},
    {"bandits", "SELECT * FROM bandits LIMIT 1 OFFSET ?", "REPLACE INTO bandits VALUES(?,?,?,?,?,?,?,?)",
     "DELETE FROM bandits WHERE id = ? AND ? IS NOT NULL", 7},
    {"moments", "SELECT * FROM moments LIMIT 1 OFFSET ?",
     "REPLACE INTO moments VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
     "DELETE FROM moments WHERE bandit = ? AND number = ?", 17},
    {"books", "SELECT * FROM books LIMIT 1 OFFSET ?", "REPLACE INTO books VALUES(?,?,?,?,?)",
     "DELETE FROM books WHERE one = ? AND ? IS NOT NULL", 4}};

// Writes one column; `kept` holds its text.
inline void any_column(store::RowWriter& out, Bytes& in, std::string& kept) {
  static const std::vector<std::string> kTexts = {"loss",
                                                  "expiry",
                                                  "settled",
                                                  "dropped",
                                                  "last",
                                                  "base",
                                                  "[1]",
                                                  "{\"1\":2}",
                                                  "reward",
                                                  "drop",
                                                  "skipped",
                                                  "stale",
                                                  R"({"agent":"omd","arms":2,"seed":1})",
                                                  "{}",
                                                  R"({"expire_after":1,"late":"accept"})",
                                                  "x"};
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
    case 4: out.text(kept = in.take(in.byte())); break;
    case 5: out.blob(kept = in.take(in.byte())); break;
    case 6: out.text(kept = kTexts[in.byte() % kTexts.size()]); break;
    default: out.integer(1);
  }
}

// Writes a column of this row as it is, or a text with one byte replaced.
inline void same_column(store::RowWriter& out, sqlite3_stmt* row, int column, std::string& kept,
                        Bytes* change) {
  const auto text = [&] {
    const void* bytes = sqlite3_column_blob(row, column);
    const int size = sqlite3_column_bytes(row, column);
    kept.assign(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    if (change != nullptr && !kept.empty()) {
      const std::size_t place = change->byte() + 256u * change->byte();
      kept[place % kept.size()] = static_cast<char>(change->byte());
    }
    return std::string_view(kept);
  };
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER: {
      const std::int64_t more = change == nullptr ? 0 : static_cast<std::int8_t>(change->byte());
      out.integer(static_cast<std::int64_t>(static_cast<std::uint64_t>(sqlite3_column_int64(row, column)) +
                                            static_cast<std::uint64_t>(more)));
      break;
    }
    case SQLITE_FLOAT: out.number(sqlite3_column_double(row, column)); break;
    case SQLITE_TEXT: out.text(text()); break;
    case SQLITE_BLOB: out.blob(text()); break;
    default: out.null();
  }
}

// One row that is there: it goes, or is written again with one column changed.
inline void change_row(store::Database& database, const Table& table, Bytes& in) {
  store::Query found(database, table.select), change(database, table.replace), gone(database, table.remove);
  found.bind(1, std::int64_t{in.byte() % 16});
  const auto row = found.next();
  if (!row || !*row) return;
  const int column = in.byte() % (table.columns + 1), how = in.byte() % 2;
  if (column == table.columns) {
    gone.bind(1, found.integer(0));
    gone.bind(2, found.integer(1));
    found.reset();
    (void)gone.run();
    return;
  }
  std::vector<std::string> kept(static_cast<std::size_t>(table.columns));
  store::RowWriter out(change, table.name);
  for (int i = 0; i < table.columns; ++i) {
    if (i == column && how == 0) any_column(out, in, kept[static_cast<std::size_t>(i)]);
    else same_column(out, found.handle(), i, kept[static_cast<std::size_t>(i)], i == column ? &in : nullptr);
  }
  found.reset();
  (void)out.run();  // not every row is possible
}

inline void add_row(store::Database& database, const Table& table, Bytes& in) {
  store::Query query(database, table.replace);
  store::RowWriter out(query, table.name);
  std::vector<std::string> kept(static_cast<std::size_t>(table.columns));
  for (std::string& text : kept) any_column(out, in, text);
  (void)out.run();  // not every row is possible
}

inline void change_rows(const std::string& file, Bytes in) {
  store::Database database;
  if (database.open(file, store::Database::Access::kWrite)) std::abort();
  if (database.run("PRAGMA synchronous = OFF; BEGIN")) std::abort();
  while (!in.empty()) {
    const std::uint8_t what = in.byte();
    const Table& table = kTables[what % std::size(kTables)];
    if (what < 128) change_row(database, table, in);
    else add_row(database, table, in);
  }
  (void)database.run("COMMIT");
}

}  // namespace banker::testing
