#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "banker/core/result.hpp"
#include "banker/service/service.hpp"
#include "banker/store/journal.hpp"
#include "banker/store/tokens.hpp"

namespace banker::http {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: one that is free
  std::size_t threads = 1;    // that read and write; decisions are made by the teller
  std::size_t max_body = std::size_t{16} << 20;
  // Bytes of bodies without an answer, and of long answers until they are read; at least 4 max_body.
  std::size_t max_held = std::size_t{1} << 30;
  std::size_t max_connections = 10'000;
  double read_seconds = 30;              // for a whole request to arrive, once it began
  double idle_seconds = 120;             // between requests
  double write_seconds = 30;             // without any progress of an answer
  double drain_seconds = 10;             // for answers under way when the server stops
  std::string tls_certificate, tls_key;  // files, PEM; both or neither
  bool insecure = false;                 // listen beyond this machine although there are no tokens
  // One call per finished request, if set. On any thread.
  struct Served {
    std::string method, target, peer;
    int status = 0;
    double seconds = 0;
  };
  std::function<void(const Served&)> on_served;
};

// The service over HTTP.
class Server {
 public:
  // Reads the bandits back, and listens. Refuses an address beyond this machine without tokens, unless `insecure`. In
  // `service`, watch functions are replaced by the server's own. ErrorCode::kBadValue: an option is wrong.
  static Result<std::unique_ptr<Server>> start(std::unique_ptr<store::Journal> journal,
                                               std::unique_ptr<store::Tokens> tokens,
                                               service::Options service, const ServerOptions& options);
  // Stops as stop() does, then ends the service, which writes checkpoints.
  virtual ~Server() = default;
  virtual std::uint16_t port() const = 0;
  virtual service::Service& service() = 0;
  // No new connections or requests; answers under way are sent, then connections close. Returns when all is done, or
  // after drain_seconds. The service goes on.
  virtual void stop() = 0;
};

}  // namespace banker::http
