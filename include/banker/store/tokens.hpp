#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "banker/core/result.hpp"
#include "banker/store/journal.hpp"

namespace banker::store {

// What the holder of a token may do. Every token may look; an admin may do everything.
struct Roles {
  bool ask = false, tell = false, admin = false;
};
Result<Roles> read_roles(std::string_view text);  // "ask", "tell", "admin", or several joined by commas
std::string write_roles(Roles roles);

struct TokenRow {
  std::int64_t id = 0;
  Roles roles;
  Time created_at = 0;
};

// The tokens of a journal, in the same file. Only their hashes are kept: a token is shown once, when it is made. Changes by
// another process are seen within a second.
//
// Thread safe.
class Tokens {
 public:
  // Where a journal of an older format is brought to this one, its copy's name is left in `older_copy`.
  static Result<std::unique_ptr<Tokens>> open(const std::string& file, std::string* older_copy = nullptr);
  virtual ~Tokens() = default;

  virtual Result<std::string> make(Roles roles) = 0;  // the token itself
  virtual Result<std::vector<TokenRow>> list() = 0;
  virtual Result<bool> revoke(std::int64_t id) = 0;  // false: there is none

  virtual Result<bool> any() = 0;                                             // whether there are any
  virtual Result<std::optional<Roles>> roles_of(std::string_view token) = 0;  // none: not a token
};

}  // namespace banker::store
