#include <memory>

#include "options.hpp"
#include "serve.hpp"

namespace banker::apps {

namespace {

// What SQLite takes for no file at all would be lost.
const CLI::Validator kJournal(
    [](std::string& text) -> std::string {
      if (text.empty()) return "it names no file: write, for example, --data banker.db";
      if (text == ":memory:")
        return "\":memory:\" is no file, and nothing would be kept: name one, as banker.db";
      return {};
    },
    "");

const CLI::Validator kDays(
    [](std::string& text) -> std::string {
      constexpr double kMost = 1e6;
      double days = -1;
      if (CLI::detail::lexical_cast(text, days) && days >= 0 && days <= kMost) return {};
      return "\"" + text + "\" is not a number of days from 0 to 1000000";
    },
    "");

void add_address(CLI::App* verb, http::ServerOptions& server) {
  verb->add_option("--port", server.port, "0 takes one that is free")
      ->capture_default_str()
      ->check(kWhole)
      ->check(CLI::Range(0, 65535));
  verb->add_option("--address", server.address, "of this machine; beyond 127.0.0.1 there must be tokens")
      ->capture_default_str();
  verb->add_flag("--insecure", server.insecure, "listen beyond this machine although there are no tokens");
  auto* certificate = verb->add_option("--tls-cert", server.tls_certificate, "a file, PEM: serve https");
  auto* key = verb->add_option("--tls-key", server.tls_key, "its key, PEM");
  certificate->needs(key);
  key->needs(certificate);
}

void add_limits(CLI::App* verb, ServeRequest& request) {
  verb->add_option("--threads", request.server.threads, "that read and write; one makes all decisions")
      ->capture_default_str()
      ->check(kWhole)
      ->check(CLI::Range(1, 1024));
  verb->add_option("--max-body", request.server.max_body, "the most bytes of a request")
      ->capture_default_str()
      ->check(kWhole)
      ->check(CLI::Range(1, 1 << 30));
  verb->add_option("--keep-days", request.keep_days,
                   "throw closed rounds away that are older; otherwise all are kept")
      ->check(kDays);
  verb->add_option("--log-level", request.log_level,
                   "off, error, info (start, stop and trouble), or debug (every request)")
      ->capture_default_str()
      ->check(CLI::IsMember({"off", "error", "info", "debug"}));
  verb->add_option("--log-format", request.log_format, "text or json, on standard error")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
  auto* verb = app.add_subcommand("serve", "Serve bandits over HTTP, and write down everything first");
  const auto request = std::make_shared<ServeRequest>();
  verb->add_option("--data", request->data,
                   "the file that keeps everything; made if it is not there (banker.db, with --demo "
                   "banker-demo.db)")
      ->check(kJournal);
  add_address(verb, request->server);
  add_limits(verb, *request);
  verb->add_flag("--demo", request->demo,
                 "make some bandits for simulated visitors, who ask and tell about 20 times a second");
  verb->footer(
      "Example:\n"
      "  banker serve --demo      # then open http://127.0.0.1:8080 in a browser\n"
      "  banker serve --data banker.db --port 8080\n"
      "  curl -d '{\"name\":\"ads\",\"agent\":\"banker\",\"arms\":[\"red\",\"green\",\"blue\"]}' "
      "localhost:8080/v1/bandits\n"
      "  curl -X POST localhost:8080/v1/bandits/ads/ask\n"
      "  curl -d '{\"reward\":1}' localhost:8080/v1/bandits/ads/decisions/r1/tell\n\n"
      "To be reached from elsewhere:\n"
      "  banker token --data banker.db --role admin\n"
      "  banker serve --data banker.db --address 0.0.0.0 --tls-cert cert.pem --tls-key key.pem\n\n"
      "Ctrl-C answers what is under way, writes checkpoints and ends; a second one ends at once, and loses "
      "nothing\n"
      "that was answered.");
  verb->callback([request, &status] { status = serve(*request); });
}

void add_token(CLI::App& app, int& status) {
  auto* verb = app.add_subcommand("token", "Make, list or revoke the tokens that a server asks for");
  const auto request = std::make_shared<TokenRequest>();
  verb->add_option("--data", request->data, "the file of the server, which may be running")
      ->capture_default_str()
      ->check(kJournal);
  auto* what = verb->add_option_group("what to do");
  what->add_option("--role", request->roles,
                   "make one for this: ask, tell, admin, or several, as ask,tell. Printed once");
  auto* list = what->add_flag("--list", request->list,
                              "their numbers, roles and times; the tokens themselves are not kept");
  what->add_option("--revoke", request->revoke, "the one with this number")->check(kWhole);
  what->require_option(1);
  verb->add_option("--format", request->format, "of the list: table, json or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}))
      ->needs(list);
  verb->footer(
      "Example:\n"
      "  token=$(banker token --data banker.db --role ask,tell)\n"
      "  curl -H \"Authorization: Bearer $token\" -X POST localhost:8080/v1/bandits/ads/ask\n"
      "  banker token --data banker.db --list --format json\n"
      "  banker token --data banker.db --revoke 1\n\n"
      "Every token may look: at the dashboard, bandits, decisions and metrics. ask: decisions. tell: "
      "outcomes, drops\n"
      "and expiry. admin: everything, and alone: making, pausing and deleting bandits, their logs, and "
      "events.\n"
      "As long as there is no token, whoever is on this machine may do everything.");
  verb->callback([request, &status] { status = token(*request); });
}

void add_migrate(CLI::App& app, int& status) {
  auto* verb = app.add_subcommand("migrate",
                                  "Let bandits of a stopped server go on by the newest rule of their agents");
  const auto request = std::make_shared<MigrateRequest>();
  verb->add_option("--data", request->data, "the file of the server, which must not be running")
      ->capture_default_str()
      ->check(kJournal);
  auto* named =
      verb->add_option("--bandit", request->bandits, "this one; may be repeated")->allow_extra_args(false);
  verb->add_flag("--all", request->all, "all of them")->excludes(named);
  verb->add_option("--format", request->format, "table, json or csv")
      ->capture_default_str()
      ->check(CLI::IsMember({"table", "json", "csv"}));
  verb->footer(
      "Example:\n"
      "  banker migrate --data banker.db              # which could go over\n"
      "  banker migrate --data banker.db --bandit ads\n"
      "  banker migrate --data banker.db --all --format json\n\n"
      "A bandit keeps the rule it was made with until somebody says otherwise: so, by the dashboard, or by\n"
      "PATCH /v1/bandits/NAME of a running server. What it would draw stays the same, and open decisions are "
      "told as\n"
      "before; there is no way back. The file is opened as a server opens it: one of an older version is "
      "brought to "
      "this\n"
      "one's format, with a copy beside it, and what is overdue expires.");
  verb->callback([request, &status] { status = migrate(*request); });
}

}  // namespace banker::apps
