#include "handlers.hpp"

#include "../agent/json.hpp"
#include "answers.hpp"
#include "banker/agent/catalog.hpp"
#include "bodies.hpp"
#include "log_stream.hpp"
#include "openapi.hpp"

namespace banker::http {

namespace {

Response write_done(const service::Done&) { return nothing(); }

void set_paused(Desk& desk, Call&& call, bool paused) {
  if (const auto error = read_nothing(call.body)) return call.send(problem(*error));
  desk.submit(service::Pause{std::move(call.bandit), paused}, write_done, std::move(call.send));
}

Response open_log(Desk& desk, const std::string& bandit, std::shared_ptr<void> place) {
  auto reader = desk.service.log(bandit);
  if (!reader)
    return problem(reader.error().code == ErrorCode::kBadValue ? 404 : 503, reader.error().message);
  return stream("application/x-ndjson",
                std::make_unique<LogStream>(desk.reader, *std::move(reader), std::move(place)));
}

}  // namespace

// ---- The server

void get_health(Desk&, Call&& call) { call.send(json(R"({"status":"ok"})")); }

void get_ready(Desk& desk, Call&& call) {
  if (const auto trouble = desk.service.trouble()) return call.send(problem(503, *trouble));
  call.send(json(R"({"status":"ready"})"));
}

void get_metrics(Desk& desk, Call&& call) {
  desk.submit(service::Measure{}, std::move(call.send),
              [&counts = desk.counts](const service::Answer& answer) {
                return text("text/plain; version=0.0.4; charset=utf-8",
                            write_metrics(std::get<service::Measures>(answer), counts, now()));
              });
}

void get_openapi(Desk&, Call&& call) { call.send(json(openapi())); }

// Of one bandit only if there is one.
void get_events(Desk& desk, Call&& call) {
  const std::string* of = value_of(call.query, "bandit");
  if (!of || of->empty()) return call.send(listening(desk.hub.listen({})));
  desk.submit(
      service::Look{*of}, std::move(call.send),
      [&hub = desk.hub, bandit = *of](const service::Answer&) { return listening(hub.listen(bandit)); });
}

// A server takes fewer arms than an agent.
void get_catalog(Desk&, Call&& call) {
  static const std::string text = [] {
    std::vector<CatalogEntry> agents = catalog();
    for (CatalogEntry& agent : agents)
      for (Parameter& parameter : agent.parameters)
        if (parameter.name == "arms") parameter.max = concat(service::Options().max_arms);
    return concat(R"({"agents":)", write_catalog(agents), R"(,"terms":)",
                  write_parameters(service::term_parameters()), "}");
  }();
  call.send(json(text));
}

// ---- Bandits

void get_bandits(Desk& desk, Call&& call) {
  desk.submit(service::List{}, write_bandits, std::move(call.send));
}

void post_bandit(Desk& desk, Call&& call) {
  auto create = read_create(call.body);
  if (!create) return call.send(problem(create.error()));
  desk.submit(*std::move(create), std::move(call.send), [&live = desk.live](const service::Answer& answer) {
    live.list_again();
    return write_new_bandit(std::get<service::View>(answer));
  });
}

void get_bandit(Desk& desk, Call&& call) {
  desk.submit(service::Look{std::move(call.bandit)}, write_bandit, std::move(call.send));
}

void patch_bandit(Desk& desk, Call&& call) {
  auto upgrade = read_change(std::move(call.bandit), call.body);
  if (!upgrade) return call.send(problem(upgrade.error()));
  desk.submit(*std::move(upgrade), write_bandit, std::move(call.send));
}

void delete_bandit(Desk& desk, Call&& call) {
  desk.submit(service::Remove{std::move(call.bandit)}, std::move(call.send),
              [&live = desk.live](const service::Answer&) {
                live.list_again();
                return nothing();
              });
}

// The log is opened and read by a thread of its own: both wait for the disk.
void get_log(Desk& desk, Call&& call) {
  auto place = desk.logs.enter();
  if (!place)
    return call.send(
        problem(429, concat(desk.logs.most(), " logs are being read already: try again in a while")));
  desk.reader.post([&desk, bandit = std::move(call.bandit), send = std::move(call.send),
                    place = std::move(place)]() mutable {
    Response response = open_log(desk, bandit, std::move(place));
    send(std::move(response));
  });
}

void post_pause(Desk& desk, Call&& call) { set_paused(desk, std::move(call), true); }
void post_resume(Desk& desk, Call&& call) { set_paused(desk, std::move(call), false); }

void post_expire_old(Desk& desk, Call&& call) {
  auto expire = read_expire_old(std::move(call.bandit), call.body);
  if (!expire) return call.send(problem(expire.error()));
  desk.submit(*std::move(expire), write_expired, std::move(call.send));
}

// ---- Decisions

void post_ask(Desk& desk, Call&& call) {
  auto body = read_ask(std::move(call.bandit), call.body);
  if (!body) return call.send(problem(body.error()));
  desk.submit(std::move(body->ask), body->many ? write_decisions : write_decision, std::move(call.send));
}

void post_tell(Desk& desk, Call&& call) {
  auto tell = read_tell(std::move(call.bandit), std::move(call.id), call.body);
  if (!tell) return call.send(problem(tell.error()));
  desk.submit(*std::move(tell), write_verdict, std::move(call.send));
}

void post_tells(Desk& desk, Call&& call) {
  auto tell = read_tells(std::move(call.bandit), call.body);
  if (!tell) return call.send(problem(tell.error()));
  desk.submit(*std::move(tell), write_results, std::move(call.send));
}

void post_drop(Desk& desk, Call&& call) {
  if (const auto error = read_nothing(call.body)) return call.send(problem(*error));
  desk.submit(service::Drop{std::move(call.bandit), std::move(call.id)}, write_verdict, std::move(call.send));
}

void post_expire(Desk& desk, Call&& call) {
  if (const auto error = read_nothing(call.body)) return call.send(problem(*error));
  desk.submit(service::Expire{std::move(call.bandit), std::move(call.id)}, write_verdict,
              std::move(call.send));
}

void get_decision(Desk& desk, Call&& call) {
  desk.submit(service::Find{std::move(call.bandit), std::move(call.id)}, write_found, std::move(call.send));
}

}  // namespace banker::http
