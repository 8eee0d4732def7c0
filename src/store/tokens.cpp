#include "banker/store/tokens.hpp"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <chrono>
#include <mutex>
#include <unordered_map>

#include "../agent/base64.hpp"
#include "../core/clock.hpp"
#include "../core/text.hpp"
#include "row.hpp"
#include "schema.hpp"

namespace banker::store {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kFresh = std::chrono::seconds(1);       // how long what was read is taken for true
constexpr auto kMiss = std::chrono::milliseconds(50);  // and where a token is not in it

// SHA-256, hexadecimal.
std::string hash_of(std::string_view token) {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(token.data(), token.size(), bytes, &size, EVP_sha256(), nullptr);
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    out += "0123456789abcdef"[bytes[i] >> 4];
    out += "0123456789abcdef"[bytes[i] & 15];
  }
  return out;
}

// 256 random bits in 43 letters that need no escaping anywhere; empty: the system has none.
std::string random_token() {
  unsigned char bytes[32];
  if (RAND_bytes(bytes, sizeof bytes) != 1) return {};
  std::string text = base64_encode({reinterpret_cast<const char*>(bytes), sizeof bytes});
  text.pop_back();  // the padding
  for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return "bk_" + text;
}

class SqliteTokens : public Tokens {
 public:
  MaybeError open(const std::string& file, std::string* older_copy);

  Result<std::string> make(Roles roles) override;
  Result<std::vector<TokenRow>> list() override;
  Result<bool> revoke(std::int64_t id) override;
  Result<bool> any() override;
  Result<std::optional<Roles>> roles_of(std::string_view token) override;

 private:
  MaybeError read();
  MaybeError refresh(Clock::duration age);

  std::mutex mutex_;
  Database database_;
  Query all_{database_, "SELECT * FROM tokens ORDER BY id"};
  Query next_id_{database_, "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'tokens'"};
  Query insert_{database_, "INSERT INTO tokens VALUES(?, ?, ?, ?, ?)"};
  Query delete_{database_, "DELETE FROM tokens WHERE id = ?"};
  std::vector<TokenRow> rows_;
  std::unordered_map<std::string, Roles> by_hash_;
  std::optional<Clock::time_point> read_at_;
};

MaybeError SqliteTokens::open(const std::string& file, std::string* older_copy) {
  if (auto error = database_.open(file, Database::Access::kWrite)) return error;
  database_.keep_wal(true);
  if (auto error = prepare_schema(database_, older_copy)) return error;
  return read();
}

MaybeError SqliteTokens::read() {
  std::vector<TokenRow> rows;
  std::unordered_map<std::string, Roles> by_hash;
  const Reset end(all_);
  for (;;) {
    const auto row = all_.next();
    if (!row) return row.error();
    if (!*row) break;
    RowReader in(all_, "tokens");
    TokenRow token{.id = in.integer(), .roles = {}, .created_at = 0};
    const std::string hash(in.text());
    const auto roles = read_roles(in.text());
    token.created_at = in.integer();
    if (!in.sealed() || !roles)
      return database_.damaged(concat("token ", token.id, " is not what was written"));
    token.roles = by_hash[hash] = *roles;
    rows.push_back(token);
  }
  rows_.swap(rows);
  by_hash_.swap(by_hash);
  read_at_ = Clock::now();
  return std::nullopt;
}

MaybeError SqliteTokens::refresh(Clock::duration age) {
  return !read_at_ || Clock::now() - *read_at_ >= age ? read() : std::nullopt;
}

Result<std::string> SqliteTokens::make(Roles roles) {
  const std::lock_guard lock(mutex_);
  const std::string token = random_token(), hash = hash_of(token), names = write_roles(roles);
  if (token.empty()) return Error{ErrorCode::kDisk, "the system has no random numbers to make a token of"};
  database_.keep_wal(false);
  read_at_.reset();
  if (auto error = database_.run("BEGIN IMMEDIATE")) return *error;
  const auto insert = [&]() -> MaybeError {
    const Reset end(next_id_);
    const auto row = next_id_.next();
    if (!row) return row.error();
    RowWriter out(insert_, "tokens");
    return out.integer(next_id_.integer(0)).text(hash).text(names).integer(system_time()).run();
  };
  MaybeError error = insert();
  if (!error) error = database_.run("COMMIT");
  if (!error) return token;
  if (database_.in_transaction()) (void)database_.run("ROLLBACK");
  return *error;
}

Result<std::vector<TokenRow>> SqliteTokens::list() {
  const std::lock_guard lock(mutex_);
  if (auto error = read()) return *error;
  return rows_;
}

Result<bool> SqliteTokens::revoke(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  database_.keep_wal(false);
  delete_.bind(1, id);
  read_at_.reset();
  if (auto error = delete_.run()) return *error;
  return sqlite3_changes(database_.handle()) > 0;
}

Result<bool> SqliteTokens::any() {
  const std::lock_guard lock(mutex_);
  if (auto error = refresh(kFresh)) return *error;
  return !rows_.empty();
}

Result<std::optional<Roles>> SqliteTokens::roles_of(std::string_view token) {
  const std::string hash = hash_of(token);
  const std::lock_guard lock(mutex_);
  if (auto error = refresh(kFresh)) return *error;
  auto found = by_hash_.find(hash);
  if (found == by_hash_.end()) {
    if (auto error = refresh(kMiss)) return *error;
    found = by_hash_.find(hash);
  }
  return found == by_hash_.end() ? std::optional<Roles>() : std::optional<Roles>(found->second);
}

}  // namespace

Result<std::unique_ptr<Tokens>> Tokens::open(const std::string& file, std::string* older_copy) {
  auto tokens = std::make_unique<SqliteTokens>();
  if (auto error = tokens->open(file, older_copy)) return *error;
  return std::unique_ptr<Tokens>(std::move(tokens));
}

}  // namespace banker::store
