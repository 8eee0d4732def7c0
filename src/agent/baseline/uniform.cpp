#include <algorithm>

#include "arm_agent.hpp"
#include "banker/agent/baseline/plain.hpp"

namespace banker {

namespace {
class UniformRule : public PlainRule {
 public:
  explicit UniformRule(std::size_t arms) : arms_(arms) {}

  static std::string_view name() { return "uniform"; }
  std::size_t arms() const { return arms_; }
  void point(Backlog, std::span<double> x) const {
    std::fill(x.begin(), x.end(), 1 / static_cast<double>(arms_));
  }
  static Stamp accept(Backlog, const ArmDraw&, std::span<const double>) { return {}; }
  static bool tell(const ArmDraw&, Stamp, double) { return true; }
  static void save(ByteWriter&) {}
  static void load(ByteReader&) {}

 private:
  std::size_t arms_;
};
}  // namespace

template struct UnboundedOptions<Uniform>;

Result<std::unique_ptr<Agent>> make_agent(const UniformOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_arm_agent(options, UniformRule(options.arms.count));
}

}  // namespace banker
