#include "create.hpp"

#include <algorithm>
#include <random>

#include "../agent/json.hpp"
#include "ids.hpp"

namespace banker::service {

namespace {

constexpr std::size_t kLongestArm = 200;

Problem unprocessable(std::string detail) { return {Problem::Kind::kUnprocessable, std::move(detail)}; }

Problem problem_of(const Error& error) {
  const bool form = error.code == ErrorCode::kBadType || error.code == ErrorCode::kBadEvent;
  return {form ? Problem::Kind::kBadRequest : Problem::Kind::kUnprocessable, error.message};
}

// From 0 to 2^53 - 1: exact in every JSON reader.
std::uint64_t draw_seed() {
  std::random_device device;
  const std::uint64_t high = device(), low = device();
  return (high << 32 | low) & (kMaxRound - 1);
}

// The dimensions of a body, those of its parts together.
std::size_t dimension_of(const Json& body) {
  if (!body.is_object()) return 0;
  std::size_t sum = 0;
  if (body.contains("dimension") && body["dimension"].is_number_unsigned())
    sum = body["dimension"].get<std::size_t>();
  if (!body.contains("bodies") || !body["bodies"].is_array()) return sum;
  for (const Json& part : body["bodies"])
    sum = std::max(sum, sum + dimension_of(part));  // never less, however large the parts
  return sum;
}

// How many arms, listed actions or dimensions a spec wants, before anything is made of it.
std::size_t size_of(const Json& spec) {
  std::size_t most = spec.contains("body") ? dimension_of(spec["body"]) : 0;
  for (const char* key : {"arms", "actions"}) {
    if (!spec.contains(key)) continue;
    const Json& value = spec[key];
    if (value.is_number_unsigned()) most = std::max(most, value.get<std::size_t>());
    if (value.is_array()) most = std::max(most, value.size());
  }
  return most;
}

}  // namespace

std::variant<std::unique_ptr<Bandit>, Problem> create(const Create& request, Time now,
                                                      const Options& options) {
  if (auto wrong = check_bandit_name(request.name)) return unprocessable(*wrong);
  auto spec = parse_json(request.spec);
  if (!spec) return problem_of(spec.error());
  if (!spec->is_object())
    return Problem{Problem::Kind::kBadRequest,
                   concat("the spec of an agent is an object, not ", type_name(*spec))};
  if (const std::size_t size = size_of(*spec); size > options.max_arms)
    return unprocessable(
        concat("this server takes at most ", options.max_arms, " arms, or dimensions, not ", size));
  if (!spec->contains("agent")) (*spec)["agent"] = "banker";
  if (!spec->contains("seed")) (*spec)["seed"] = draw_seed();
  if (auto error = request.terms.validate()) return problem_of(*error);
  auto bandit = Bandit::make({0, request.name, spec->dump(), write_terms(request.terms), now});
  if (!bandit) return problem_of(bandit.error());
  for (const std::string& arm : (*bandit)->who()->arm_names)
    if (arm.size() > kLongestArm)  // it is in every answer
      return unprocessable(
          concat("the name ", in_quotes(arm), " has ", arm.size(), " bytes: at most ", kLongestArm));
  return *std::move(bandit);
}

}  // namespace banker::service
