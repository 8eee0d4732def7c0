#include "banker/http/server.hpp"

#include <algorithm>
#include <boost/asio/ssl/context.hpp>
#include <utility>
#include <vector>

#include "../core/text.hpp"
#include "clerk.hpp"
#include "hub.hpp"
#include "listener.hpp"
#include "page.hpp"
#include "router.hpp"
#include "tls.hpp"

namespace banker::http {

namespace {

using boost::asio::ip::tcp;

// Whether whoever can reach the address may do everything there.
std::optional<Error> check_open_door(store::Tokens& tokens, const ServerOptions& options) {
  const auto any = tokens.any();
  if (!any) return any.error();
  if (*any || options.insecure) return std::nullopt;
  return Error{ErrorCode::kBadValue,
               "there are no tokens, so anybody who reaches " + options.address +
                   " could do anything: make one with `banker token --data FILE --role admin`, listen on "
                   "127.0.0.1, or say --insecure"};
}

// An address as a Host header has it.
std::string as_host(const boost::asio::ip::address& address) {
  return address.is_v6() ? concat("[", address.to_string(), "]") : address.to_string();
}

class RunningServer final : public Server {
 public:
  RunningServer(std::unique_ptr<store::Tokens> tokens, const ServerOptions& options)
      : tokens_(std::move(tokens)),
        shop_{
            .options = options,
            .gate = Gate(room_for(options.max_connections), std::max(options.max_held, 4 * options.max_body)),
            .hub = &hub_} {}
  ~RunningServer() override { stop(); }

  std::optional<Error> start(std::unique_ptr<store::Journal> journal, service::Options service) {
    // Not found out by the first who opens it.
    if (auto error = check_page(page_as_built())) return error;
    const auto address = read_address(shop_.options.address);
    if (!address) return address.error();
    if (!address->is_loopback()) {
      if (auto error = check_open_door(*tokens_, shop_.options)) return error;
    }
    if (auto error = open(tcp::endpoint(*address, shop_.options.port))) return error;
    service.watched = [this] { return hub_.watched(); };
    service.watch = [this](auto all) { hub_.publish(all); };
    auto started = service::Service::start(std::move(journal), std::move(service));
    if (!started) return started.error();
    service_ = std::move(*started);
    router_.emplace(*service_, *tokens_, hub_,
                    RouterOptions{.any_host = shop_.options.insecure && !address->is_loopback(),
                                  .loopback = address->is_loopback(),
                                  .own_host = as_host(*address),
                                  .max_body = shop_.options.max_body,
                                  .gate = &shop_.gate});
    shop_.router = &*router_;
    listener_->start();
    return std::nullopt;
  }

  std::uint16_t port() const override { return listener_->port(); }
  service::Service& service() override { return *service_; }

  void stop() override {
    if (listener_) listener_->close();
    hub_.close();
    for (const auto& clerk : clerks_) clerk->drain();
    const std::chrono::duration<double> patience(shop_.options.drain_seconds);
    if (service_) shop_.gate.wait(Clock::now() + std::chrono::duration_cast<Clock::duration>(patience));
    for (const auto& clerk : clerks_) clerk->stop();
  }

 private:
  // The port is taken before bandits are read back, which may take long, and served after it.
  std::optional<Error> open(const tcp::endpoint& endpoint) {
    const ServerOptions& options = shop_.options;
    if (!options.tls_certificate.empty() || !options.tls_key.empty()) {
      auto tls = make_tls(options.tls_certificate, options.tls_key);
      if (!tls) return tls.error();
      tls_ = std::move(*tls);
    }
    shop_.tls = tls_.get();
    for (std::size_t i = 0; i < std::max<std::size_t>(1, options.threads); ++i)
      clerks_.push_back(std::make_unique<Clerk>(shop_));
    listener_.emplace(shop_, clerks_);
    return listener_->open(endpoint);
  }

  // In the order in which one needs the other: the service answers to clerks, and tells the hub.
  std::unique_ptr<store::Tokens> tokens_;
  Hub hub_;
  std::unique_ptr<boost::asio::ssl::context> tls_;
  Shop shop_;
  std::vector<std::unique_ptr<Clerk>> clerks_;
  std::optional<Listener> listener_;
  std::unique_ptr<service::Service> service_;
  std::optional<Router> router_;
};

}  // namespace

Result<std::unique_ptr<Server>> Server::start(std::unique_ptr<store::Journal> journal,
                                              std::unique_ptr<store::Tokens> tokens, service::Options service,
                                              const ServerOptions& options) {
  auto server = std::make_unique<RunningServer>(std::move(tokens), options);
  if (auto error = server->start(std::move(journal), std::move(service))) return *error;
  return std::unique_ptr<Server>(std::move(server));
}

}  // namespace banker::http
