#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "banker/store/tokens.hpp"

namespace banker::testing {

// Tokens that are what a test says they are.
class GivenTokens final : public store::Tokens {
 public:
  std::map<std::string, store::Roles, std::less<>> tokens;
  bool broken = false;

  Result<std::string> make(store::Roles) override { return failure(); }
  Result<std::vector<store::TokenRow>> list() override { return failure(); }
  Result<bool> revoke(std::int64_t) override { return failure(); }
  Result<bool> any() override {
    if (broken) return failure();
    return !tokens.empty();
  }
  Result<std::optional<store::Roles>> roles_of(std::string_view token) override {
    const auto found = tokens.find(token);
    return found == tokens.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  static Error failure() { return {ErrorCode::kDisk, "the tokens cannot be read"}; }
};

}  // namespace banker::testing
