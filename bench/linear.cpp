// bench/linear: microseconds per ask and per tell of banker-bolo, by body and dimension, without delay. The polytopes
// have 4n faces; an action list has 4n points.
#include <algorithm>
#include <banker/banker.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double between(std::uint64_t i, double low, double high) {
  return low + (high - low) * banker::uniform(3, banker::RoundId{i + 1});
}

banker::Rows random_rows(std::size_t rows, std::size_t n) {
  banker::Rows a(rows, banker::Vector(n));
  for (std::size_t j = 0; j < rows; ++j) {
    for (std::size_t i = 0; i < n; ++i) a[j][i] = between(j * n + i, -1, 1);
  }
  return a;
}

banker::BankerBoloOptions options(const char* body, std::size_t n) {
  const std::string name = body;
  if (name == "ball") return {.body = banker::Ball{n, 1}};
  if (name == "box") return {.body = banker::Box{banker::Vector(n, -1), banker::Vector(n, 1)}};
  if (name == "actions") return {.actions = banker::Actions(random_rows(4 * n, n))};
  // Random faces, and as many opposite ones so that it is bounded.
  banker::Rows a = random_rows(2 * n, n);
  for (std::size_t j = 0; j < 2 * n; ++j) {
    a.push_back(a[j]);
    for (double& v : a.back()) v = -v;
  }
  return {.body = banker::Polytope{a, banker::Vector(4 * n, 1)}};
}

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

void row(const char* body, std::size_t n) {
  const auto agent = *make_agent(options(body, n));
  const std::size_t rounds =
      std::max<std::size_t>(20, 20'000 / n / (std::string(body) == "polytope" ? n * n : 1));
  std::vector<double> asks, tells;
  const auto time = [&](auto call) {
    const auto start = Clock::now();
    call();
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
  };
  for (std::size_t t = 0; t < rounds; ++t) {
    banker::RoundId round{};
    asks.push_back(time([&] { round = agent->ask()->round; }));
    const double loss = std::clamp((*agent->action(round))[0], -1.0, 1.0);
    tells.push_back(time([&] {
      if (!agent->tell(round, loss)) std::abort();
    }));
  }
  std::printf("%-10s %6zu %12.2f %12.2f\n", body, n, median(asks), median(tells));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000;
  std::printf("banker-bolo, microseconds (median)\n%-10s %6s %12s %12s\n", "body", "n", "ask", "tell");
  for (const char* body : {"ball", "box"}) {
    for (const std::size_t n : {2, 10, 100, 1'000}) {
      if (n <= most) row(body, n);
    }
  }
  for (const char* body : {"polytope", "actions"}) {
    for (const std::size_t n : {2, 10, 50}) {
      if (n <= most) row(body, n);
    }
  }
}
