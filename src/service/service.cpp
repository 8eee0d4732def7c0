#include "banker/service/service.hpp"

#include <future>

#include "teller.hpp"

namespace banker::service {

Service::Service(std::unique_ptr<Teller> teller) : teller_(std::move(teller)) {}
Service::~Service() = default;

Result<std::unique_ptr<Service>> Service::start(std::unique_ptr<store::Journal> journal, Options options) {
  auto teller = std::make_unique<Teller>(std::move(journal), std::move(options));
  if (auto error = teller->recover()) return *error;
  teller->start();
  return std::unique_ptr<Service>(new Service(std::move(teller)));
}

void Service::submit(Request request, Reply reply) { teller_->submit(std::move(request), std::move(reply)); }

Answer Service::call(Request request) {
  const auto answer = std::make_shared<std::promise<Answer>>();  // the teller may still be in it when we go
  submit(std::move(request), [answer](Answer&& got) { answer->set_value(std::move(got)); });
  return answer->get_future().get();
}

Result<std::unique_ptr<store::LogReader>> Service::log(const std::string& bandit) {
  const Answer answer = call(Look{bandit});
  if (const auto* problem = std::get_if<Problem>(&answer)) {
    const bool missing = problem->kind == Problem::Kind::kNotFound;
    return Error{missing ? ErrorCode::kBadValue : ErrorCode::kDisk, problem->detail};
  }
  const Summary& summary = std::get<View>(answer).summary;
  return teller_->journal().log({summary.id, summary.name, *summary.spec, write_terms(summary.terms),
                                 summary.created_at, summary.paused_at});
}

Result<std::unique_ptr<store::Reader>> Service::reader() { return teller_->journal().reader(); }

std::optional<std::string> Service::trouble() const { return teller_->trouble(); }

}  // namespace banker::service
