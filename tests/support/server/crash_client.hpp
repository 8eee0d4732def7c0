#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "http_client.hpp"
#include "known_decision.hpp"
#include "support/script.hpp"

// A client of a server that may be killed at any moment: it remembers what it was answered, and repeats what it was not.
namespace banker::testing {

class CrashClient {
 public:
  CrashClient(int number, std::vector<std::string> bandits)
      : number_(number), bandits_(std::move(bandits)), random_(static_cast<std::uint64_t>(number)) {}

  // Repeats what was not answered, then goes on until the server is gone.
  void run(std::uint16_t port, std::atomic<long>& answered) {
    HttpClient http(port);
    if (!repeat(http)) return;
    while (step(http)) ++answered;
  }
  bool repeat(HttpClient& http) {
    if (!pending_) return true;
    const Pending again = *std::exchange(pending_, std::nullopt);
    return send(http, again);
  }

  std::vector<Known>& known(const std::string& bandit) { return known_[bandit]; }
  // How many decisions may have been made that nobody was told of.
  std::size_t lost(const std::string& bandit) {
    return lost_[bandit] + (pending_ ? pending_->asks[bandit] : 0);
  }

 private:
  struct Pending {
    std::string target, body;
    bool repeatable = true;
    std::map<std::string, std::size_t> asks;  // how many decisions of which bandit
    std::function<void(const Answered&)> take;
  };

  bool send(HttpClient& http, const Pending& request) {
    const auto answer = http.post(request.target, request.body);
    if (answer) {
      request.take(*answer);
    } else if (request.repeatable) {
      pending_ = request;
    } else {
      for (const auto& [bandit, n] : request.asks) lost_[bandit] += n;
    }
    return answer.has_value();
  }

  bool step(HttpClient& http) {
    const std::string& bandit = one_of(random_, bandits_);
    std::vector<std::size_t> open, told, own;
    const auto& mine = known_[bandit];
    for (std::size_t i = 0; i < mine.size(); ++i) {
      (mine[i].outcome ? told : open).push_back(i);
      if (mine[i].own_id) own.push_back(i);
    }
    const int choice = between(random_, 0, 11);
    if (choice == 0 && !told.empty()) return outcome(http, bandit, one_of(random_, told), true);
    if (choice == 1 && !own.empty()) return ask_again(http, bandit, one_of(random_, own));
    if (choice == 2 && open.size() > 2) return outcomes(http, bandit, {open[0], open[1], open.back()});
    if (choice <= 6 && !open.empty()) return outcome(http, bandit, one_of(random_, open), false);
    return choice % 2 == 0 ? ask(http, bandit) : ask_own(http, bandit);
  }

  // ---- Asking

  bool ask(HttpClient& http, const std::string& bandit) {
    const int count = between(random_, 0, 3);  // 0: says nothing about it
    Pending request{path(bandit) + "/ask", count == 0 ? "" : Json{{"count", count}}.dump(), false, {}, {}};
    request.asks[bandit] = static_cast<std::size_t>(std::max(count, 1));
    request.take = [this, bandit, count](const Answered& answer) {
      take_decisions(bandit, answer, count > 0, {});
    };
    return send(http, request);
  }
  bool ask_own(HttpClient& http, const std::string& bandit) {
    std::vector<std::string> ids;
    for (int n = between(random_, 1, 3); n > 0; --n)
      ids.push_back(concat("c", number_, "/\xc3\xa4 ", ++last_id_));
    const bool many = ids.size() > 1;
    Pending request{path(bandit) + "/ask",
                    (many ? Json{{"decision_ids", ids}} : Json{{"decision_id", ids[0]}}).dump(),
                    true,
                    {},
                    {}};
    request.asks[bandit] = ids.size();
    request.take = [this, bandit, many, ids](const Answered& answer) {
      take_decisions(bandit, answer, many, ids);
    };
    return send(http, request);
  }
  bool ask_again(HttpClient& http, const std::string& bandit, std::size_t which) {
    const Json first = known_[bandit][which].decision;
    return send(http, {path(bandit) + "/ask",
                       Json{{"decision_id", first["id"]}}.dump(),
                       true,
                       {},
                       [first](const auto& answer) {
                         EXPECT_EQ(answer.status, 200) << answer.body;
                         EXPECT_EQ(Json::parse(answer.body), first);
                       }});
  }
  void take_decisions(const std::string& bandit, const Answered& answer, bool many,
                      const std::vector<std::string>& ids) {
    ASSERT_EQ(answer.status, 200) << answer.body;
    const Json body = Json::parse(answer.body);
    const Json list = many ? body["decisions"] : Json::array({body});
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string id = ids.empty() ? concat("r", list[i]["round"].dump()) : ids[i];
      EXPECT_EQ(list[i]["id"], id);
      known_[bandit].push_back({list[i], !ids.empty(), {}, "", false});
    }
  }

  // ---- Outcomes

  Json random_outcome() {
    const double value = between(random_, 0, 64) / 64.0;
    return between(random_, 0, 2) == 0 ? Json{{"reward", value}} : Json{{"loss", value}};
  }
  // Tells or drops a decision; or says what was said before once more.
  bool outcome(HttpClient& http, const std::string& bandit, std::size_t which, bool again) {
    Known& mine = known_[bandit][which];
    const Json what = again                         ? *mine.outcome
                      : between(random_, 0, 7) == 0 ? Json{{"drop", true}}
                                                    : random_outcome();
    const bool drop = what.contains("drop");
    mine.in_doubt = !again;
    const std::string id = percent_encoded(mine.decision["id"].get<std::string>());
    return send(http, {path(bandit) + "/decisions/" + id + (drop ? "/drop" : "/tell"),
                       drop ? "" : what.dump(),
                       true,
                       {},
                       [this, bandit, which, what, again](const Answered& answer) {
                         const bool stale = answer.status == 200;
                         EXPECT_TRUE(stale || answer.status == 204) << answer.status << ' ' << answer.body;
                         known_[bandit][which].take(what, stale ? "stale" : "counted", again);
                       }});
  }
  bool outcomes(HttpClient& http, const std::string& bandit, const std::vector<std::size_t>& which) {
    Json list = Json::array();
    for (const std::size_t i : which) {
      known_[bandit][i].in_doubt = true;
      Json item = random_outcome();
      item["id"] = known_[bandit][i].decision["id"];
      list.push_back(item);
    }
    return send(http, {path(bandit) + "/tell",
                       Json{{"outcomes", list}}.dump(),
                       true,
                       {},
                       [this, bandit, which, list](const Answered& answer) {
                         ASSERT_EQ(answer.status, 200) << answer.body;
                         const Json results = Json::parse(answer.body)["results"];
                         for (std::size_t i = 0; i < which.size(); ++i) {
                           EXPECT_TRUE(results[i]["counted"] == true || results[i]["status"] == "stale")
                               << results;
                           Json what = list[i];
                           what.erase("id");
                           const bool counted = results[i]["counted"].get<bool>();
                           known_[bandit][which[i]].take(what, counted ? "counted" : "stale", false);
                         }
                       }});
  }

  static std::string path(const std::string& bandit) { return "/v1/bandits/" + bandit; }

  const int number_;
  const std::vector<std::string> bandits_;
  Random random_;
  int last_id_ = 0;
  std::map<std::string, std::vector<Known>> known_;
  std::map<std::string, std::size_t> lost_;
  std::optional<Pending> pending_;
};

}  // namespace banker::testing
