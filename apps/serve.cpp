#include "serve.hpp"

#include <semaphore.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <memory>
#include <utility>
#include <variant>

#include "demo_traffic.hpp"
#include "log.hpp"
#include "verbs.hpp"
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace banker::apps {

namespace {

// ---- Ctrl-C, and the SIGTERM of whoever runs services

sem_t interrupts;

// The second one ends the process at once: nothing that was answered is lost.
void on_interrupt(int) {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  sem_post(&interrupts);
}

void wait_for_interrupt() {
  while (sem_wait(&interrupts) != 0) continue;  // another signal
}

// ---- What is printed

std::string url(const http::ServerOptions& options, const std::string& address, std::uint16_t port) {
  const bool v6 = address.find(':') != std::string::npos;
  return (options.tls_certificate.empty() ? "http://" : "https://") + (v6 ? "[" + address + "]" : address) +
         ":" + std::to_string(port);
}

// Where a browser of this machine finds a server that listens on this address, which may be all there are.
std::string own_address(const std::string& address) {
  return address == "0.0.0.0" ? "127.0.0.1" : address == "::" ? "::1" : address;
}

std::size_t count_bandits(service::Service& service) {
  const service::Answer answer = service.call(service::List{});
  const auto* all = std::get_if<service::Summaries>(&answer);
  return all ? all->bandits.size() : 0;
}

// While bandits are read back, on a terminal.
void show_progress(std::size_t done, std::size_t all) {
  std::fprintf(stderr, "\r\033[Kreading back: %zu of %zu bandits%s", done, all,
               done == all ? "\r\033[K" : "");
}

void show_demo(const std::string& at) {
  std::printf(
      "Simulated visitors ask and tell its bandits, some twenty times a second. Or try:\n"
      "  curl %s/v1/bandits/ads\n"
      "  curl -X POST %s/v1/bandits/ads/ask\n"
      "  curl -N %s/v1/events\n",
      at.c_str(), at.c_str(), at.c_str());
}

int fail(const Log& log, const Error& error) {
  log.write(Log::Level::kError, "failed", {{"detail", error.message}});
  if (!log.tells(Log::Level::kError)) std::fprintf(stderr, "%s\n", error.message.c_str());
  return error.code == ErrorCode::kBadValue ? 2 : 1;
}

// ---- The server

// Long answers are made by one thread and thrown away by another. They are to go back to the system then: left alone, the
// allocator keeps them for the first one.
void return_large_blocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
#endif
}

// Each time the journal fails, and when it does not any more; not more often than once a second where that comes and goes.
void log_trouble(service::Options& options, const Log& log) {
  using Now = std::chrono::steady_clock;
  struct Said {
    Now::time_point at{};
    bool trouble = false;
  };
  const auto said = std::make_shared<Said>();
  options.on_trouble = [&log, said](const std::string& why) {
    if (said->at != Now::time_point{} && Now::now() - said->at < std::chrono::seconds(1)) return;
    *said = {Now::now(), true};
    log.write(Log::Level::kError, "trouble", {{"detail", why}});
  };
  options.on_recovery = [&log, said] {
    if (std::exchange(said->trouble, false)) log.write(Log::Level::kInfo, "recovered");
  };
}

Result<std::unique_ptr<http::Server>> start(const ServeRequest& request, const std::string& data,
                                            const Log& log) {
  auto journal = store::open_journal(data);
  if (!journal) return journal.error();
  if (const std::string& copy = (*journal)->older_copy(); !copy.empty())
    log.write(Log::Level::kInfo, "upgraded", {{"data", data}, {"copy", copy}});
  auto tokens = store::Tokens::open(data);
  if (!tokens) return tokens.error();
  service::Options options;
  if (request.keep_days) options.keep_seconds = *request.keep_days * 86400;
  if (isatty(STDERR_FILENO) == 1) options.progress = show_progress;
  log_trouble(options, log);
  http::ServerOptions server = request.server;
  if (log.tells(Log::Level::kDebug)) {
    server.on_served = [&log](const http::ServerOptions::Served& served) {
      log.write(Log::Level::kDebug, "served",
                {{"method", served.method},
                 {"target", served.target},
                 {"status", served.status},
                 {"seconds", served.seconds},
                 {"peer", served.peer}});
    };
  }
  return http::Server::start(*std::move(journal), *std::move(tokens), std::move(options), server);
}

}  // namespace

int serve(const ServeRequest& request) {
  return_large_blocks();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a disk that is full, not the end
  const Log log(request.log_level, request.log_format == "json");
  const std::string usual = request.demo ? "banker-demo.db" : "banker.db";
  const std::string data = request.data.empty() ? usual : request.data;
  auto started = start(request, data, log);
  if (!started) return fail(log, started.error());
  std::unique_ptr<http::Server> server = *std::move(started);
  sem_init(&interrupts, 0, 0);
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);

  std::optional<DemoTraffic> demo;
  if (request.demo) {
    demo.emplace(server->service());
    if (const auto problem = demo->start()) return fail(log, {ErrorCode::kDisk, *problem});
  }
  const std::string at = url(request.server, request.server.address, server->port());
  const std::string here = url(request.server, own_address(request.server.address), server->port());
  const std::size_t bandits = count_bandits(server->service());
  std::printf("banker serves %s from %s (%zu bandit%s)\n", at.c_str(), data.c_str(), bandits,
              bandits == 1 ? "" : "s");
  std::printf("Open %s in a browser\n", here.c_str());
  if (demo) show_demo(here);
  if (!flushed()) return 1;
  log.write(Log::Level::kInfo, "started", {{"url", at}, {"data", data}, {"bandits", bandits}});
  wait_for_interrupt();
  log.write(Log::Level::kInfo, "stopping");
  demo.reset();
  server->stop();
  server.reset();
  log.write(Log::Level::kInfo, "stopped");
  return 0;
}

}  // namespace banker::apps
