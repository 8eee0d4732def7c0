#include "banker/agent/banker_omd.hpp"

#include "../core/text.hpp"
#include "json.hpp"
#include "spec.hpp"

namespace banker {

template class BankerAgent<Simplex<AnyRegularizer>, AnyScale>;

namespace {

template <class Rule>
std::unique_ptr<Agent> with_rule(const BankerOmdOptions& options, Rule rule) {
  return std::make_unique<BankerAgent<Simplex<AnyRegularizer>, Rule>>(
      make_identity(options), Simplex(options.regularizer, options.arms.count), std::move(rule),
      banking(options), options.horizon);
}

Result<std::unique_ptr<Agent>> with_own_rule(const BankerOmdOptions& options, const OwnScale& own) {
  const std::string name = in_quotes(own.name());
  if (!own.has_factory()) {
    return Error{
        ErrorCode::kBadSpec,
        concat("the scale rule ", name,
               " is one of your own and must be given where the agent is made: in C++ as OwnScales{{", name,
               ", factory}} to make_agent() or load_agent(), or as own_scales of a study; in Python as "
               "scale=...")};
  }
  OwnScale rule = own.fresh();
  if (!rule.runs())
    return Error{ErrorCode::kBadSpec, concat("the factory of the scale rule ", name, " makes none")};
  return with_rule(options, std::move(rule));
}

}  // namespace

std::optional<Error> BankerOmdOptions::validate() const { return check_banking(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BankerOmdOptions& options) {
  if (auto error = options.validate()) return *error;
  if (const auto* own = std::get_if<OwnScale>(&options.scale)) return with_own_rule(options, *own);
  return with_rule(options, std::get<AnyScale>(options.scale).fresh());
}

}  // namespace banker
