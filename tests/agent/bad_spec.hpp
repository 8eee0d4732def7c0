#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "banker/banker.hpp"

// Specs and options that must be refused.
namespace banker::testing {

inline void expect_bad(const std::string& spec, const std::vector<std::string>& words) {
  const auto agent = make_agent(spec);
  ASSERT_FALSE(agent) << spec;
  const Error& error = agent.error();
  EXPECT_TRUE(error.code == ErrorCode::kBadSpec || error.code == ErrorCode::kBadType) << spec;
  for (const std::string& word : words) {
    EXPECT_NE(error.message.find(word), std::string::npos)
        << spec << " has no \"" << word << "\": " << error.message;
  }
}

// validate() and make_agent() refuse the options with the same message, and it holds these words.
template <class Options>
void expect_invalid(const Options& options, std::initializer_list<const char*> words) {
  const auto error = options.validate();
  ASSERT_TRUE(error) << *words.begin();
  EXPECT_EQ(error->code, ErrorCode::kBadSpec);
  const auto agent = make_agent(options);
  ASSERT_FALSE(agent) << *words.begin();
  EXPECT_EQ(agent.error().code, ErrorCode::kBadSpec);
  EXPECT_EQ(agent.error().message, error->message);
  for (const char* word : words) EXPECT_NE(error->message.find(word), std::string::npos) << error->message;
}

}  // namespace banker::testing
