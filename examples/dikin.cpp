// Draws docs/pictures/dikin.svg: points of a polygon, each with the Dikin ellipse that its actions lie on.
#include <array>
#include <banker/body/shapes.hpp>
#include <banker/estimate/one_point.hpp>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using banker::Body;
using banker::BodyPoint;
using banker::Sampler;
using Pair = std::array<double, 2>;

// Corners, counter-clockwise. The picture has the same units, y upwards.
constexpr std::array<Pair, 6> kCorners{
    {{40, 255}, {240, 150}, {560, 170}, {760, 330}, {635, 495}, {185, 480}}};
constexpr double kHeight = 520;

// The polygon as A x <= b: one row per side.
banker::Polytope polygon() {
  banker::Polytope all;
  for (std::size_t j = 0; j < kCorners.size(); ++j) {
    const Pair from = kCorners[j], to = kCorners[(j + 1) % kCorners.size()];
    const Pair outwards{to[1] - from[1], from[0] - to[0]};
    all.a.push_back({outwards[0], outwards[1]});
    all.b.push_back(outwards[0] * from[0] + outwards[1] * from[1]);
  }
  return all;
}

Pair place(const Body& body, const std::vector<double>& y) {
  Pair x{};
  body.place(y, x);
  return x;
}

// The point of the body with coordinates x: y = R^T (x - x_0), and dual(e_i) is column i of R.
BodyPoint find(const Body& body, Pair x) {
  BodyPoint point = body.centre();
  const Pair centre = place(body, point.y);
  for (std::size_t i = 0; i < 2; ++i) {
    Pair unit{}, column{};
    unit[i] = 1;
    body.dual(unit, column);
    point.y[i] = column[0] * (x[0] - centre[0]) + column[1] * (x[1] - centre[1]);
  }
  if (!body.locate(point.view())) std::fprintf(stderr, "(%g, %g) is outside\n", x[0], x[1]);
  return point;
}

// The four actions around a point: x + M e_0, x + M e_1, x - M e_0, x - M e_1.
std::array<Pair, 4> actions(const Body& body, const BodyPoint& at, Sampler sampler) {
  std::array<Pair, 4> all{};
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<double> step(2), lift(2), y = at.y;
    banker::dikin_direction(sampler, body, at.view(), k % 2, step, lift);
    for (std::size_t i = 0; i < 2; ++i) y[i] += (k < 2 ? 1 : -1) * step[i];
    all[k] = place(body, y);
  }
  return all;
}

std::string at(Pair p) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.2f,%.2f", p[0], kHeight - p[1]);
  return text.data();
}

// The ellipse with centre x through x +- M e_i: the image of the usual four Bezier arcs of a circle.
std::string ellipse(Pair x, const std::array<Pair, 4>& rim) {
  constexpr double kArc = 0.5522847498;
  std::string path = "M" + at(rim[0]);
  for (std::size_t k = 0; k < 4; ++k) {
    const Pair from = rim[k], to = rim[(k + 1) % 4];
    Pair leave{}, reach{};
    for (std::size_t i = 0; i < 2; ++i) {
      leave[i] = from[i] + kArc * (to[i] - x[i]);
      reach[i] = to[i] + kArc * (from[i] - x[i]);
    }
    path += " C" + at(leave) + " " + at(reach) + " " + at(to);
  }
  return path + "Z";
}

void line(Pair from, Pair to, const char* style) {
  std::printf("  <path d=\"M%s L%s\" %s/>\n", at(from).c_str(), at(to).c_str(), style);
}

void dot(Pair p, double radius, const char* style) {
  std::printf("  <circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\" %s/>\n", p[0], kHeight - p[1], radius, style);
}

void label(Pair p, const char* style, const char* text) {
  std::printf("  <text x=\"%.2f\" y=\"%.2f\" %s>%s</text>\n", p[0], kHeight - p[1], style, text);
}

constexpr const char* kSpoke = "stroke=\"#1d4ed8\" stroke-width=\"1.2\" stroke-opacity=\"0.45\"";
constexpr const char* kFaintSpoke =
    "stroke=\"#c2410c\" stroke-width=\"1\" stroke-opacity=\"0.5\" stroke-dasharray=\"3 3\"";
constexpr const char* kAction = "fill=\"#1d4ed8\" stroke=\"#ffffff\"";
constexpr const char* kFaintAction = "fill=\"#ffffff\" stroke=\"#c2410c\" stroke-opacity=\"0.7\"";
constexpr const char* kEllipse =
    "fill=\"#3b82f6\" fill-opacity=\"0.12\" stroke=\"#3b82f6\" stroke-width=\"1.6\"";
constexpr const char* kPoint = "fill=\"#0f172a\"";

void draw(const Body& body, const BodyPoint& point) {
  const Pair x = place(body, point.y);
  const auto triangular = actions(body, point, Sampler::kCholesky);
  const auto eigen = actions(body, point, Sampler::kEigen);
  std::printf("  <path d=\"%s\" %s/>\n", ellipse(x, triangular).c_str(), kEllipse);
  for (std::size_t k = 0; k < 2; ++k) line(eigen[k], eigen[k + 2], kFaintSpoke);
  for (std::size_t k = 0; k < 2; ++k) line(triangular[k], triangular[k + 2], kSpoke);
  for (const Pair& a : eigen) dot(a, 3.2, kFaintAction);
  for (const Pair& a : triangular) dot(a, 4.2, kAction);
  dot(x, 3.4, kPoint);
}

void draw_outline() {
  std::string path;
  for (const Pair& corner : kCorners) path += (path.empty() ? "M" : " L") + at(corner);
  std::printf("  <path d=\"%sZ\" fill=\"#f8fafc\" stroke=\"#334155\" stroke-width=\"2\" ", path.c_str());
  std::printf("stroke-linejoin=\"round\"/>\n");
}

// Two rows of two below the polygon.
void draw_legend() {
  dot({64, 84}, 3.4, kPoint);
  label({84, 79}, "", "x, a point of the body");
  std::printf("  <ellipse cx=\"64\" cy=\"%.2f\" rx=\"12\" ry=\"7\" %s/>\n", kHeight - 52, kEllipse);
  label({84, 47}, "", "the Dikin ellipse of radius 1 around x");
  line({388, 84}, {412, 84}, kSpoke);
  dot({412, 84}, 4.2, kAction);
  label({428, 79}, "", "actions x &#177; L&#8315;&#7488; e&#7522;, where the Hessian is L L&#7488;");
  line({388, 52}, {412, 52}, kFaintSpoke);
  dot({412, 52}, 3.2, kFaintAction);
  label({428, 47}, "", "actions along its eigenvectors: the same ellipse");
}

}  // namespace

int main() {
  const auto body = banker::make_body(polygon());
  if (!body) {
    std::fprintf(stderr, "%s\n", body.error().message.c_str());
    return 1;
  }
  std::printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 %.0f\" width=\"800\" ", kHeight);
  std::printf(
      "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"15\" fill=\"#334155\">\n");
  std::printf("  <title>A polygon, and the Dikin ellipses around three of its points</title>\n");
  std::printf("  <rect width=\"800\" height=\"%.0f\" fill=\"#ffffff\"/>\n", kHeight);
  draw_outline();
  const BodyPoint centre = (*body)->centre();
  draw(**body, centre);
  draw(**body, find(**body, {420, 183}));  // next to the side below it
  draw(**body, find(**body, {714, 335}));  // next to the corner on the right
  const Pair x = place(**body, centre.y);
  label({x[0] + 10, x[1] - 19}, "", "x&#8320;, the analytic centre");
  label({420, 128}, "text-anchor=\"middle\"", "near a side: long beside it, short across it");
  label({738, 254}, "text-anchor=\"middle\"", "near a corner:");
  label({738, 236}, "text-anchor=\"middle\"", "small");
  draw_legend();
  std::printf("</svg>\n");
}
