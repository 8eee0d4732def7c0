#include "routes.hpp"

#include <algorithm>

#include "handlers.hpp"

namespace banker::http {

std::span<const Route> routes() {
  static const std::vector<Route> all{
      // The server
      {"GET",
       "/healthz",
       Need::kNothing,
       get_health,
       "Whether the server is alive.",
       {{200, "Health", "It is."}},
       {}},
      {"GET",
       "/readyz",
       Need::kNothing,
       get_ready,
       "Whether the journal can be written.",
       {{200, "Health", "It can."}},
       {503}},
      {"GET",
       "/metrics",
       Need::kToken,
       get_metrics,
       "Everything that is counted, for Prometheus.",
       {{200, "", "In the text format.", "text/plain"}},
       {}},
      {"GET",
       "/openapi.json",
       Need::kNothing,
       get_openapi,
       "This document.",
       {{200, "Document", "OpenAPI 3.1."}},
       {}},
      {"GET",
       "/v1/events",
       Need::kAdmin,
       get_events,
       "What happens, as it happens: server-sent events ask, tell, drop, expire, create and delete.",
       {{200, "", "Events until the client goes.", "text/event-stream"}},
       {404, 429},
       "",
       false,
       "bandit"},
      // Bandits
      {"GET",
       "/v1/bandits",
       Need::kToken,
       get_bandits,
       "All bandits, by name.",
       {{200, "Bandits", "All of them."}},
       {}},
      {"POST",
       "/v1/bandits",
       Need::kAdmin,
       post_bandit,
       "Makes a bandit: a name, the spec of an agent, and the terms it is kept on.",
       {{201, "Bandit", "Made; Location says where it is."}},
       {409, 422},
       "NewBandit",
       true},
      {"GET",
       "/v1/bandits/{bandit}",
       Need::kToken,
       get_bandit,
       "A bandit.",
       {{200, "Bandit", "As it is now."}},
       {404}},
      {"DELETE",
       "/v1/bandits/{bandit}",
       Need::kAdmin,
       delete_bandit,
       "Throws a bandit away, with everything it knows.",
       {{204, "", "It is gone."}},
       {404}},
      {"GET",
       "/v1/bandits/{bandit}/log",
       Need::kAdmin,
       get_log,
       "Everything that was asked and told, for `banker replay`: a spec or a snapshot, then an event per "
       "line.",
       {{200, "", "JSON lines.", "application/x-ndjson"}},
       {404, 429}},
      // Decisions
      {"POST",
       "/v1/bandits/{bandit}/ask",
       Need::kAsk,
       post_ask,
       "Makes a decision, or several. A decision_id that was used before is answered with its decision.",
       {{200, "Asked", "One decision; a list if \"count\" or \"decision_ids\" was given."}},
       {404, 409, 422, 429},
       "Ask"},
      {"POST",
       "/v1/bandits/{bandit}/tell",
       Need::kTell,
       post_tells,
       "Tells the outcomes of many decisions.",
       {{200, "Results", "What became of each, in their order."}},
       {404, 422},
       "Outcomes",
       true},
      {"GET",
       "/v1/bandits/{bandit}/decisions/{id}",
       Need::kToken,
       get_decision,
       "A decision, and its outcome.",
       {{200, "Record", "As it is now."}},
       {404}},
      {"POST",
       "/v1/bandits/{bandit}/decisions/{id}/tell",
       Need::kTell,
       post_tell,
       "Tells the outcome of a decision. The same outcome again is answered as it was before.",
       {{200, "Uncounted", "Too late to count."}, {204, "", "It counts."}},
       {404, 409, 422},
       "Outcome",
       true},
      {"POST",
       "/v1/bandits/{bandit}/decisions/{id}/drop",
       Need::kTell,
       post_drop,
       "Says that the outcome of a decision will never come.",
       {{200, "Uncounted", "The decision was closed before."}, {204, "", "It is dropped."}},
       {404, 409},
       "Nothing"},
  };
  return all;
}

std::vector<int> errors_of(const Route& route) {
  std::vector<int> statuses = route.bad;
  statuses.insert(statuses.end(), {400, 403});                                    // the target, the Host
  if (route.need != Need::kNothing) statuses.insert(statuses.end(), {401, 503});  // the token, the journal
  if (route.method == "POST") statuses.push_back(413);                            // the body
  std::sort(statuses.begin(), statuses.end());
  return statuses;
}

}  // namespace banker::http
