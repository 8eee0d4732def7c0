#include "banker/agent/banker_sflbinf.hpp"

#include "spec.hpp"

namespace banker {

template class BankerAgent<Simplex<LogBarrier>, SflbinfScale>;

std::optional<Error> BankerSflbinfOptions::validate() const { return check_loss_size(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BankerSflbinfOptions& options) {
  if (auto error = options.validate()) return *error;
  return std::make_unique<BankerSflbinf>(
      make_identity(options), Simplex(LogBarrier{}, options.arms.count),
      SflbinfScale(options.arms.count, loss_size(options), options.horizon), banking(options),
      options.horizon);
}

}  // namespace banker
