#include "serve_traffic.hpp"

#include <banker/banker.hpp>
#include <charconv>
#include <stdexcept>

namespace banker::bench {

namespace {

constexpr std::string_view kId = "\"id\":\"", kArm = "\"arm\":";

// A decision as it stands in an answer.
struct Decided {
  std::string_view id;
  std::uint64_t arm = 0;
};

// The next one in the text, which is then what comes after it.
Decided next_decision(std::string_view& text) {
  Decided decided;
  const std::size_t id = text.find(kId), arm = text.find(kArm, id);
  if (arm == std::string_view::npos) throw std::runtime_error("no decision in an answer");
  decided.id = text.substr(id + kId.size(), text.find('"', id + kId.size()) - id - kId.size());
  std::from_chars(text.data() + arm + kArm.size(), text.data() + text.size(), decided.arm);
  text.remove_prefix(arm);
  return decided;
}

// P(loss = 1) = 0.4 + 0.02·arm.
std::string_view loss_of(std::uint64_t arm) {
  static std::uint64_t drawn = 0;
  return uniform(1, RoundId{++drawn}) < 0.4 + 0.02 * static_cast<double>(arm) ? "1" : "0";
}

}  // namespace

void check(const Reply& reply) {
  if (reply.status >= 300)
    throw std::runtime_error("answered " + std::to_string(reply.status) + ": " + std::string(reply.body));
}

void write_ask(std::string& request, const std::string& bandit, std::string_view body) {
  write_request(request, "POST", "/v1/bandits/" + bandit + "/ask", body);
}

void write_tell(std::string& request, const std::string& bandit, std::string_view answer) {
  const Decided decided = next_decision(answer);
  std::string target = "/v1/bandits/" + bandit + "/decisions/";
  target.append(decided.id).append("/tell");
  std::string body = "{\"loss\":";
  body.append(loss_of(decided.arm)).append("}");
  write_request(request, "POST", target, body);
}

void write_tells(std::string& request, const std::string& bandit, std::string_view answer,
                 std::size_t count) {
  std::string body = R"({"outcomes":[)";
  for (std::size_t i = 0; i < count; ++i) {
    const Decided decided = next_decision(answer);
    body.append(i > 0 ? R"(,{"id":")" : R"({"id":")").append(decided.id);
    body.append(R"(","loss":)").append(loss_of(decided.arm)).append("}");
  }
  write_request(request, "POST", "/v1/bandits/" + bandit + "/tell", body.append("]}"));
}

std::string bandit_named(const std::string& name, const std::string& agent) {
  return R"({"name":")" + name + R"(","agent":")" + agent + R"(","arms":10,"seed":1})";
}

void Rounds::operator()(std::size_t connection, const Reply& last, std::string& request) {
  check(last);
  char& asked = asked_[connection];
  if (asked) write_tell(request, bandit_, last.body);
  else write_ask(request, bandit_);
  asked = !asked;
}

void Batches::operator()(std::size_t connection, const Reply& last, std::string& request) {
  check(last);
  char& asked = asked_[connection];
  if (asked) write_tells(request, bandit_, last.body, size_);
  else write_ask(request, bandit_, "{\"count\":" + std::to_string(size_) + "}");
  asked = !asked;
}

void Founders::operator()(std::size_t connection, const Reply& last, std::string& request) {
  check(last);
  Place& place = places_[connection];
  const bool decided = last.body.find(kArm) != std::string_view::npos && last.status == 200;
  if (decided && place.asked < asks_) return write_tell(request, place.bandit, last.body);
  if (!place.bandit.empty() && place.asked < asks_) {
    ++place.asked;
    return write_ask(request, place.bandit);
  }
  if (next_ == bandits_) return;
  place = {std::string("b").append(std::to_string(next_++))};
  write_request(request, "POST", "/v1/bandits", bandit_named(place.bandit));
}

}  // namespace banker::bench
