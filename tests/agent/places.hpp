#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "agent/json_library.hpp"

// Where the linear agents of the catalog tests play.
namespace banker::testing {

// A spec key and its value: a body of every kind, and a list of actions by name.
struct Place {
  std::string name;
  std::string key;
  nlohmann::ordered_json value;
};

inline Place ball_place() { return {"ball", "body", {{"type", "ball"}, {"dimension", 3}, {"radius", 2.0}}}; }
inline Place box_place() {
  return {"box", "body", {{"type", "box"}, {"lower", {-1.0, 0.0}}, {"upper", {1.0, 0.25}}}};
}
// A pentagon away from 0: its points are searched for, from the one before.
inline Place polytope_place() {
  return {"polytope",
          "body",
          {{"type", "polytope"},
           {"A", {{-1.0, 0.0}, {0.0, -1.0}, {1.0, 1.0}, {-0.5, 1.0}, {1.0, -3.0}}},
           {"b", {-1.0, -2.0, 6.0, 2.0, -3.0}}}};
}
// A tilted ellipse, and a triangle: closed form beside a search.
inline Place product_place() {
  const nlohmann::ordered_json ellipsoid{
      {"type", "ellipsoid"}, {"center", {0.5, -1.0}}, {"matrix", {{4.0, 1.0}, {1.0, 1.0}}}};
  const nlohmann::ordered_json triangle{
      {"type", "polytope"}, {"A", {{-1.0, 0.0}, {0.0, -1.0}, {1.0, 2.0}}}, {"b", {0.0, 0.0, 1.0}}};
  return {"product", "body", {{"type", "product"}, {"bodies", {ellipsoid, triangle}}}};
}
// Four points of a plane in space: actions have 3 coordinates, directions are 2.
inline Place actions_place() {
  return {"actions",
          "actions",
          {{"north", {0.0, 1.0, 1.0}},
           {"east", {1.0, 0.0, 1.0}},
           {"south", {0.0, -1.0, -1.0}},
           {"west", {-2.0, 0.0, -2.0}}}};
}
inline std::vector<Place> linear_places() {
  return {ball_place(), box_place(), polytope_place(), product_place(), actions_place()};
}

// By how much x breaks the limit of a body that it breaks most, from the words of its spec.
inline double outside_body(const nlohmann::ordered_json& body, const std::vector<double>& x) {
  const std::string type = body["type"];
  double most = -1, square = 0;
  if (type == "ball") {
    for (const double v : x) square += v * v;
    most = std::sqrt(square) - body["radius"].get<double>();
  } else if (type == "box") {
    for (std::size_t i = 0; i < x.size(); ++i)
      most = std::max({most, body["lower"][i].get<double>() - x[i], x[i] - body["upper"][i].get<double>()});
  } else if (type == "ellipsoid") {
    const auto from_center = [&](std::size_t i) { return x[i] - body["center"][i].get<double>(); };
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < x.size(); ++j)
        square += from_center(i) * body["matrix"][i][j].get<double>() * from_center(j);
    }
    most = square - 1;
  } else if (type == "polytope") {
    for (std::size_t j = 0; j < body["b"].size(); ++j) {
      double row = -body["b"][j].get<double>();
      for (std::size_t i = 0; i < x.size(); ++i) row += body["A"][j][i].get<double>() * x[i];
      most = std::max(most, row);
    }
  } else {  // a product of bodies in the plane
    for (std::size_t i = 0; i < body["bodies"].size(); ++i)
      most = std::max(most, outside_body(body["bodies"][i], {x[2 * i], x[2 * i + 1]}));
  }
  return most;
}

// 0: x is one of the listed actions, to the last bit.
inline double outside_actions(const nlohmann::ordered_json& actions, const std::vector<double>& x) {
  return std::any_of(actions.begin(), actions.end(), [&](const auto& a) { return a == x; }) ? 0 : 1;
}

}  // namespace banker::testing
