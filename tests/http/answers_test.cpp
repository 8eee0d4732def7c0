// Answers as JSON: who writes them, and that numbers come back as they were told.
#include "http/answers.hpp"

#include <gtest/gtest.h>

#include "office.hpp"

namespace banker::answers_test {
namespace {

std::shared_ptr<const Identity> agent_with(std::size_t arms, std::size_t dimension) {
  Identity who;
  who.arms = arms;
  who.dimension = dimension;
  return std::make_shared<const Identity>(who);
}

service::Asked asked(std::size_t count, std::size_t dimension) {
  return {agent_with(2, dimension), std::vector<service::Made>(count)};
}
service::View view(std::size_t arms, std::size_t dimension, std::size_t spec = 15) {
  service::View result;
  result.summary.spec = std::make_shared<const std::string>(spec, ' ');
  result.who = agent_with(arms, dimension);
  return result;
}
service::Found found(std::size_t dimension, std::size_t payments) {
  service::Found result;
  result.decision.action.resize(dimension);
  if (payments > 0) result.decision.statement.emplace().payments.resize(payments);
  return result;
}

TEST(Answers, AreLongByWhatThereIsToWrite) {
  for (const service::Answer& answer :
       {service::Answer(asked(1, 0)), service::Answer(asked(1000, 0)), service::Answer(asked(10, 100)),
        service::Answer(view(900, 100)), service::Answer(view(900, 0, 1600)),
        service::Answer(found(500, 500)), service::Answer(found(0, 0)), service::Answer(service::Done{}),
        service::Answer(service::Problem{})})
    EXPECT_FALSE(http::is_long(answer)) << answer.index();
  for (const service::Answer& answer :
       {service::Answer(asked(1001, 0)), service::Answer(asked(11, 100)), service::Answer(asked(1, 2000)),
        service::Answer(view(901, 100)), service::Answer(view(0, 2000)), service::Answer(view(2, 2, 20'000)),
        service::Answer(found(2000, 0)), service::Answer(found(0, 2000)),
        service::Answer(service::Summaries{}), service::Answer(service::Measures{})})
    EXPECT_TRUE(http::is_long(answer)) << answer.index();
}

TEST(Answers, MinusZeroComesBackAsItWasTold) {
  testing::Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":-0.0})");
  const auto loss = office.expect(200, "GET", "/v1/bandits/ads/decisions/r1")["outcome"]["loss"];
  EXPECT_TRUE(loss.is_number_float());
  EXPECT_TRUE(std::signbit(loss.get<double>()));
}

}  // namespace
}  // namespace banker::answers_test
