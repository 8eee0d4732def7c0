#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../agent/json.hpp"
#include "bad.hpp"
#include "banker/lab/generator.hpp"
#include "description.hpp"

// Losses and delays of the user's own beside those of the generators: `Source` is a LossSource or a DelaySource.
namespace banker::lab {

// The text of a source of one's own names it, and nothing else. `what` is "losses" or "delays".
template <class Source>
std::optional<Error> check_own(std::string_view what, const std::vector<Source>& own,
                               const std::vector<Generator>& generators) {
  std::set<std::string_view> seen;
  for (const Source& source : own) {
    const std::string name = concat("your own ", what, " ", in_quotes(source.text));
    const auto has_its_name = [&](const Generator& g) { return g.name == name_of(source.text); };
    if (source.text.empty() || !is_utf8(source.text))
      return bad(name, " need a text in UTF-8 that names them");
    if (std::any_of(generators.begin(), generators.end(), has_its_name))
      return bad(name, " have the name of a generator: call them otherwise");
    if (!seen.insert(source.text).second) return bad(name, " are there twice");
    if (!source.start) return bad(name, " have no start(): give a function that makes them for a setting");
  }
  return std::nullopt;
}

// The source with this text: one's own, or what make() reads from it.
template <class Source>
Result<Source> find_or_make(const std::string& text, const std::vector<Source>& own,
                            Result<Source> (*make)(std::string_view)) {
  for (const Source& source : own) {
    if (source.text != text) continue;
    Source found = source;
    found.own = true;
    return found;
  }
  return make(text);
}

}  // namespace banker::lab
