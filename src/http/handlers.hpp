#pragma once

#include "desk.hpp"

// What each route does: docs/server.md.
namespace banker::http {

void get_health(Desk& desk, Call&& call);
void get_ready(Desk& desk, Call&& call);
void get_metrics(Desk& desk, Call&& call);
void get_openapi(Desk& desk, Call&& call);
void get_events(Desk& desk, Call&& call);
void get_live(Desk& desk, Call&& call);  // live.cpp
void get_page(Desk& desk, Call&& call);  // page.cpp
void get_catalog(Desk& desk, Call&& call);

void get_bandits(Desk& desk, Call&& call);
void post_bandit(Desk& desk, Call&& call);
void get_bandit(Desk& desk, Call&& call);
void patch_bandit(Desk& desk, Call&& call);
void delete_bandit(Desk& desk, Call&& call);
void get_log(Desk& desk, Call&& call);
void post_pause(Desk& desk, Call&& call);
void post_resume(Desk& desk, Call&& call);
void post_expire_old(Desk& desk, Call&& call);
void get_history(Desk& desk, Call&& call);  // past.cpp
void get_report(Desk& desk, Call&& call);   // page.cpp

void post_ask(Desk& desk, Call&& call);
void post_tell(Desk& desk, Call&& call);
void post_tells(Desk& desk, Call&& call);
void post_drop(Desk& desk, Call&& call);
void post_expire(Desk& desk, Call&& call);
void get_decision(Desk& desk, Call&& call);
void get_decisions(Desk& desk, Call&& call);  // past.cpp
void get_statement(Desk& desk, Call&& call);  // past.cpp

}  // namespace banker::http
