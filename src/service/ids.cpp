#include "ids.hpp"

#include <algorithm>
#include <charconv>

#include "../agent/json.hpp"
#include "../core/text.hpp"

namespace banker::service {

namespace {
constexpr std::size_t kLongestName = 100, kLongestId = 200;

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '~' || c == '-';
}
// ASCII's, and those of Latin-1, which are two bytes in UTF-8.
bool has_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 32 || c == 127) return true;
    if (c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return true;
  }
  return false;
}
}  // namespace

std::string made_id(RoundId round) { return concat("r", round); }

std::optional<RoundId> round_of(std::string_view id) {
  if (id.size() < 2 || id[0] != 'r' || id[1] < '1' || id[1] > '9') return std::nullopt;
  std::uint64_t round = 0;
  const char* const end = id.data() + id.size();
  const auto [rest, error] = std::from_chars(id.data() + 1, end, round);
  if (error != std::errc() || rest != end || round > kMaxRound) return std::nullopt;
  return RoundId{round};
}

std::optional<std::string> check_bandit_name(std::string_view name) {
  const bool fine =
      !name.empty() && name.size() <= kLongestName && std::all_of(name.begin(), name.end(), plain);
  if (fine && name != "." && name != "..") return std::nullopt;
  return concat("a bandit cannot be called ", in_quotes(name), ": use 1 to ", kLongestName,
                " letters, digits and . _ ~ -");
}

std::optional<std::string> check_own_id(std::string_view id) {
  if (id.empty()) return "a decision_id must not be empty";
  if (id.size() > kLongestId)
    return concat("the decision_id ", in_quotes(id), " has ", id.size(), " bytes: at most ", kLongestId);
  if (has_control(id) || !is_utf8(std::string(id)))
    return concat("the decision_id ", in_quotes(id), " is not plain text: no control characters, and UTF-8");
  if (id[0] == 'r' && id.size() > 1 && id[1] != '0' && id.find_first_not_of("0123456789", 1) == id.npos)
    return concat("the decision_id ", in_quotes(id),
                  " has the form of the ids that are made here, r and a number: put something before it");
  if (id == "." || id == "..")  // of a path they would be cut out on the way
    return concat("the decision_id ", in_quotes(id), " has no place in a path: put something before it");
  return std::nullopt;
}

}  // namespace banker::service
