#include <banker/banker.hpp>
#include <cstdio>

int main() {
  // How much a ranking weighs freshness, price and margin: a point of the unit ball. What a day of it earned, up to
  // 100 more or less than usual, is known a week later.
  auto made = banker::make_agent(banker::BankerBoloOptions{.body = banker::Ball{.dimension = 3, .radius = 1},
                                                           .seed = 7,
                                                           .horizon = 2'000,
                                                           .nu = banker::Nu::Kind::kBody,
                                                           .loss_range = {-100, 100}});
  if (!made) return std::puts(made.error().message.c_str()), 1;
  std::unique_ptr<banker::Agent> weights = *std::move(made);
  const banker::RoundId today = weights->ask()->round;
  const std::vector<double> play = *weights->action(today);  // while the round is open
  std::printf("today %.3f %.3f %.3f\n", play[0], play[1], play[2]);
  const banker::RoundId tomorrow = weights->ask()->round;  // nothing is known of today yet
  if (!weights->tell_reward(today, 40)) return 1;          // 40 more than usual
  if (!weights->drop(tomorrow)) return 1;                  // the logs of that day are lost
  const std::vector<double> x = weights->point();          // what the next action is drawn around
  std::printf("now around %.3f %.3f %.3f\n", x[0], x[1], x[2]);
}
