#include <cstdio>
#include <ctime>
#include <filesystem>
#include <sstream>

#include "banker/store/tokens.hpp"
#include "serve.hpp"
#include "show.hpp"
#include "text.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

int make(store::Tokens& tokens, const TokenRequest& request, bool fresh) {
  const auto roles = store::read_roles(request.roles);
  if (!roles) return refuse(roles.error().message);
  const auto token = tokens.make(*roles);
  if (!token) return failed(token.error());
  std::printf("%s\n", token->c_str());
  if (!flushed()) return 1;
  if (fresh)
    std::fprintf(stderr,
                 "%s was not there and is new: only a server that is started with it knows this token.\n",
                 request.data.c_str());
  std::fprintf(stderr, "This is the only time it is shown. Send it as: Authorization: Bearer TOKEN\n");
  return 0;
}

std::string time_text(store::Time at) {
  const std::time_t seconds = at / 1'000'000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

using Rows = std::vector<store::TokenRow>;

void print_table(const Rows& rows) {
  Table table({"id", "roles", "made"}, {1, 2});
  for (const auto& row : rows)
    table.add({std::to_string(row.id), write_roles(row.roles), time_text(row.created_at)});
  if (!rows.empty()) std::printf("%s", table.text().c_str());
}

void print_csv(const Rows& rows) {
  std::printf("id,roles,made\n");
  for (const auto& row : rows)
    std::printf("%lld,%s,%s\n", static_cast<long long>(row.id), csv(write_roles(row.roles)).c_str(),
                time_text(row.created_at).c_str());
}

Json names(store::Roles roles) {
  auto list = Json::array();
  std::istringstream text(write_roles(roles));
  for (std::string name; std::getline(text, name, ',');) list.push_back(name);
  return list;
}

void print_json(const Rows& rows) {
  auto list = Json::array();
  for (const auto& row : rows)
    list.push_back({{"id", row.id}, {"roles", names(row.roles)}, {"made", time_text(row.created_at)}});
  std::printf("%s\n", Json{{"tokens", list}}.dump(2).c_str());
}

int list(store::Tokens& tokens, const std::string& format) {
  const auto rows = tokens.list();
  if (!rows) return failed(rows.error());
  if (format == "json") print_json(*rows);
  else if (format == "csv") print_csv(*rows);
  else print_table(*rows);
  if (!flushed()) return 1;
  if (rows->empty()) std::fprintf(stderr, "There are none: whoever is on this machine may do everything.\n");
  return 0;
}

int revoke(store::Tokens& tokens, std::int64_t id) {
  const auto done = tokens.revoke(id);
  if (!done) return failed(done.error());
  if (!*done) return refuse("there is no token " + std::to_string(id) + ": --list shows them");
  std::fprintf(stderr, "Token %lld is no longer one; a running server knows within a second.\n",
               static_cast<long long>(id));
  return 0;
}

}  // namespace

int token(const TokenRequest& request) {
  // A new file may get its first token; to look for tokens in a file that is not there is a mistake.
  std::error_code ignored;
  const bool fresh = !std::filesystem::exists(request.data, ignored);
  if (request.roles.empty() && fresh) return refuse("there is no file " + request.data);
  std::string copy;
  const auto tokens = store::Tokens::open(request.data, &copy);
  if (!tokens) return failed(tokens.error());
  tell_of_copy(request.data, copy);
  if (request.revoke) return revoke(**tokens, *request.revoke);
  return request.list ? list(**tokens, request.format) : make(**tokens, request, fresh);
}

}  // namespace banker::apps
