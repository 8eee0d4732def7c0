#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "serve_client.hpp"

// What the connections send. Losses are Bernoulli; the lower the number of an arm, the better.
namespace banker::bench {

// An ask, then a tell of what was asked, over and over, on every connection; all of one bandit.
class Rounds {
 public:
  Rounds(std::string bandit, std::size_t connections) : bandit_(std::move(bandit)), asked_(connections) {}
  void operator()(std::size_t connection, const Reply& last, std::string& request);

 private:
  std::string bandit_;
  std::vector<char> asked_;  // whether the connection's last request was an ask
};

// The same with so many decisions in a request.
class Batches {
 public:
  Batches(std::string bandit, std::size_t connections, std::size_t size)
      : bandit_(std::move(bandit)), asked_(connections), size_(size) {}
  void operator()(std::size_t connection, const Reply& last, std::string& request);

 private:
  std::string bandit_;
  std::vector<char> asked_;
  std::size_t size_;
};

// Makes bandits "b0", "b1", ...; on each asks so many times and tells all but the last. Every connection takes the next bandit
// that nobody has.
class Founders {
 public:
  Founders(std::size_t connections, std::size_t bandits, std::size_t asks)
      : places_(connections), bandits_(bandits), asks_(asks) {}
  void operator()(std::size_t connection, const Reply& last, std::string& request);

 private:
  struct Place {
    std::string bandit;
    std::size_t asked = 0;
  };
  std::vector<Place> places_;
  std::size_t bandits_, asks_, next_ = 0;
};

// The spec of an agent with 10 arms, under this name.
std::string bandit_named(const std::string& name, const std::string& agent = "banker");

// Parts of them. An answer that is not 2xx is a std::runtime_error.
void check(const Reply& reply);
void write_ask(std::string& request, const std::string& bandit, std::string_view body = "");
// The outcome of the decision in the answer; the outcomes of the first so many in it.
void write_tell(std::string& request, const std::string& bandit, std::string_view answer);
void write_tells(std::string& request, const std::string& bandit, std::string_view answer, std::size_t count);

}  // namespace banker::bench
