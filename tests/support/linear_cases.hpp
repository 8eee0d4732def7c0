#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "banker/agent/banker_bolo.hpp"
#include "banker/agent/baseline/bolo.hpp"
#include "banker/agent/baseline/delayed_scrible.hpp"
#include "support/script.hpp"

// Random bodies, random linear agents on them, and what happens to them.
namespace banker::testing {

inline double uniform_in(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

// A body and a point inside it.
struct KnownBody {
  Shape shape;
  std::vector<double> interior;
};

// x = shift + Q D u, Q a rotation, D positive and diagonal: how a plain body is turned and stretched.
struct Stretch {
  Stretch(Random& random, std::size_t n, double narrow) : q(n, Vector(n)), d(n), shift(n) {
    const double size = std::pow(10, uniform_in(random, -3, 3));
    for (std::size_t i = 0; i < n; ++i) {
      q[i][i] = 1;
      d[i] = size * (i == 0 ? narrow : uniform_in(random, 0.3, 3));
      shift[i] = size * uniform_in(random, -2, 2);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double angle = uniform_in(random, 0, 6.28);
        for (std::size_t k = 0; k < n; ++k) {
          const double a = q[i][k], b = q[j][k];
          q[i][k] = std::cos(angle) * a - std::sin(angle) * b;
          q[j][k] = std::sin(angle) * a + std::cos(angle) * b;
        }
      }
    }
  }
  // Of the face <a, u> <= b: Q D^-1 a.
  Vector normal(const Vector& a) const {
    Vector out(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t k = 0; k < a.size(); ++k) out[i] += q[i][k] * a[k] / d[k];
    }
    return out;
  }

  Rows q;
  Vector d, shift;
};

inline KnownBody random_ball(Random& random, std::size_t n) {
  return {Ball{n, std::pow(10, uniform_in(random, -3, 3))}, Vector(n)};
}

inline KnownBody random_box(Random& random, std::size_t n) {
  Box box;
  Vector middle;
  for (std::size_t i = 0; i < n; ++i) {
    const double side = std::pow(10, uniform_in(random, -6, 6)), low = side * uniform_in(random, -3, 2);
    box.lower.push_back(low);
    box.upper.push_back(low + side);
    middle.push_back(low + side / 2);
  }
  return {box, middle};
}

// |u| <= 1 stretched: M = Q D^-2 Q^T. The numbers of M say how long an axis is to a relative 1e-16 / narrow^2.
inline KnownBody random_ellipsoid(Random& random, std::size_t n, double narrow) {
  const Stretch stretch(random, n, narrow);
  Rows matrix(n, Vector(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k)
        matrix[i][j] += stretch.q[i][k] * stretch.q[j][k] / (stretch.d[k] * stretch.d[k]);
    }
  }
  return {Ellipsoid{stretch.shift, matrix}, stretch.shift};
}

// A simplex or a box cut by more faces, all at a distance from the origin, stretched.
inline KnownBody random_polytope(Random& random, std::size_t n, double narrow) {
  const Stretch stretch(random, n, narrow);
  const bool simplex = between(random, 0, 1) == 0;
  Rows faces;
  for (std::size_t i = 0; i < n; ++i) {
    Vector face(n);
    face[i] = -1;
    faces.push_back(face);
    face[i] = 1;
    if (!simplex) faces.push_back(face);
  }
  if (simplex) faces.push_back(Vector(n, 1.0));
  for (int more = between(random, 0, 4); more > 0; --more) {
    Vector face(n);
    for (double& v : face) v = uniform_in(random, -1, 1);
    faces.push_back(face);
  }
  Polytope polytope;
  for (const Vector& face : faces) {
    polytope.a.push_back(stretch.normal(face));
    polytope.b.push_back(uniform_in(random, 0.3, 2));
    for (std::size_t i = 0; i < n; ++i) polytope.b.back() += polytope.a.back()[i] * stretch.shift[i];
  }
  return {polytope, stretch.shift};
}

inline KnownBody random_place(Random& random, const std::string& kind, std::size_t n, double narrow = 1e-4);

inline KnownBody random_product(Random& random, std::size_t n, double narrow) {
  Product product;
  Vector interior;
  while (interior.size() < n) {
    const int most = static_cast<int>(n - interior.size());
    const std::string kind = one_of<std::string>(random, {"ball", "box", "ellipsoid", "polytope", "product"});
    const KnownBody part = random_place(random, product.bodies.empty() ? "polytope" : kind,
                                        static_cast<std::size_t>(between(random, 1, most)), narrow);
    product.bodies.push_back(part.shape);
    interior.insert(interior.end(), part.interior.begin(), part.interior.end());
  }
  return {product, interior};
}

// Every other stretched body is as narrow in one direction as `narrow`; an ellipsoid as its square root.
inline KnownBody random_place(Random& random, const std::string& kind, std::size_t n, double narrow) {
  const double width = between(random, 0, 1) == 0 ? narrow : 1;
  if (kind == "ball") return random_ball(random, n);
  if (kind == "box") return random_box(random, n);
  if (kind == "ellipsoid") return random_ellipsoid(random, n, std::sqrt(width));
  if (kind == "polytope") return random_polytope(random, n, width);
  return random_product(random, n, narrow);
}

// Points of which some may be equal, or all in a plane.
inline Actions random_actions(Random& random, std::size_t n) {
  Rows points(static_cast<std::size_t>(between(random, 2, 9)), Vector(n));
  for (Vector& point : points) {
    for (double& v : point) v = between(random, -3, 3);
  }
  points[0][0] = 4;  // not all of them are equal
  return {points};
}

// A linear agent with all its parameters.
struct LinearSettings {
  std::string agent = "banker-bolo";
  KnownBody place;
  std::optional<Actions> actions = {};  // instead of the place
  Spending spending = Spending::kOldestFirst;
  Sampler sampler = Sampler::kCholesky;
  Nu nu = {};
  std::optional<double> floor = {};
  std::optional<std::uint64_t> horizon = {};
  double low = -1, high = 1;
  std::uint64_t seed = 1;

  std::unique_ptr<Agent> make() const {
    if (agent == "bolo") return *make_agent(with_body(BoloOptions{}));
    if (agent == "delayed-scrible") return *make_agent(with_body(DelayedScribleOptions{}));
    BankerBoloOptions options = with_body(BankerBoloOptions{});
    options.spending = spending;
    options.nu = nu;
    options.floor = floor;
    return *make_agent(options);
  }
  double loss(const Event& e) const { return low * (16 - e.loss) / 32 + high * (16 + e.loss) / 32; }

 private:
  template <class Options>
  Options with_body(Options options) const {
    if (actions) options.actions = actions;
    else options.body = place.shape;
    options.seed = seed;
    options.horizon = horizon;
    options.sampler = sampler;
    options.loss_range = {low, high};
    return options;
  }
};

// An agent on a body of this kind, or on listed actions, in up to 6 dimensions.
inline LinearSettings random_linear_settings(Random& random, const std::string& agent,
                                             const std::string& body, Spending spending) {
  LinearSettings s{.agent = agent, .place = {}, .spending = spending};
  const std::size_t n = static_cast<std::size_t>(between(random, 1, 6));
  if (body == "actions") s.actions = random_actions(random, n);
  else s.place = random_place(random, body, n);
  s.sampler = one_of<Sampler>(random, {Sampler::kCholesky, Sampler::kEigen});
  s.nu = one_of<Nu>(random, {Nu::Kind::kPaper, Nu::Kind::kBody, 0.3, 40.0});
  const double size = static_cast<double>(n);
  s.floor = one_of<std::optional<double>>(random, {{}, 2 * size, 2 * size, 1000 * size});
  s.horizon = one_of<std::optional<std::uint64_t>>(random, {{}, 2, 3, 100, 1000000});
  const auto [low, high] =
      one_of<std::pair<double, double>>(random, {{-1, 1}, {0, 1}, {2, 5}, {-0.3, 0.1}, {-1e6, 3e6}});
  s.low = low;
  s.high = high;
  s.seed = static_cast<std::uint64_t>(between(random, 0, 1 << 30));
  return s;
}

struct LinearCase {
  LinearSettings settings;
  Script script;  // of which the arms mean nothing
};

inline std::ostream& operator<<(std::ostream& out, const LinearCase& c) {
  return out << c.settings.make()->spec() << ' ' << c.script;
}

inline rc::Gen<LinearCase> linear_cases(const std::string& agent, const std::string& body,
                                        Spending spending) {
  return random_value(
      [=](Random& random, int size) {
        LinearSettings settings = random_linear_settings(random, agent, body, spending);
        return LinearCase{std::move(settings), random_script(random, size)};
      },
      [](const LinearCase& c) {
        return rc::seq::map(shrink(c.script), [settings = c.settings](Script script) {
          return LinearCase{settings, std::move(script)};
        });
      });
}

}  // namespace banker::testing
