#include <algorithm>
#include <array>

#include "../agent/json.hpp"
#include "../core/text.hpp"
#include "banker/store/tokens.hpp"

namespace banker::store {

namespace {

struct Named {
  std::string_view name;
  bool Roles::*role;
};
constexpr std::array<Named, 3> kRoles{
    {{"ask", &Roles::ask}, {"tell", &Roles::tell}, {"admin", &Roles::admin}}};

}  // namespace

Result<Roles> read_roles(std::string_view text) {
  Roles roles;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view word = rest.substr(0, comma);
    const auto* found =
        std::find_if(kRoles.begin(), kRoles.end(), [&](const Named& n) { return n.name == word; });
    if (found == kRoles.end())
      return Error{ErrorCode::kBadValue,
                   concat("unknown role ", in_quotes(word),
                          ": a token has one of ask, tell and admin, or several with commas between")};
    roles.*found->role = true;
    if (comma == std::string_view::npos) return roles;
    rest.remove_prefix(comma + 1);
  }
}

std::string write_roles(Roles roles) {
  std::string out;
  for (const Named& n : kRoles) {
    if (roles.*n.role) out += concat(out.empty() ? "" : ",", n.name);
  }
  return out;
}

}  // namespace banker::store
