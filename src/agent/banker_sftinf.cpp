#include "banker/agent/banker_sftinf.hpp"

#include "spec.hpp"

namespace banker {

template class BankerAgent<Simplex<HalfTsallis>, SftinfScale>;

std::optional<Error> BankerSftinfOptions::validate() const { return check_loss_size(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BankerSftinfOptions& options) {
  if (auto error = options.validate()) return *error;
  return std::make_unique<BankerSftinf>(make_identity(options), Simplex(HalfTsallis{}, options.arms.count),
                                        SftinfScale(loss_size(options)), banking(options));
}

}  // namespace banker
