#include "router.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <thread>

#include "../agent/json.hpp"
#include "paths.hpp"
#include "routes.hpp"

namespace banker::http {

namespace {

constexpr std::size_t kShortBody = std::size_t{64} << 10;  // longer ones hold up others while they are read

struct Found {
  const Route* route = nullptr;
  std::vector<std::string_view> names;  // of the path
  std::string allowed;                  // methods, if the path is right and the method is not
};

Found find_route(std::string_view method, const Target& target) {
  Found found;
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  for (const Route& route : routes()) {
    if (!matches(route.path, target, found.names)) continue;
    if (route.method == wanted) {
      found.route = &route;
      return found;
    }
    append(found.allowed, found.allowed.empty() ? "" : ", ");
    append(found.allowed, route.method == "GET" ? "GET, HEAD" : route.method);
  }
  return found;
}

Response no_route(const Request& request, const Target& target, const std::string& allowed) {
  if (allowed.empty())
    return problem(404, concat("there is nothing at ", in_quotes(target.path),
                               ": / is the dashboard, /openapi.json says what there is"));
  Response response =
      problem(405, concat(in_quotes(target.path), " takes ", allowed, ", not ", in_quotes(request.method)));
  response.headers.emplace_back("Allow", allowed);
  return response;
}

// Known to the route, and there once.
std::optional<Error> check_parameter(const Route& route, std::string_view name, const Query& all) {
  std::vector<std::string_view> known;
  for (const QueryParameter& parameter : route.query) known.push_back(parameter.name);
  if (std::find(known.begin(), known.end(), name) == known.end())
    return Error{ErrorCode::kBadType,
                 concat("unknown parameter ", in_quotes(name), " in the query",
                        known.empty() ? ": this takes none" : did_you_mean(name, known))};
  if (std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.first == name; }) > 1)
    return Error{ErrorCode::kBadType, concat(in_quotes(name), " is in the query twice: leave one out")};
  return std::nullopt;
}

// The names in the path and the query, decoded.
std::optional<Error> read_names(const Found& found, const Target& target, Call& call) {
  std::string* const into[] = {&call.bandit, &call.id};
  for (std::size_t i = 0; i < found.names.size(); ++i) {
    auto name = percent_decode(found.names[i]);
    if (!name) return name.error();
    *into[i] = *std::move(name);
  }
  // Whoever links to the page, looks whether the server lives, or reads its metrics may add what they like.
  if (target.query.empty() || !found.route->path.starts_with("/v1/")) return std::nullopt;
  auto pairs = read_query(target.query);
  if (!pairs) return pairs.error();
  for (const auto& [name, value] : *pairs)
    if (auto error = check_parameter(*found.route, name, *pairs)) return error;
  call.query = *std::move(pairs);
  return std::nullopt;
}

bool is_encoded(const Request& request) {
  return !request.encoding.empty() && !same_letters(request.encoding, "identity");
}

// A stream for as long as the token is one that it was opened with.
class GuardedStream final : public Stream {
 public:
  GuardedStream(const Guard& guard, Request&& request, Need need, std::unique_ptr<Stream> stream)
      : guard_(guard), request_(std::move(request)), need_(need), stream_(std::move(stream)) {}
  void next(std::function<void(Piece)> ready) override { stream_->next(std::move(ready)); }
  bool allowed() override { return !guard_.refuse(request_, need_); }

 private:
  const Guard& guard_;
  const Request request_;  // its headers
  const Need need_;
  const std::unique_ptr<Stream> stream_;
};

}  // namespace

// An answer that is owed, and sent once. Without memory requests are dropped wherever they are: if the last who could answer
// is gone, the connection is closed.
class Router::Reply {
 public:
  Reply(Router& router, bool head, Send&& send) : router_(router), head_(head), send_(std::move(send)) {
    router_.under_way_.fetch_add(1, std::memory_order_relaxed);
  }
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  ~Reply() { send(bare(0)); }

  Request request;  // its headers

  // Nothing of the router is touched once the answer is no longer under way.
  void send(Response&& response) noexcept {
    if (sent_.exchange(true)) return;
    if (head_) response.stream.reset();
    if (response.status > 0) router_.count(response.status);
    send_(std::move(response));
    router_.under_way_.fetch_sub(1, std::memory_order_release);
  }

  // Does what leads to an answer. If it fails, nothing was done.
  template <class Do>
  void attempt(Do what) noexcept {
    try {
      what();
    } catch (const std::exception&) {
      send(no_memory());
    }
  }

 private:
  static Response bare(int status) noexcept {
    return {.status = status, .type = {}, .body = {}, .headers = {}, .stream = {}};
  }
  static Response no_memory() noexcept {
    try {
      return problem(503, "there is not enough memory: send less at once, or try again later");
    } catch (const std::exception&) {
      return bare(503);
    }
  }

  Router& router_;
  const bool head_;
  Send send_;
  std::atomic<bool> sent_{false};
};

Router::Router(service::Service& service, store::Tokens& tokens, Hub& hub, const RouterOptions& options)
    : options_(options),
      desk_(std::make_unique<Desk>(service, hub, options.gate)),
      guard_(std::make_unique<Guard>(tokens, options.any_host, options.loopback, options.own_host)) {}

Router::~Router() {
  while (under_way_.load(std::memory_order_acquire) > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void Router::count(int status) { desk_->counts.add(status); }

void Router::handle(Request request, Send send) {
  const auto reply = std::make_shared<Reply>(*this, request.method == "HEAD", std::move(send));
  reply->attempt([&] { dispatch(std::move(request), reply); });
}

void Router::dispatch(Request&& request, const std::shared_ptr<Reply>& reply) {
  const Target target = split_target(request.target);
  if (!target.host.empty()) request.host = target.host;
  const Found found = find_route(request.method, target);
  if (found.route == nullptr) return reply->send(no_route(request, target, found.allowed));
  if (auto refused = guard_->refuse(request, found.route->need)) return reply->send(*std::move(refused));
  if (request.body.size() > options_.max_body)
    return reply->send(problem(413, concat("the body has ", request.body.size(), " bytes, and the most is ",
                                           options_.max_body, ": send less at once")));
  if (has_body(*found.route) && is_encoded(request))
    return reply->send(
        problem(415, concat("the Content-Encoding of the body is ", in_quotes(request.encoding),
                            ", which is not undone here: send the body as it is")));
  Call call;
  if (const auto error = read_names(found, target, call)) return reply->send(problem(*error));
  call.body = std::move(request.body);
  reply->request = std::move(request);
  call.send = [this, reply, need = found.route->need](Response&& response) {
    if (response.stream)
      response.stream = std::make_unique<GuardedStream>(*guard_, std::move(reply->request), need,
                                                        std::move(response.stream));
    reply->send(std::move(response));
  };
  if (call.body.size() <= kShortBody) return found.route->answer(*desk_, std::move(call));
  desk_->worker.post([&desk = *desk_, route = found.route, reply, call = std::move(call)]() mutable {
    reply->attempt([&] { route->answer(desk, std::move(call)); });
  });
}

}  // namespace banker::http
