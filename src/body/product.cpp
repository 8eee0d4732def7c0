#include <algorithm>
#include <utility>

#include "build.hpp"

namespace banker {

namespace {

// Psi(y) = sum of the bodies' barriers, each on its own coordinates.
class ProductBody final : public Body {
 public:
  using Bodies = std::vector<std::unique_ptr<const Body>>;

  explicit ProductBody(Bodies bodies)
      : Body(total(bodies, &Body::dimension), total(bodies, &Body::ambient), total(bodies, &Body::kept),
             total(bodies, &Body::nu)),
        bodies_(std::move(bodies)) {}

  std::string name() const override {
    std::string all = "product";
    for (const auto& body : bodies_) all.append(body == bodies_.front() ? "(" : ",").append(body->name());
    return all.append(")");
  }
  double c1(double n) const override {
    double sum = 0;
    for (const auto& body : bodies_) sum += body->c1(n);
    return sum;
  }

  bool locate(PointView at) const override {
    bool all = true;
    each([&](const Body& body, std::size_t y, std::size_t kept) {
      all = body.locate(part(body, at, y, kept)) && all;
    });
    return all;
  }
  bool mirror(std::span<const double> phi, PointView at) const override {
    bool all = true;
    each([&](const Body& body, std::size_t y, std::size_t kept) {
      all = body.mirror(phi.subspan(y, body.dimension()), part(body, at, y, kept)) && all;
    });
    return all;
  }

  double value(ConstPointView at) const override {
    double sum = 0;
    each([&](const Body& body, std::size_t y, std::size_t kept) {
      sum += body.value(part(body, at, y, kept));
    });
    return sum;
  }
  void gradient(ConstPointView at, std::span<double> phi) const override {
    each([&](const Body& body, std::size_t y, std::size_t kept) {
      body.gradient(part(body, at, y, kept), phi.subspan(y, body.dimension()));
    });
  }
  double bregman(ConstPointView a, ConstPointView b) const override {
    double sum = 0;
    each([&](const Body& body, std::size_t y, std::size_t kept) {
      sum += body.bregman(part(body, a, y, kept), part(body, b, y, kept));
    });
    return sum;
  }
  // D^2 Psi is block diagonal.
  void direction(ConstPointView at, std::size_t i, std::span<double> step,
                 std::span<double> lift) const override {
    std::fill(step.begin(), step.end(), 0.0);
    std::fill(lift.begin(), lift.end(), 0.0);
    each([&](const Body& body, std::size_t y, std::size_t kept) {
      const std::size_t n = body.dimension();
      if (i >= y && i < y + n)
        body.direction(part(body, at, y, kept), i - y, step.subspan(y, n), lift.subspan(y, n));
    });
  }

  void factor(ConstPointView at, std::span<double> k) const override {
    std::fill(k.begin(), k.end(), 0.0);
    each([&](const Body& body, std::size_t y, std::size_t kept) {
      const std::size_t n = body.dimension();
      Vector block(n * n);
      body.factor(part(body, at, y, kept), block);
      for (std::size_t i = 0; i < n; ++i)
        std::copy_n(block.begin() + i * n, n, k.begin() + (y + i) * dimension() + y);
    });
  }

  void place(std::span<const double> y, std::span<double> x) const override {
    each([&](const Body& body, std::size_t at, std::size_t) {
      body.place(y.subspan(at, body.dimension()), x.subspan(at, body.ambient()));
    });
  }
  void dual(std::span<const double> phi, std::span<double> theta) const override {
    each([&](const Body& body, std::size_t at, std::size_t) {
      body.dual(phi.subspan(at, body.dimension()), theta.subspan(at, body.ambient()));
    });
  }
  double excess(std::span<const double> x) const override {
    double most = -1;
    each([&](const Body& body, std::size_t at, std::size_t) {
      most = std::max(most, body.excess(x.subspan(at, body.ambient())));
    });
    return most;
  }

 private:
  template <class T>
  static T total(const Bodies& bodies, T (Body::*of)() const) {
    T sum = 0;
    for (const auto& body : bodies) sum += (body.get()->*of)();
    return sum;
  }
  template <class T>
  static PointSpan<T> part(const Body& body, PointSpan<T> at, std::size_t y, std::size_t kept) {
    return {at.y.subspan(y, body.dimension()), at.kept.subspan(kept, body.kept())};
  }
  // visit(body, where its y begins, where its kept numbers begin).
  template <class Visit>
  void each(Visit visit) const {
    std::size_t y = 0, kept = 0;
    for (const auto& body : bodies_) {
      visit(*body, y, kept);
      y += body->dimension();
      kept += body->kept();
    }
  }

  Bodies bodies_;
};

std::size_t depth(const Shape& shape) {
  const auto* product = std::get_if<Product>(&shape.variant);
  if (product == nullptr) return 0;
  std::size_t most = 0;
  for (const Shape& body : product->bodies) most = std::max(most, depth(body));
  return most + 1;
}
}  // namespace

BodyResult build(const Product& product, const std::string& where) {
  constexpr std::size_t kMostNested = 16;  // a spec is JSON, and that has limits
  if (product.bodies.empty()) return bad_body(where, ".bodies\" is empty");
  if (const std::size_t nested = depth(product); nested > kMostNested)
    return bad_body(where, "\" has products nested ", nested, " deep: at most ", kMostNested);
  ProductBody::Bodies bodies;
  std::size_t dimension = 0;
  for (std::size_t i = 0; i < product.bodies.size(); ++i) {
    auto body = make_body(product.bodies[i], concat(where, ".bodies[", i, "]"));
    if (!body) return body.error();
    dimension += (*body)->dimension();
    if (dimension > kMaxDimension)
      return bad_body(where, "\" has more than ", kMaxDimension, " dimensions in all");
    bodies.push_back(*std::move(body));
  }
  return std::make_unique<ProductBody>(std::move(bodies));
}

}  // namespace banker
