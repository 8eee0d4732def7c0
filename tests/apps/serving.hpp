#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/program.hpp"
#include "support/folder.hpp"
#include "support/server/server_process.hpp"
#include "support/server/wire.hpp"

// The verbs serve and token, run as programs.
namespace banker::testing {

using Texts = std::vector<std::string>;

// `banker serve` with its standard error in a file of this folder.
class Serve : public ServerProcess {
 public:
  Serve(const Folder& folder, const Texts& more) : ServerProcess(more, folder.file("stderr")) {}

  // Each over a connection of its own.
  Answered get(const std::string& target, const std::string& header = "") const {
    Wire wire(port());
    wire.send_get(target, header);
    return wire.read_answer().value_or(Answered{});
  }
  Answered post(const std::string& target, const std::string& body, const std::string& header = "") const {
    Wire wire(port());
    wire.send_post(target, body, header);
    return wire.read_answer().value_or(Answered{});
  }
};

class ServeVerb : public ::testing::Test {
 protected:
  void expect_refusal(const Texts& arguments, int status, std::string_view words) const {
    const Finished done = run(arguments);
    EXPECT_EQ(done.status, status) << done.err;
    EXPECT_EQ(done.out, "");
    EXPECT_NE(done.err.find(words), std::string::npos) << done.err;
  }
  Folder folder;
  const std::string data = folder.file("bank.db");
};

inline constexpr const char* kAds = R"({"name":"ads","agent":"banker","arms":["red","green"],"seed":3})";

}  // namespace banker::testing
