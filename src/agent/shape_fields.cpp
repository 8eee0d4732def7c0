// The fields of linear agents: bodies, lists of actions, and nu.
#include <array>

#include "fields.hpp"

namespace banker::fields {

namespace {

MaybeError read_vector(const std::string& key, const Json& json, Vector& value) {
  if (!json.is_array()) return wrong_type(key, "a list of numbers", json);
  value.clear();
  value.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (!json[i].is_number()) return wrong_type(concat(key, "[", i, "]"), "a number", json[i]);
    value.push_back(json[i].get<double>());
  }
  return std::nullopt;
}

MaybeError read_rows(const std::string& key, const Json& json, Rows& value) {
  if (!json.is_array()) return wrong_type(key, "a list of rows, [[...], ...]", json);
  value.resize(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (auto error = read_vector(concat(key, "[", i, "]"), json[i], value[i])) return error;
  }
  return std::nullopt;
}

MaybeError read_dimension(const std::string& key, const Json& json, std::size_t& value) {
  std::uint64_t number = 0;
  if (auto error = read(key, json, number)) return error;
  value = number;
  return std::nullopt;
}

// A shape by its type: how its keys are called, and where each is read to. All of them are required.
MaybeError read_shape(const std::string& key, const Json& json, Shape& value);

using Reader = MaybeError (*)(const std::string& key, const Json& json, Shape& value);
struct Key {
  std::string_view name;
  Reader read;
};
struct Type {
  std::string_view name;
  Shape empty;
  std::vector<Key> keys;
};

template <class Kind, auto Member, auto Read>
MaybeError read_member(const std::string& key, const Json& json, Shape& value) {
  return Read(key, json, std::get<Kind>(value.variant).*Member);
}
MaybeError read_number(const std::string& key, const Json& json, double& value) {
  return read(key, json, value);
}
MaybeError read_bodies(const std::string& key, const Json& json, std::vector<Shape>& value) {
  if (!json.is_array()) return wrong_type(key, "a list of bodies", json);
  value.resize(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (auto error = read_shape(concat(key, "[", i, "]"), json[i], value[i])) return error;
  }
  return std::nullopt;
}

const std::vector<Type>& types() {
  static const std::vector<Type> list{
      {"ball",
       Ball{},
       {{"dimension", read_member<Ball, &Ball::dimension, read_dimension>},
        {"radius", read_member<Ball, &Ball::radius, read_number>}}},
      {"box",
       Box{},
       {{"lower", read_member<Box, &Box::lower, read_vector>},
        {"upper", read_member<Box, &Box::upper, read_vector>}}},
      {"ellipsoid",
       Ellipsoid{},
       {{"center", read_member<Ellipsoid, &Ellipsoid::center, read_vector>},
        {"matrix", read_member<Ellipsoid, &Ellipsoid::matrix, read_rows>}}},
      {"polytope",
       Polytope{},
       {{"A", read_member<Polytope, &Polytope::a, read_rows>},
        {"b", read_member<Polytope, &Polytope::b, read_vector>}}},
      {"product", Product{}, {{"bodies", read_member<Product, &Product::bodies, read_bodies>}}}};
  return list;
}

MaybeError read_shape(const std::string& key, const Json& json, Shape& value) {
  if (!json.is_object()) return wrong_type(key, "an object such as {\"type\": \"ball\", ...}", json);
  std::vector<std::string_view> names;
  for (const Type& type : types()) names.push_back(type.name);
  if (!json.contains("type")) return bad_shape("\"", key, "\" has no \"type\"", did_you_mean("", names));
  if (!json["type"].is_string()) return wrong_type(key + ".type", "a text", json["type"]);
  const std::string& name = json["type"].get_ref<const std::string&>();
  for (const Type& type : types()) {
    if (type.name != name) continue;
    std::vector<std::string_view> known{"type"};
    for (const Key& member : type.keys) known.push_back(member.name);
    if (const auto message = unknown_key(json, concat("\"", key, "\""), known)) return bad_shape(*message);
    value = type.empty;
    for (const Key& member : type.keys) {
      const std::string member_key(member.name);
      if (!json.contains(member_key))
        return bad_shape("\"", key, "\" is of type ", name, ", which needs \"", member_key, "\"");
      if (auto error = member.read(concat(key, ".", member_key), json[member_key], value)) return error;
    }
    return std::nullopt;
  }
  return bad("\"", key, ".type\" is ", in_quotes(name), did_you_mean(name, names));
}

Json write_shape(const Shape& shape);
Json write_kind(const Ball& ball) {
  return {{"type", "ball"}, {"dimension", ball.dimension}, {"radius", ball.radius}};
}
Json write_kind(const Box& box) { return {{"type", "box"}, {"lower", box.lower}, {"upper", box.upper}}; }
Json write_kind(const Ellipsoid& ellipsoid) {
  return {{"type", "ellipsoid"}, {"center", ellipsoid.center}, {"matrix", ellipsoid.matrix}};
}
Json write_kind(const Polytope& polytope) {
  return {{"type", "polytope"}, {"A", polytope.a}, {"b", polytope.b}};
}
Json write_kind(const Product& product) {
  Json bodies = Json::array();
  for (const Shape& body : product.bodies) bodies.push_back(write_shape(body));
  return {{"type", "product"}, {"bodies", std::move(bodies)}};
}
Json write_shape(const Shape& shape) {
  return std::visit([](const auto& kind) { return write_kind(kind); }, shape.variant);
}

}  // namespace

// A body, or absent. Its content is checked when it is built.
std::string_view type(const MaybeShape&) { return "body"; }
Json write(const MaybeShape& value) { return value ? write_shape(*value) : Json(); }
MaybeError read(const std::string& key, const Json& json, MaybeShape& value) {
  return read_shape(key, json, value.emplace());
}
MaybeError check(const std::string&, const MaybeShape&, const Field&) { return std::nullopt; }

// Actions: a list of points, or points by name.
std::string_view type(const MaybeActions&) { return "actions"; }
Json write(const MaybeActions& value) {
  if (!value) return {};
  if (value->names.empty()) return value->points;
  Json named = Json::object();
  for (std::size_t j = 0; j < value->names.size(); ++j) named[value->names[j]] = value->points[j];
  return named;
}
MaybeError read(const std::string& key, const Json& json, MaybeActions& value) {
  Actions& actions = value.emplace();
  if (!json.is_object()) return read_rows(key, json, actions.points);
  for (const auto& [name, point] : json.items()) {
    actions.names.push_back(name);
    const std::string quoted = in_quotes(name);  // escaped; its quotes are those of the key
    const std::string where = concat(key, ".", quoted.substr(1, quoted.size() - 2));
    if (auto error = read_vector(where, point, actions.points.emplace_back())) return error;
  }
  return std::nullopt;
}
MaybeError check(const std::string& key, const MaybeActions& value, const Field&) {
  if (!value) return std::nullopt;
  if (!value->names.empty() && value->names.size() != value->points.size())
    return bad("\"", key, "\" has ", value->names.size(), " names for ", value->points.size(), " points");
  if (value->names.size() > kMaxKeys)
    return bad("\"", key, "\" has ", value->names.size(), " names: more than ", kMaxKeys,
               " actions are a list without names");
  return check_names(key, value->names);
}

// nu: a word or a number.
std::string_view type(const Nu&) { return "nu"; }
Json write(const Nu& value) {
  if (value.kind == Nu::Kind::kNumber) return value.value;
  return value.kind == Nu::Kind::kPaper ? "paper" : "body";
}
MaybeError read(const std::string& key, const Json& json, Nu& value) {
  constexpr std::array<std::string_view, 2> kKnown{"paper", "body"};
  if (json.is_number()) {
    value = Nu(json.get<double>());
    return std::nullopt;
  }
  if (!json.is_string()) return wrong_type(key, "\"paper\", \"body\" or a number", json);
  const std::string& text = json.get_ref<const std::string&>();
  if (text != kKnown[0] && text != kKnown[1])
    return bad("\"", key, "\" is ", in_quotes(text), did_you_mean(text, kKnown));
  value = Nu(text == kKnown[0] ? Nu::Kind::kPaper : Nu::Kind::kBody);
  return std::nullopt;
}
MaybeError check(const std::string& key, const Nu& value, const Field& field) {
  if (value.kind > Nu::Kind::kNumber) return bad("\"", key, "\" is no nu");
  return value.kind == Nu::Kind::kNumber ? check(key, value.value, field) : std::nullopt;
}

}  // namespace banker::fields
