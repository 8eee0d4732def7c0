#include "spec.hpp"

#include <algorithm>

#include "../core/text.hpp"
#include "banker/banker.hpp"
#include "banker/core/assert.hpp"
#include "fields.hpp"
#include "rules.hpp"
#include "types.hpp"

namespace banker {

template <class Options>
std::optional<Error> check_fields(const Options& options) {
  std::optional<Error> first;
  Options::fields(options, [&](const char* key, const auto& value, const Field& field) {
    if (!first) first = fields::check(key, value, field);
  });
  return first;
}

template <class Options>
std::string canonical_spec(const Options& options) {
  Json spec{{"agent", Options::kName}, {"rule", rule_of<Options>()}}, usual;
  const Options defaults;
  Options::fields(
      defaults, [&](const char* key, const auto& value, const Field&) { usual[key] = fields::write(value); });
  Options::fields(options, [&](const char* key, const auto& value, const Field&) {
    Json json = fields::write(value);
    const bool off = json.is_null() || (json == false && usual[key] == false);
    if (!off) spec[key] = std::move(json);
  });
  return spec.dump();
}

namespace {

template <class Options>
concept PlaysArms = requires(Options options) {
  options.arms;
};

template <class Options>
concept HasSpending = requires(Options options) {
  options.spending;
};

template <class Options>
std::vector<Parameter> parameters() {
  std::vector<Parameter> list;
  const Options defaults;
  Options::fields(defaults, [&](const char* key, const auto& value, const Field& field) {
    const bool limited = field.min != field.max;
    const bool required = std::is_same_v<decltype(value), const Arms&>;
    list.push_back({.name = key,
                    .type = std::string(fields::type(value)),
                    .default_value = required ? "null" : fields::write(value).dump(),
                    .min = limited ? concat(field.min) : "null",
                    .max = limited ? concat(field.max) : "null",
                    .help = std::string(field.help),
                    .choices = fields::choices(value)});
  });
  return list;
}

// Arms for an agent that plays points of a body, or a body for one that plays arms.
template <class Options>
std::optional<std::string> wrong_kind(const Json& spec) {
  if (!PlaysArms<Options> && spec.contains("arms")) {
    return concat("unknown key \"arms\" in ", Options::kName,
                  ": it plays points of a \"body\" or of a list of \"actions\"; arms are for banker");
  }
  if (Options::kName.starts_with("banker") && spec.contains("spending") && !HasSpending<Options>)
    return concat("unknown key \"spending\" in ", Options::kName,
                  ": it always spends from a pool, in proportion");
  for (const char* key : {"body", "actions"}) {
    if (PlaysArms<Options> && spec.contains(key))
      return concat("unknown key \"", key, "\" in ", Options::kName,
                    ": it plays arms; bodies and lists of actions are for banker-bolo");
  }
  return std::nullopt;
}

// A rule of the user's own that was read by name. If it is not there, make_agent() says so.
void look_up(ScaleOption& scale, const OwnScales& own) {
  const auto* named = std::get_if<OwnScale>(&scale);
  if (named == nullptr) return;
  if (const auto found = own.find(named->name()); found != own.end())
    scale = OwnScale(found->first, found->second);
}
template <class Options>
concept TakesOwnScale = requires(Options options, OwnScales own) {
  look_up(options.scale, own);
};

template <class Options>
Result<std::unique_ptr<Agent>> make_from_json(const Json& spec, [[maybe_unused]] const OwnScales& own) {
  Options options;
  std::optional<Error> first;
  std::vector<std::string_view> known{"agent", "rule"};
  Options::fields(options, [&](const char* key, auto& value, const Field&) {
    known.emplace_back(key);
    if (!first && spec.contains(key)) first = fields::read(key, spec[key], value);
  });
  if constexpr (HasSpending<Options> && requires { options.reserve; }) {
    if (options.reserve && !spec.contains("spending")) options.spending = Spending::kProportional;
  }
  if (const auto message = wrong_kind<Options>(spec)) return fields::bad_shape(*message);
  if (const auto message = unknown_key(spec, Options::kName, known)) return fields::bad_shape(*message);
  if (first) return *first;
  if constexpr (PlaysArms<Options>) {
    if (!spec.contains("arms"))
      return fields::bad_shape("\"arms\" is missing: give the number of arms, or a list of their names");
  } else if (const auto message = check_place(options)) {
    return fields::bad_shape(*message);
  }
  if constexpr (TakesOwnScale<Options>) look_up(options.scale, own);
  return make_agent(options);
}

template <class Options>
Type type() {
  const LossDomain domain = Options{}.domain();
  return {{.name = std::string(Options::kName),
           .paper = std::string(Options::kPaper),
           .kind = PlaysArms<Options> ? "arms" : "linear",
           .range = concat("[", domain.low, ",", domain.high, "]"),
           .rule = rule_of<Options>(),
           .parameters = parameters<Options>()},
          make_from_json<Options>};
}

}  // namespace

// The catalog: one line per agent.
#define BANKER_CATALOG(AGENT)   \
  AGENT(BankerOptions)          \
  AGENT(BankerScaleFreeOptions) \
  AGENT(OmdOptions)             \
  AGENT(BankerOmdOptions)       \
  AGENT(BankerTinfOptions)      \
  AGENT(BankerSftinfOptions)    \
  AGENT(BankerSflbinfOptions)   \
  AGENT(BankerBoloOptions)      \
  AGENT(BoloOptions)            \
  AGENT(DelayedScribleOptions)  \
  AGENT(UniformOptions)         \
  AGENT(Exp3Options)            \
  AGENT(Exp3IxOptions)          \
  AGENT(TsallisInfOptions)      \
  AGENT(DelayedExp3Options)     \
  AGENT(DelayedTsallisOptions)  \
  AGENT(DewOptions)             \
  AGENT(ZimmertSeldinOptions)   \
  AGENT(BoldOptions)            \
  AGENT(DelayedUcbOptions)      \
  AGENT(DelayedThompsonOptions) \
  AGENT(SfMabOptions)           \
  AGENT(UmabNnOptions)          \
  AGENT(UmabGOptions)           \
  AGENT(AhbOptions)

#define BANKER_INSTANTIATE(Options)                                   \
  template std::optional<Error> check_fields(const Options& options); \
  template std::string canonical_spec(const Options& options);
BANKER_CATALOG(BANKER_INSTANTIATE)

static std::vector<Type>& types() {
#define BANKER_TYPE(Options) type<Options>(),
  static std::vector<Type> list{BANKER_CATALOG(BANKER_TYPE)};
  return list;
}

void add_type(Type type) { types().push_back(std::move(type)); }

// With the newest rule of each; types() has the newest first.
const std::vector<CatalogEntry>& catalog() {
  static const std::vector<CatalogEntry> entries = [] {
    std::vector<CatalogEntry> list;
    for (const Type& type : types()) {
      const auto same = [&](const CatalogEntry& entry) { return entry.name == type.entry.name; };
      if (std::none_of(list.begin(), list.end(), same)) list.push_back(type.entry);
    }
    return list;
  }();
  return entries;
}

// The rule that a spec names, or the newest.
static Result<std::uint64_t> read_rule(const Json& spec, const CatalogEntry& newest) {
  if (!spec.contains("rule")) return newest.rule;
  const Json& rule = spec["rule"];
  if (!rule.is_number_integer()) return fields::wrong_type("rule", "a number such as 1", rule);
  if (rule.is_number_unsigned() && rule >= 1 && rule <= newest.rule) return rule.get<std::uint64_t>();
  return fields::bad("\"rule\" is ", rule.dump(), ": ", newest.name, " has ",
                     newest.rule > 1 ? concat("the rules 1 to ", newest.rule) : std::string("only rule 1"),
                     ", unless a newer version of Banker has more");
}

Result<std::unique_ptr<Agent>> make_agent(std::string_view text, const OwnScales& own) {
  auto spec = parse_json(text);
  if (!spec) return fields::bad_shape("the spec is wrong: ", spec.error().message);
  if (!spec->is_object())
    return fields::bad_shape("a spec is an object such as {\"agent\":\"banker\",\"arms\":5}, not ",
                             type_name(*spec));
  if (!spec->contains("agent") || !(*spec)["agent"].is_string())
    return fields::bad_shape("the spec names no agent: write {\"agent\":\"banker\",\"arms\":5}");
  const std::string& name = (*spec)["agent"].get_ref<const std::string&>();
  std::vector<std::string_view> known;
  for (const CatalogEntry& entry : catalog()) known.push_back(entry.name);
  const auto named = [&](const Type& type) { return type.entry.name == name; };
  const auto newest = std::find_if(types().begin(), types().end(), named);
  if (newest == types().end())
    return fields::bad("unknown agent ", in_quotes(name), did_you_mean(name, known));
  const auto rule = read_rule(*spec, newest->entry);
  if (!rule) return rule.error();
  const auto wanted = std::find_if(newest, types().end(),
                                   [&](const Type& type) { return named(type) && type.entry.rule == *rule; });
  BANKER_ASSERT(wanted != types().end());  // all rules of an agent are there
  return wanted->make(*spec, own);
}

}  // namespace banker
