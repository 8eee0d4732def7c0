#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "banker/http/server.hpp"

namespace banker::apps {

struct ServeRequest {
  std::string data;  // the file of the journal; empty: as usual
  http::ServerOptions server;
  std::optional<double> keep_days;
  std::string log_level = "info", log_format = "text";
  bool demo = false;
};
// Serves until it is interrupted.
int serve(const ServeRequest& request);

struct TokenRequest {
  std::string data = "banker.db";
  std::string roles;  // of a new one
  bool list = false;
  std::string format = "table";  // of the list; or "json", "csv"
  std::optional<std::int64_t> revoke;
};
int token(const TokenRequest& request);

struct MigrateRequest {
  std::string data = "banker.db";
  std::vector<std::string> bandits;  // those that go over to the newest rule of their agents
  bool all = false;                  // all of them; otherwise they are only listed
  std::string format = "table";      // or "json", "csv"
};
int migrate(const MigrateRequest& request);
int migrate(service::Service& service, const MigrateRequest& request);

// Where a journal is that was brought to the format of this version, if one was.
void tell_of_copy(const std::string& data, const std::string& copy);

}  // namespace banker::apps
