#include "registry.hpp"

#include <algorithm>

#include "../agent/json.hpp"
#include "create.hpp"

namespace banker::service {

namespace {
constexpr std::size_t kMostSuggested = 100;  // bandits that a misspelt name is compared with

Problem unavailable(const Error& error) { return {Problem::Kind::kUnavailable, error.message}; }

// What is known of a bandit that could not be read back.
Summary summary_of(const store::BanditRow& row) {
  Summary summary;
  summary.id = row.id;
  summary.name = row.name;
  summary.spec = std::make_shared<const std::string>(row.spec);
  if (const auto terms = read_terms(row.terms)) summary.terms = *terms;
  summary.created_at = row.created_at;
  summary.paused_at = row.paused_at;
  return summary;
}
}  // namespace

// ---- Requests

Answer Registry::serve(const Request& request, Transaction& journal) {
  journal.forgive();
  Answer answer = std::visit([&](const auto& one) { return on(one, journal); }, request);
  return journal.damage() ? unavailable(*journal.damage()) : answer;
}

Registry::Place Registry::find(const std::string& name, Transaction& journal) {
  const auto found = bandits_.find(name);
  if (found == bandits_.end()) return no_such_bandit(name);
  Entry& entry = found->second;
  if (!entry.bandit) read_back(entry, journal);
  if (entry.bandit) return &*found;
  const store::MaybeError& why = journal.damage() ? journal.damage() : journal.error();
  return unavailable(*why);
}

template <class Work>
Answer Registry::with(const std::string& name, Transaction& journal, Work work) {
  const Place place = find(name, journal);
  if (const auto* problem = std::get_if<Problem>(&place)) return *problem;
  auto& found = *std::get<Bandits::value_type*>(place);
  Entry& entry = found.second;
  // Before anything is done: it may end in the middle.
  if (touch(found)) entry.bandit->expire(journal, kExpireAtOnce);
  Answer answer = work(*entry.bandit);
  if (entry.bandit->spoilt()) {
    entry.forget();
    read_back(entry, journal);
    if (!entry.bandit) return answer;
    entry.bandit->add_checkpoint(journal);  // the next time it is soon done
  }
  write_down(*entry.bandit, journal);
  return answer;
}

void Registry::write_down(Bandit& bandit, Transaction& journal) {
  if (bandit.wants_checkpoint(least_tail())) bandit.add_checkpoint(journal);
  if (journal.begun() && bandit.wants_moment(journal.now())) bandit.add_moment(journal);
  restless_ = restless_ || bandit.is_restless();
}

template <class Work>
Answer Registry::look(const std::string& name, Transaction& journal, Work work) {
  const Place place = find(name, journal);
  if (const auto* problem = std::get_if<Problem>(&place)) return *problem;
  auto& found = *std::get<Bandits::value_type*>(place);
  Bandit& bandit = *found.second.bandit;
  if (journal.may_change() && bandit.is_due(journal.now()) && touch(found)) {
    bandit.expire(journal, kExpireAtOnce);
    write_down(bandit, journal);
  }
  return work(bandit);
}

Answer Registry::on(const Ask& request, Transaction& journal) {
  return with(request.bandit, journal, [&](Bandit& bandit) -> Answer {
    const std::size_t most = std::max<std::size_t>(1, std::min(options_.max_at_once, bandit.most_at_once()));
    if (request.count < 1 || request.count > most)
      return Problem{Problem::Kind::kUnprocessable,
                     concat("cannot ask for ", request.count, " decisions at once: from 1 to ", most)};
    return bandit.ask(request, journal);
  });
}

Answer Registry::on(const Tell& request, Transaction& journal) {
  return with(request.bandit, journal, [&](Bandit& bandit) -> Answer {
    if (request.reports.size() > options_.max_at_once)
      return Problem{Problem::Kind::kUnprocessable,
                     concat("cannot tell ", request.reports.size(), " outcomes at once: at most ",
                            options_.max_at_once)};
    Heard heard;
    heard.results.reserve(request.reports.size());
    for (const Report& report : request.reports) heard.results.push_back(tell(bandit, report, journal));
    return heard;
  });
}

// A row that is damaged is no matter of the other outcomes, which are counted.
Told Registry::tell(Bandit& bandit, const Report& report, Transaction& journal) {
  Told told = bandit.tell(report, journal);
  if (journal.damage()) told = {report.id, Verdict::kUnavailable, journal.damage()->message};
  journal.forgive();
  return told;
}

Answer Registry::on(const Drop& request, Transaction& journal) {
  return with(request.bandit, journal,
              [&](Bandit& bandit) { return Heard{{bandit.drop(request.id, journal)}}; });
}

Answer Registry::on(const Expire& request, Transaction& journal) {
  return with(request.bandit, journal,
              [&](Bandit& bandit) { return Heard{{bandit.expire(request.id, journal)}}; });
}

Answer Registry::on(const ExpireOld& request, Transaction& journal) {
  return with(request.bandit, journal, [&](Bandit& bandit) -> Answer {
    if (!(request.older_than >= 0))
      return Problem{Problem::Kind::kUnprocessable,
                     concat("\"older_than\" is ", request.older_than, " seconds: it must be 0 or more")};
    return bandit.expire_older(request.older_than, kExpireAtOnce, journal);
  });
}

Answer Registry::on(const Pause& request, Transaction& journal) {
  return with(request.bandit, journal, [&](Bandit& bandit) -> Answer {
    if (bandit.row().paused_at.has_value() == request.paused) return Done{};
    const auto since = request.paused ? std::optional(journal.now()) : std::nullopt;
    if (!journal.try_change([&] { return journal_.set_paused(bandit.row().id, since); }))
      return unavailable(*journal.damage());
    bandit.set_paused(since);
    if (journal.watches_bandits()) journal.report({request.bandit, bandit.who(), {}, request});
    return Done{};
  });
}

Answer Registry::on(const Upgrade& request, Transaction& journal) {
  return with(request.bandit, journal, [&](Bandit& bandit) -> Answer {
    if (auto problem = bandit.upgrade(request.rule, journal)) return *problem;
    return bandit.view(journal.now());
  });
}

Answer Registry::on(const Look& request, Transaction& journal) {
  return look(request.bandit, journal, [&](Bandit& bandit) { return bandit.view(journal.now()); });
}

Answer Registry::on(const Oldest& request, Transaction& journal) {
  return look(request.bandit, journal,
              [&](Bandit& bandit) { return bandit.oldest(std::min(request.most, options_.max_at_once)); });
}

Answer Registry::on(const Find& request, Transaction& journal) {
  return look(request.bandit, journal, [&](Bandit& bandit) { return bandit.find(request.id, journal); });
}

Answer Registry::on(const Create& request, Transaction& journal) {
  if (bandits_.contains(request.name))
    return Problem{Problem::Kind::kConflict, concat("there is a bandit ", in_quotes(request.name),
                                                    " already: use it, delete it, or take "
                                                    "another name")};
  auto created = create(request, journal.now(), options_);
  if (const auto* problem = std::get_if<Problem>(&created)) return *problem;
  auto& bandit = std::get<std::unique_ptr<Bandit>>(created);
  journal.change([&]() -> store::MaybeError {
    const auto id = journal_.add_bandit(bandit->row());
    if (!id) return id.error();
    bandit->set_id(*id);
    return std::nullopt;
  });
  View view = bandit->view(journal.now());
  if (journal.watches_bandits())
    journal.report({request.name, view.who, {}, Create{request.name, view.who->spec, bandit->terms()}});
  touched_.try_emplace(request.name);
  insert({std::move(bandit), {}, {}, false});
  return view;
}

Answer Registry::on(const Remove& request, Transaction& journal) {
  const auto found = bandits_.find(request.bandit);
  if (found == bandits_.end()) return no_such_bandit(request.bandit);
  touch(*found);
  const auto& bandit = found->second.bandit;
  const auto events = bandit ? std::optional(bandit->seq()) : std::nullopt;
  if (!journal.try_change(
          [&] { return journal_.remove_bandit(found->second.row().id, events, journal.now()); }))
    return unavailable(*journal.damage());
  if (journal.watches_bandits()) journal.report({request.bandit, nullptr, {}, request});
  erase(found);
  purging_ = true;
  return Done{};
}

Problem Registry::no_such_bandit(const std::string& name) const {
  std::string hint;
  if (bandits_.empty()) {
    hint = ": there are none yet, POST /v1/bandits makes one";
  } else if (bandits_.size() <= kMostSuggested) {
    std::vector<std::string_view> known;
    for (const auto& [other, entry] : bandits_) known.push_back(other);
    hint = did_you_mean(name, known);
  }
  return {Problem::Kind::kNotFound, concat("there is no bandit ", in_quotes(name), hint)};
}

Answer Registry::on(const List&, Transaction& journal) {
  return Summaries{summaries(journal, [&](Bandit& bandit) { bandit.refresh_leader(journal.now()); })};
}

Answer Registry::on(const Measure&, Transaction& journal) {
  Measures measures;
  measures.bandits = summaries(journal);
  for (Summary& summary : measures.bandits) summary.leader.reset();
  return measures;
}

std::vector<Summary> Registry::summaries(Transaction& journal, const std::function<void(Bandit&)>& before) {
  std::vector<Summary> all;
  all.reserve(bandits_.size());
  for (auto& [name, entry] : bandits_) {
    if (!entry.bandit && !journal.error()) read_back(entry, journal);
    journal.forgive();  // one that is damaged is listed with what is known
    if (entry.bandit) {
      if (before) before(*entry.bandit);
      all.push_back(entry.bandit->summary(journal.now()));
    } else {
      all.push_back(summary_of(entry.unread));
    }
  }
  return all;
}

}  // namespace banker::service
