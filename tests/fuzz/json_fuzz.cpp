// Any bytes as the body of a request: never a crash, and what is taken is whole.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "agent/json.hpp"
#include "http/bodies.hpp"
#include "http/problem.hpp"
#include "require.hpp"

namespace {

using namespace banker;
using testing::require;

// A refusal is the client's mistake, and says so.
void check(const Error& error) {
  const auto response = http::problem(error);
  require(response.status == 400 || response.status == 422);
  require(!error.message.empty() && parse_json(response.body));
}

void check_reports(const Result<service::Tell>& tell) {
  if (!tell) return check(tell.error());
  for (const auto& report : tell->reports) require(std::isfinite(report.value));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const auto ask = http::read_ask("b", body);
  if (!ask) check(ask.error());
  else require(ask->ask.ids.empty() || ask->ask.ids.size() == ask->ask.count);
  check_reports(http::read_tell("b", "r1", body));
  check_reports(http::read_tells("b", body));
  const auto old = http::read_expire_old("b", body);
  if (!old) check(old.error());
  else require(old->bandit == "b" && old->older_than >= 0 && std::isfinite(old->older_than));
  if (const auto error = http::read_nothing(body)) check(*error);
  const auto create = http::read_create(body);
  if (!create) check(create.error());
  else require(parse_json(create->spec) && !create->terms.validate());
  return 0;
}
