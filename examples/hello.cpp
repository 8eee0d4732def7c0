#include <banker/banker.hpp>
#include <cstdio>

int main() {
  // Three ads. Whether an ad was clicked is known minutes to days after it was shown.
  auto ads = *banker::make_agent(banker::BankerOptions{.arms = {"red", "green", "blue"}, .seed = 7});
  const banker::Decision first = *ads->ask();           // show ad first.arm now ...
  const banker::Decision second = *ads->ask();          // ... and another before the first click is known
  const auto late = ads->tell_reward(second.round, 0);  // outcomes come in any order: no click
  const auto never = ads->drop(first.round);            // this one will never come
  if (!late || !never) return 1;
  const auto x = ads->probabilities();  // what is known now
  for (std::size_t arm = 0; arm < x.size(); ++arm)
    std::printf("%s %.3f\n", ads->arm_name(arm).c_str(), x[arm]);
}
