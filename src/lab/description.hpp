#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "banker/core/ids.hpp"
#include "banker/core/result.hpp"
#include "banker/lab/generator.hpp"

// A generator is described by a text: `name`, `name:value` for its main parameter, or
// `name:key=value,key=value`; the values of a list are joined by ':'.
namespace banker::lab {

struct Parameter {
  enum class Kind : std::uint8_t { kNumber, kInteger, kList, kFlag, kFile };
  std::string_view name;
  Kind kind;
  std::string_view standard{};  // the value it has if it is not given; empty: none
  bool required = false;
  double min = 0, max = 0;  // of numbers, each of a list
};

// What a parameter may be. Limits of integers are at most kMaxRound: exact in a double.
constexpr Parameter number(std::string_view name, std::string_view standard, double min, double max) {
  return {name, Parameter::Kind::kNumber, standard, standard.empty(), min, max};
}
constexpr Parameter integer(std::string_view name, std::string_view standard, double min,
                            double max = static_cast<double>(kMaxRound)) {
  return {name, Parameter::Kind::kInteger, standard, standard.empty(), min, max};
}
constexpr Parameter optional_list(std::string_view name, double min, double max) {
  return {name, Parameter::Kind::kList, "", false, min, max};
}
constexpr Parameter flag(std::string_view name, std::string_view standard) {
  return {name, Parameter::Kind::kFlag, standard, standard.empty(), 0, 0};
}
constexpr Parameter file(std::string_view name) { return {name, Parameter::Kind::kFile, "", true, 0, 0}; }
inline constexpr std::string_view kRequired = "";  // in place of a standard value

// The values of the parameters of one description.
class Arguments {
 public:
  using Value = std::variant<std::monostate, double, std::uint64_t, std::vector<double>, bool, std::string>;

  // REQUIRES: the generator has such a parameter, of this kind.
  double number(std::string_view name) const { return std::get<double>(find(name).value); }
  std::uint64_t integer(std::string_view name) const { return std::get<std::uint64_t>(find(name).value); }
  const std::vector<double>& list(std::string_view name) const {
    return std::get<std::vector<double>>(find(name).value);
  }
  bool flag(std::string_view name) const { return std::get<bool>(find(name).value); }
  const std::string& file(std::string_view name) const { return std::get<std::string>(find(name).value); }
  // Whether the description gives it.
  bool given(std::string_view name) const { return find(name).given; }

 private:
  friend class ArgumentReader;
  struct Entry {
    std::string_view name;
    Value value;
    bool given = false;
  };
  const Entry& find(std::string_view name) const;

  std::vector<Entry> entries_;
};

// A generator, described once: its help and its reader come from this.
template <class Source>
struct Recipe {
  std::string_view name;
  std::vector<Parameter> parameters;  // the first is the main one
  std::string_view help;
  Result<Source> (*build)(const Arguments& arguments);
};

// The name of a description: everything before the first ':'.
std::string_view name_of(std::string_view text);
Result<Arguments> read_arguments(std::string_view text, const std::vector<Parameter>& parameters);
Error unknown_generator(std::string_view what, std::string_view name,
                        const std::vector<std::string_view>& known);
// "gap=0.1, means (optional)".
std::string write_parameters(const std::vector<Parameter>& parameters);

// `what` is "losses" or "delays".
template <class Source>
Result<Source> make_from(const std::vector<Recipe<Source>>& recipes, std::string_view what,
                         std::string_view text) {
  std::vector<std::string_view> known;
  for (const Recipe<Source>& recipe : recipes) {
    known.push_back(recipe.name);
    if (recipe.name != name_of(text)) continue;
    const auto arguments = read_arguments(text, recipe.parameters);
    if (!arguments) return arguments.error();
    auto source = recipe.build(*arguments);
    if (source) source->text = text;
    return source;
  }
  return unknown_generator(what, name_of(text), known);
}

template <class Source>
std::vector<Generator> describe(const std::vector<Recipe<Source>>& recipes) {
  std::vector<Generator> list;
  for (const Recipe<Source>& recipe : recipes) {
    list.push_back({std::string(recipe.name), write_parameters(recipe.parameters), std::string(recipe.help)});
  }
  return list;
}

}  // namespace banker::lab
