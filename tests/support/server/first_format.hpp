#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "agent/json.hpp"
#include "agent/snapshot.hpp"
#include "banker/core/bytes.hpp"
#include "banker/store/journal.hpp"
#include "store/rows.hpp"
#include "store/sqlite.hpp"

// A journal of this version as Banker 0.1.0 would have written it: format 1, in which no spec has the number of its rule.
// What really comes from there is in tests/golden/0.1.0.
namespace banker::testing {

inline Json without_rules(Json spec) {
  spec.erase("rule");
  if (spec.contains("base")) spec["base"] = without_rules(spec["base"]);
  return spec;
}

inline std::string first_snapshot(const std::string& bytes) {
  const Snapshot snapshot = *read_snapshot(bytes);
  ByteWriter content, header;
  content.text(without_rules(Json::parse(snapshot.spec)).dump());
  content.text(snapshot.parts);
  content.text(snapshot.state);
  header.integer(2);
  header.integer(crc32_z(0, reinterpret_cast<const Bytef*>(content.bytes().data()), content.bytes().size()));
  return std::string("banker-snapshot\n").append(header.bytes()).append(content.bytes());
}

// REQUIRES: nobody has it open.
inline void to_first_format(const std::string& file) {
  using namespace store;
  Database database;
  ASSERT_FALSE(database.open(file, Database::Access::kWrite));
  const auto run = [&](const char* sql) {
    const auto error = database.run(sql);
    ASSERT_FALSE(error) << error->message;
  };
  run("BEGIN IMMEDIATE");
  std::vector<BanditRow> bandits;
  {
    Query all(database, "SELECT * FROM bandits");
    std::optional<Time> removed_at;
    while (*all.next()) bandits.push_back(*store::read_bandit(all, removed_at));
  }
  Query remove(database, "DELETE FROM bandits WHERE id = ?"), write_bandit(database, kWriteBandit),
      find(database, kFindCheckpoint), write_checkpoint(database, kWriteCheckpoint);
  for (BanditRow& row : bandits) {
    row.spec = without_rules(Json::parse(row.spec)).dump();
    remove.bind(1, row.id);
    ASSERT_FALSE(remove.run());
    ASSERT_FALSE(write(write_bandit, row));
    for (const char* kind : {"last", "base", "next"}) {
      auto checkpoint = *find_checkpoint(find, row.id, kind);
      if (!checkpoint) continue;
      checkpoint->agent = first_snapshot(checkpoint->agent);
      ASSERT_FALSE(write(write_checkpoint, row.id, kind, *checkpoint));
    }
  }
  run("DROP TABLE changes; DROP TABLE formats; PRAGMA user_version = 1; COMMIT; PRAGMA "
      "wal_checkpoint(TRUNCATE)");
}

}  // namespace banker::testing
