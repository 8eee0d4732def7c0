#include "losses.hpp"

#include <algorithm>
#include <iterator>

namespace banker::lab {

static const LossRecipes& loss_recipes() {
  static const LossRecipes list = [] {
    LossRecipes all;
    for (LossRecipes part : {bernoulli_losses(), moving_losses(), gaussian_losses(), linear_losses()})
      std::move(part.begin(), part.end(), std::back_inserter(all));
    return all;
  }();
  return list;
}

const std::vector<Generator>& loss_generators() {
  static const std::vector<Generator> list = describe(loss_recipes());
  return list;
}

Result<LossSource> make_losses(std::string_view text) { return make_from(loss_recipes(), "losses", text); }

}  // namespace banker::lab
