#include "description.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "../agent/json.hpp"
#include "../core/text.hpp"

namespace banker::lab {

namespace {

using Kind = Parameter::Kind;

template <class... Parts>
Error bad_description(const Parts&... parts) {
  return {ErrorCode::kBadSpec, concat(parts...)};
}

// Takes the text up to the separator, and the separator, off `text`.
std::string_view take(std::string_view& text, char separator) {
  const std::string_view piece = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), piece.size() + 1));
  return piece;
}

template <class T>
std::optional<T> parse(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Nothing: the text is no such value, or it is outside the limits. A NaN is within no limits.
std::optional<double> read_number(const Parameter& parameter, std::string_view text) {
  const auto value = parse<double>(text);
  return value && *value >= parameter.min && *value <= parameter.max ? value : std::nullopt;
}
std::optional<Arguments::Value> read_list(const Parameter& parameter, std::string_view text) {
  std::vector<double> list;
  for (bool more = true; more;) {
    more = text.find(':') != text.npos;
    const auto value = read_number(parameter, take(text, ':'));
    if (!value) return std::nullopt;
    list.push_back(*value);
  }
  return list;
}
std::optional<Arguments::Value> read_value(const Parameter& parameter, std::string_view text) {
  switch (parameter.kind) {
    case Kind::kNumber: return read_number(parameter, text);
    case Kind::kInteger: {
      const auto value = parse<std::uint64_t>(text);
      const auto min = static_cast<std::uint64_t>(parameter.min),
                 max = static_cast<std::uint64_t>(parameter.max);
      return value && *value >= min && *value <= max ? value : std::nullopt;
    }
    case Kind::kList: return read_list(parameter, text);
    case Kind::kFlag: return text == "true" || text == "false" ? std::optional(text == "true") : std::nullopt;
    case Kind::kFile: return std::string(text);
  }
  return std::nullopt;
}

std::string wanted(const Parameter& parameter) {
  const auto limits = [&] { return concat("from ", parameter.min, " to ", parameter.max); };
  switch (parameter.kind) {
    case Kind::kNumber: return concat("a number ", limits());
    case Kind::kInteger: return concat("a whole number ", limits());
    case Kind::kList: return concat("numbers ", limits(), " joined by ':'");
    case Kind::kFlag: return "true or false";
    case Kind::kFile: return "the path of a file";
  }
  return "";
}

}  // namespace

class ArgumentReader {
 public:
  ArgumentReader(std::string_view text, const std::vector<Parameter>& parameters)
      : name_(name_of(text)), rest_(text.substr(name_.size())), parameters_(parameters) {
    for (const Parameter& parameter : parameters) arguments_.entries_.push_back({parameter.name, {}});
  }

  Result<Arguments> read() {
    if (!is_utf8(std::string(rest_)))
      return bad_description("the description of ", name_, " is not UTF-8 text");
    if (auto error = rest_.empty() ? std::nullopt : read_parameters()) return *error;
    if (auto error = complete()) return *error;
    return std::move(arguments_);
  }

 private:
  std::optional<Error> read_parameters() {
    rest_.remove_prefix(1);  // the ':'
    if (parameters_.empty()) return bad_description(name_, " takes no parameters, not ", in_quotes(rest_));
    const Parameter& main = parameters_.front();
    if (rest_.empty())
      return bad_description("there is nothing after \"", name_, ":\"; write ", name_, ":", main.name,
                             "=...");
    if (rest_.find('=') == rest_.npos) return give(0, rest_);
    for (bool first = true, more = true; more; first = false) {
      more = rest_.find(',') != rest_.npos;
      std::string_view value = take(rest_, ',');
      if (first && value.find('=') == value.npos) {  // the main parameter
        if (auto error = give(0, value)) return error;
        continue;
      }
      if (value.find('=') == value.npos)
        return bad_description("there is no '=' in the part ", in_quotes(value), " of ", name_,
                               ": write key=value,key=value");
      if (auto error = give(take(value, '='), value)) return error;
    }
    return std::nullopt;
  }
  std::optional<Error> give(std::string_view key, std::string_view text) {
    std::vector<std::string_view> known;
    for (const Parameter& parameter : parameters_) {
      if (parameter.name == key) return give(known.size(), text);
      known.push_back(parameter.name);
    }
    return bad_description("unknown parameter ", in_quotes(key), " of ", name_, did_you_mean(key, known));
  }
  std::optional<Error> give(std::size_t place, std::string_view text) {
    const Parameter& parameter = parameters_[place];
    auto& entry = arguments_.entries_[place];
    if (entry.given) return bad_description("\"", parameter.name, "\" of ", name_, " is there twice");
    auto value = text.empty() ? std::nullopt : read_value(parameter, text);
    if (!value)
      return Error{ErrorCode::kBadValue, concat("\"", parameter.name, "\" of ", name_, " is ",
                                                in_quotes(text), "; it must be ", wanted(parameter))};
    entry.value = std::move(*value);
    entry.given = true;
    return std::nullopt;
  }
  // What is not given has its standard value.
  std::optional<Error> complete() {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const Parameter& parameter = parameters_[i];
      auto& entry = arguments_.entries_[i];
      if (entry.given) continue;
      if (parameter.required)
        return bad_description(name_, " needs \"", parameter.name, "\", ", wanted(parameter), ": write ",
                               name_, ":", parameter.name, "=...");
      if (!parameter.standard.empty()) entry.value = read_value(parameter, parameter.standard).value();
    }
    return std::nullopt;
  }

  std::string_view name_, rest_;
  const std::vector<Parameter>& parameters_;
  Arguments arguments_;
};

const Arguments::Entry& Arguments::find(std::string_view name) const {
  const auto has_name = [&](const Entry& entry) { return entry.name == name; };
  return *std::find_if(entries_.begin(), entries_.end(), has_name);
}

std::string_view name_of(std::string_view text) { return text.substr(0, text.find(':')); }

Result<Arguments> read_arguments(std::string_view text, const std::vector<Parameter>& parameters) {
  return ArgumentReader(text, parameters).read();
}

Error unknown_generator(std::string_view what, std::string_view name,
                        const std::vector<std::string_view>& known) {
  if (name.empty()) return bad_description("the ", what, " have no name", did_you_mean(name, known));
  if (name.ends_with(".csv") || name.ends_with(".gz"))
    return bad_description("unknown ", what, " ", in_quotes(name), ": a file is read by ",
                           what == "losses" ? "matrix:file=" : "trace:file=", name);
  if (name.find(',') != name.npos)
    return bad_description("unknown ", what, " ", in_quotes(name), ": compare takes one kind of ", what,
                           ", banker run a list of them");
  return bad_description("unknown ", what, " ", in_quotes(name), did_you_mean(name, known));
}

std::string write_parameters(const std::vector<Parameter>& parameters) {
  std::string out;
  for (const Parameter& parameter : parameters) {
    append(out, out.empty() ? "" : ", ");
    append(out, parameter.name);
    if (!parameter.standard.empty()) {
      append(out, concat("=", parameter.standard));
    } else {
      append(out, parameter.required ? " (required)" : " (optional)");
    }
  }
  return out;
}

}  // namespace banker::lab
