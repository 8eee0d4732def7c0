#pragma once

#include <cstddef>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>

#include "agent/json_library.hpp"

namespace banker::testing {

// As much of JSON Schema as the server's document uses. A keyword that is not known here is a mistake of the schema, not a
// thing to be passed over.
class SchemaCheck {
 public:
  using Json = nlohmann::json;
  explicit SchemaCheck(Json schemas) : schemas_(std::move(schemas)) {}

  // What is wrong, and where; empty if all is well.
  std::string check(const std::string& schema, const Json& value) const {
    return check(schemas_.at(schema), value, schema);
  }

 private:
  std::string check(const Json& schema, const Json& value, const std::string& where) const {
    for (const auto& [keyword, limit] : schema.items()) {
      const std::string wrong = check_keyword(schema, keyword, limit, value, where);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  std::string check_keyword(const Json& schema, const std::string& keyword, const Json& limit,
                            const Json& value, const std::string& where) const {
    if (keyword == "description" || keyword == "format" || keyword == "default") return {};
    if (keyword == "$ref") return check(schemas_.at(base_name(limit)), value, where);
    if (keyword == "properties" || keyword == "additionalProperties" || keyword == "required")
      return check_members(schema, keyword, limit, value, where);
    if (keyword == "items") {
      for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
        if (auto wrong = check(limit, value[i], where + "[" + std::to_string(i) + "]"); !wrong.empty())
          return wrong;
      return {};
    }
    const bool fits = keyword == "type"    ? has_type(limit, value)
                      : keyword == "enum"  ? std::find(limit.begin(), limit.end(), value) != limit.end()
                      : keyword == "anyOf" ? fits_one(limit, value)
                                           : within(keyword, limit, value);
    return fits ? "" : where + ": " + value.dump() + " is not " + keyword + " " + limit.dump();
  }

  std::string check_members(const Json& schema, const std::string& keyword, const Json& limit,
                            const Json& value, const std::string& where) const {
    if (!value.is_object()) return {};
    if (keyword == "required") {
      for (const std::string key : limit)
        if (!value.contains(key)) return where + ": " + key + " is missing in " + value.dump();
      return {};
    }
    for (const auto& [key, member] : value.items()) {
      const bool known = schema["properties"].contains(key);
      if (keyword == "additionalProperties" && !known && limit == false)
        return where + ": " + key + " is too much";
      if (keyword != "properties" || !known) continue;
      if (auto wrong = check(limit[key], member, where + "." + key); !wrong.empty()) return wrong;
    }
    return {};
  }

  bool fits_one(const Json& list, const Json& value) const {
    for (const Json& one : list)
      if (check(one, value, "").empty()) return true;
    return false;
  }

  static bool has_type(const Json& type, const Json& value) {
    if (type.is_array())
      return std::any_of(type.begin(), type.end(), [&](const Json& one) { return has_type(one, value); });
    if (type == "integer") return value.is_number_integer();
    return type == (value.is_number() ? "number" : value.type_name());
  }

  static bool within(const std::string& keyword, const Json& limit, const Json& value) {
    const auto size = value.is_string() ? value.get_ref<const std::string&>().size() : value.size();
    if (keyword == "minimum") return !value.is_number() || value >= limit;
    if (keyword == "maximum") return !value.is_number() || value <= limit;
    if (keyword == "exclusiveMinimum") return !value.is_number() || value > limit;
    if (keyword == "minLength") return !value.is_string() || size >= limit;
    if (keyword == "maxLength") return !value.is_string() || size <= limit;
    if (keyword == "minItems") return !value.is_array() || size >= limit;
    if (keyword == "maxItems") return !value.is_array() || size <= limit;
    if (keyword == "minProperties") return !value.is_object() || size >= limit;
    if (keyword == "maxProperties") return !value.is_object() || size <= limit;
    if (keyword == "pattern")
      return !value.is_string() ||
             std::regex_search(value.get<std::string>(), std::regex(limit.get<std::string>()));
    throw std::runtime_error("the schema has the keyword " + keyword + ", which is not checked");
  }

  static std::string base_name(const std::string& ref) { return ref.substr(ref.rfind('/') + 1); }

  Json schemas_;
};

}  // namespace banker::testing
