// What answers take is not underestimated.
#include "http/answer_size.hpp"

#include "http/answers.hpp"
#include "http/desk.hpp"
#include "office.hpp"

namespace banker::answer_size_test {
namespace {

using http::size_of;
using testing::Office;

template <class Answer>
void expect_room(const service::Answer& answer, http::Response (*write)(const Answer&)) {
  ASSERT_TRUE(std::holds_alternative<Answer>(answer));
  EXPECT_GE(size_of(answer).text, write(std::get<Answer>(answer)).body.size());
}

TEST(AnswerSize, HasRoomForTheText) {
  Office office;
  office.make_ads(R"(,"expire_after":1000,"on_expiry":{"loss":0.5})");
  office.expect(
      201, "POST", "/v1/bandits",
      R"({"name":"ball","agent":"banker-bolo","body":{"type":"ball","dimension":50,"radius":0.7}})");
  service::Service& service = *office.service;
  for (const std::string bandit : {"ads", "ball"}) {
    for (int i = 0; i < 20; ++i) {
      const std::string id = "say \"" + bandit + std::to_string(i) + "\"";
      expect_room<service::Asked>(service.call(service::Ask{bandit, 3, {}}), http::write_decisions);
      expect_room<service::Asked>(service.call(service::Ask{bandit, 1, {id}}), http::write_decision);
      expect_room<service::Heard>(
          service.call(service::Tell{bandit,
                                     {{"r" + std::to_string(3 * i + 1), 1 / 3.0, Outcome::Kind::kLoss},
                                      {"nobody", 1 / 3.0, Outcome::Kind::kLoss},
                                      {id, 1e9, Outcome::Kind::kLoss}}}),
          http::write_results);
      expect_room<service::Found>(service.call(service::Find{bandit, id}), http::write_found);
      expect_room<service::View>(service.call(service::Look{bandit}), http::write_bandit);
    }
  }
  expect_room<service::Summaries>(service.call(service::List{}), http::write_bandits);
  const service::Answer measures = service.call(service::Measure{});
  EXPECT_GE(size_of(measures).text,
            http::write_metrics(std::get<service::Measures>(measures), {}, http::now()).size());
}

// What is held for a request is enough for its answer, whose arms are numbers.
TEST(AnswerSize, OfARequestIsEnoughForItsAnswer) {
  Office office;
  office.expect(201, "POST", "/v1/bandits", R"({"name":"ads","arms":100,"seed":7})");
  service::Ask mine{"ads", 2000, {}};
  for (std::size_t i = 0; i < mine.count; ++i)
    mine.ids.push_back(std::string(i % 50 + 1, 'x') + std::to_string(i));
  service::Tell tell{"ads", {}};
  for (const std::string& id : mine.ids) tell.reports.push_back({id, 0.25, Outcome::Kind::kLoss});
  for (const service::Request& request :
       {service::Request(service::Ask{"ads", 2000, {}}), service::Request(mine), service::Request(tell)}) {
    const http::AnswerSize size = size_of(office.service->call(request));
    EXPECT_GE(http::expected_size(request), size.object + size.text) << request.index();
    EXPECT_LE(http::expected_size(request), 3 * (size.object + size.text)) << request.index();
  }
  EXPECT_EQ(http::expected_size(service::Ask{"ads", 1000, {}}), 0u);
  EXPECT_EQ(http::expected_size(service::Ask{"ads", std::size_t{1} << 60, {}}), 0u);
  EXPECT_EQ(http::expected_size(service::List{}), 0u);
}

}  // namespace
}  // namespace banker::answer_size_test
