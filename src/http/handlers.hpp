#pragma once

#include "desk.hpp"

// What each route does: docs/server.md.
namespace banker::http {

void get_health(Desk& desk, Call&& call);
void get_ready(Desk& desk, Call&& call);
void get_metrics(Desk& desk, Call&& call);
void get_openapi(Desk& desk, Call&& call);
void get_events(Desk& desk, Call&& call);

void get_bandits(Desk& desk, Call&& call);
void post_bandit(Desk& desk, Call&& call);
void get_bandit(Desk& desk, Call&& call);
void delete_bandit(Desk& desk, Call&& call);
void get_log(Desk& desk, Call&& call);

void post_ask(Desk& desk, Call&& call);
void post_tell(Desk& desk, Call&& call);
void post_tells(Desk& desk, Call&& call);
void post_drop(Desk& desk, Call&& call);
void get_decision(Desk& desk, Call&& call);

}  // namespace banker::http
