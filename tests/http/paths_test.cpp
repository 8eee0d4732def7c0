#include "http/paths.hpp"

#include <gtest/gtest.h>

#include "http/json_text.hpp"

namespace banker::http::paths_test {
namespace {

using Names = std::vector<std::string_view>;

TEST(Paths, AreCutAtSlashes) {
  EXPECT_EQ(split_target("/v1/bandits").segments, (Names{"v1", "bandits"}));
  EXPECT_EQ(split_target("/a//b/").segments, (Names{"a", "", "b", ""}));
  EXPECT_EQ(split_target("/").segments, Names());
  EXPECT_EQ(split_target("").segments, Names());
  EXPECT_EQ(split_target("a/b").segments, Names());
  EXPECT_EQ(split_target("/a?b/c?d").segments, Names{"a"});
  EXPECT_EQ(split_target("/a?b/c?d").query, "b/c?d");
  EXPECT_EQ(split_target("https://host:1/a/b?c").segments, (Names{"a", "b"}));
  EXPECT_EQ(split_target("http://host").path, "/");
}

TEST(Paths, MatchForms) {
  Names taken;
  const std::string_view form = "/v1/{bandit}/x/{id}";
  EXPECT_TRUE(matches(form, split_target("/v1/a%2Fb/x/"), taken));
  EXPECT_EQ(taken, (Names{"a%2Fb", ""}));
  for (const char* other : {"/v1/a/x", "/v1/a/y/b", "/v1/a/x/b/", "/v1", "/", ""})
    EXPECT_FALSE(matches(form, split_target(other), taken)) << other;
}

TEST(Paths, TheFirstPageIsASlash) {
  Names taken;
  EXPECT_TRUE(matches("/", split_target("/"), taken));
  EXPECT_TRUE(matches("/", split_target("/?a"), taken));
  EXPECT_TRUE(matches("/", split_target("http://host"), taken));
  for (const char* other : {"", "*", "//", "/a", "a/", "?", "host"})
    EXPECT_FALSE(matches("/", split_target(other), taken)) << other;
}

TEST(Paths, AreDecoded) {
  EXPECT_EQ(*percent_decode("a%2fb%20%C3%A9+%00"), std::string("a/b \xC3\xA9+\0", 8));
  EXPECT_EQ(*percent_decode(""), "");
  for (const char* bad : {"%", "%4", "a%", "%g0", "%0g", "%%41", "%ff", "\xff", "%ed%a0%80"})
    EXPECT_FALSE(percent_decode(bad)) << bad;
}

TEST(Paths, Queries) {
  const auto pairs = *read_query("a=1&b&c=x%3Dy=z&=");
  ASSERT_EQ(pairs.size(), 4u);
  EXPECT_EQ(pairs[0], (std::pair<std::string, std::string>("a", "1")));
  EXPECT_EQ(pairs[1], (std::pair<std::string, std::string>("b", "")));
  EXPECT_EQ(pairs[2], (std::pair<std::string, std::string>("c", "x=y=z")));
  EXPECT_EQ(pairs[3], (std::pair<std::string, std::string>("", "")));
  EXPECT_TRUE(read_query("")->empty());
  EXPECT_FALSE(read_query("a=%"));
}

TEST(JsonText, QuotesAndTimesAndNumbers) {
  std::string out;
  append_quoted(out, "a\"b\\c\n\x01é");
  EXPECT_EQ(out, R"("a\"b\\c\u000a\u0001é")");
  out.clear();
  append_time(out, 951'827'696'000'007);
  EXPECT_EQ(out, "\"2000-02-29T12:34:56.000007Z\"");
  out.clear();
  append_numbers(out, std::vector<double>{0.1, 1e300, -0.0, INFINITY, NAN, 3});
  EXPECT_EQ(out, "[0.1,1e+300,-0.0,null,null,3]");
}

}  // namespace
}  // namespace banker::http::paths_test
