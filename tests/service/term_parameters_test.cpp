// The terms as a form would show them: what is said of them is what is taken.

#include <gtest/gtest.h>

#include "agent/json.hpp"
#include "banker/service/terms.hpp"

namespace banker::service::term_parameters_test {
namespace {

Result<Terms> with(const std::string& name, const Json& value) {
  Json terms = Json::object();
  terms[name] = value;
  return read_terms(terms.dump());
}

TEST(TermParameters, AreAllThereIsInTheirOrder) {
  const Json usual = Json::parse(write_terms({}));
  std::vector<std::string> names, described;
  for (const auto& [name, value] : usual.items()) names.push_back(name);
  for (const Parameter& p : term_parameters()) described.push_back(p.name);
  EXPECT_EQ(described, names);
}

TEST(TermParameters, DefaultsAreWhatIsTakenWhereNothingIsSaid) {
  for (const Parameter& p : term_parameters()) {
    const auto terms = with(p.name, Json::parse(p.default_value));
    ASSERT_TRUE(terms) << p.name << ": " << terms.error().message;
    EXPECT_EQ(write_terms(*terms), write_terms({})) << p.name;
    EXPECT_FALSE(p.help.empty());
  }
}

TEST(TermParameters, TheLimitsAreThoseOfTheTerms) {
  for (const Parameter& p : term_parameters()) {
    const Json min = Json::parse(p.min), max = Json::parse(p.max);
    if (max.is_null()) continue;
    EXPECT_TRUE(with(p.name, max)) << p.name;
    EXPECT_FALSE(with(p.name, max.get<double>() * 2)) << p.name;
    EXPECT_TRUE(with(p.name, min.get<std::int64_t>() + 1)) << p.name;
    EXPECT_FALSE(with(p.name, min.get<std::int64_t>() - 1)) << p.name;
  }
}

TEST(TermParameters, AreWrittenAsTheCatalogWritesThoseOfAgents) {
  const Json written = Json::parse(write_parameters(term_parameters()));
  ASSERT_EQ(written.size(), term_parameters().size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const Parameter& p = term_parameters()[i];
    EXPECT_EQ(written[i]["name"], p.name);
    EXPECT_EQ(written[i]["type"], p.type);
    EXPECT_EQ(written[i]["default"], Json::parse(p.default_value));
    EXPECT_EQ(written[i]["help"], p.help);
  }
  const Json agents = Json::parse(write_catalog());
  ASSERT_EQ(agents.size(), catalog().size());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    EXPECT_EQ(agents[i]["name"], catalog()[i].name);
    EXPECT_EQ(agents[i]["parameters"], Json::parse(write_parameters(catalog()[i].parameters)));
  }
}

}  // namespace
}  // namespace banker::service::term_parameters_test
