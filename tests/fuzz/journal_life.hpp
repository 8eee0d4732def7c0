#pragma once

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "banker/service/service.hpp"
#include "require.hpp"
#include "service/registry.hpp"

// A journal as a server leaves it and finds it.
namespace banker::testing {

inline constexpr service::Time kThen = 1'767'323'045'678'901;

// Two bandits with decisions, outcomes and checkpoints, and events after these. The same bytes every time.
inline void write_journal(const std::string& file) {
  const auto journal = *store::open_journal(file);
  const service::Options options;
  service::Registry registry(*journal, options);
  require(!registry.recover());
  service::Time now = kThen;
  const auto commit = [&](const auto& work) {
    service::Transaction transaction(*journal, service::Transaction::Purpose::kChange, now += 1'000'000, 0);
    work(transaction);
    require(!transaction.commit());
    registry.keep();
  };
  const auto serve = [&](const service::Request& request) {
    commit([&](service::Transaction& transaction) {
      require(!std::holds_alternative<service::Problem>(registry.serve(request, transaction)));
    });
  };
  service::Terms terms;
  terms.expire_after = 15;
  serve(service::Create{"arms", R"({"agent":"banker","arms":2,"seed":1})", terms});
  serve(service::Create{
      "ball", R"({"agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1}})", {}});
  for (const char* name : {"arms", "ball"}) {
    serve(service::Ask{name, 3, {}});
    serve(service::Ask{name, 1, {"own"}});
    serve(service::Tell{name, {{"r2", 0.5, Outcome::Kind::kLoss}, {"own", 0.25, Outcome::Kind::kReward}}});
  }
  commit([&](service::Transaction& transaction) { registry.checkpoint_all(transaction); });
  for (const char* name : {"arms", "ball"}) {
    serve(service::Ask{name, 1, {}});
    serve(service::Drop{name, "r3"});
    serve(service::Tell{name, {{"r5", 0.125, Outcome::Kind::kLoss}}});
  }
}

// What came of requests that were sent together: answers, or problems that say what is wrong.
class Answers {
 public:
  // Whether the journal took and gave all that was asked.
  bool well = true;

  std::vector<service::Answer> call(service::Service& service,
                                    const std::vector<service::Request>& requests) {
    std::vector<std::future<service::Answer>> futures;
    for (const service::Request& request : requests) {
      const auto promise = std::make_shared<std::promise<service::Answer>>();  // the teller may outlast us
      futures.push_back(promise->get_future());
      service.submit(request, [promise](service::Answer&& answer) { promise->set_value(std::move(answer)); });
    }
    std::vector<service::Answer> answers;
    for (auto& future : futures) {
      answers.push_back(future.get());
      if (const auto* problem = std::get_if<service::Problem>(&answers.back())) {
        require(!problem->detail.empty());
        well = well && problem->kind != service::Problem::Kind::kUnavailable;
      }
      if (const auto* heard = std::get_if<service::Heard>(&answers.back()))
        for (const service::Told& told : heard->results)
          well = well && told.verdict != service::Verdict::kUnavailable;
    }
    return answers;
  }
};

inline std::vector<service::Request> usual_requests(const std::string& bandit) {
  return {service::Look{bandit}, service::Oldest{bandit, 9}, service::Find{bandit, "own"},
          service::Tell{bandit, {{"r1", 0.5, Outcome::Kind::kLoss}}}, service::Ask{bandit, 1, {}}};
}

// What clients do with these bandits.
inline bool use(service::Service& service, const std::vector<service::Summary>& bandits) {
  std::vector<service::Request> requests, reports;
  for (const auto& bandit : bandits)
    for (service::Request& request : usual_requests(bandit.name)) requests.push_back(std::move(request));
  Answers answers;
  const auto first = answers.call(service, requests);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto* asked = std::get_if<service::Asked>(&first[i]);
    if (asked == nullptr) continue;
    require(asked->who != nullptr && asked->decisions.size() == 1);
    reports.push_back(service::Tell{std::get<service::Ask>(requests[i]).bandit,
                                    {{asked->decisions[0].id, 0.5, Outcome::Kind::kLoss}}});
  }
  for (const service::Answer& answer : answers.call(service, reports)) {
    const auto* heard = std::get_if<service::Heard>(&answer);
    if (heard != nullptr) require(heard->results.size() == 1);
  }
  return answers.well;
}

// Null: the journal is refused.
inline std::unique_ptr<service::Service> start(const std::string& file) {
  auto journal = store::open_journal(file);
  service::Options options;
  options.clock = [] { return kThen + 20'000'000; };
  options.keep_seconds = 10;
  auto service = journal ? service::Service::start(*std::move(journal), std::move(options)) : journal.error();
  if (service) return *std::move(service);
  require(!service.error().message.empty());
  return nullptr;
}

// A server on this journal refuses it, or serves; and what it wrote without trouble, the next one reads.
inline void serve_journal(const std::string& file) {
  auto service = start(file);
  if (service == nullptr) return;
  const service::Answer list = service->call(service::List{});
  const auto* summaries = std::get_if<service::Summaries>(&list);
  const bool well = summaries != nullptr && use(*service, summaries->bandits) && !service->trouble();
  service.reset();
  if (well) require(start(file) != nullptr);
}

}  // namespace banker::testing
