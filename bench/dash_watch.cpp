#include "dash_watch.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <limits>

#include "dash_fetch.hpp"
#include "serve_client.hpp"

namespace banker::bench {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

// One page: everything is asked for, and the first event is waited for.
class Open {
 public:
  Open(std::uint16_t port, const Page& page, int interrupt) : stream_(port, page.live) {
    Fetch fetch(port);
    for (const std::string& target : page.gets) fetch.get(target);
    events_ = stream_.read(1, kForever, interrupt);
  }
  std::size_t listen(double until, int interrupt) {
    events_ += stream_.read(std::numeric_limits<std::size_t>::max(), until, interrupt);
    return events_;
  }

 private:
  Stream stream_;
  std::size_t events_ = 0;
};

bool can_be_read(int file) {
  pollfd wait{file, POLLIN, 0};
  return poll(&wait, 1, 0) > 0;
}

}  // namespace

Page page_of_all() { return {"/v1/live", {"/"}}; }

Page page_of(const std::string& bandit) {
  const std::string path = "/v1/bandits/" + bandit;
  return {"/v1/live?bandit=" + bandit,
          {"/", path + "/history", path + "/decisions?limit=50", path + "/decisions?open=true"}};
}

Dashboards::Dashboards(std::uint16_t port, const std::vector<Page>& pages, double period)
    : port_(port),
      period_(period),
      ended_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      open_(static_cast<std::ptrdiff_t>(pages.size())) {
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(pages.size());
    threads_.emplace_back([this, page = pages[i], share] { watch(page, share * period_); });
  }
  open_.wait();
}

void Dashboards::watch(const Page& page, double first) {
  Watched own;
  double next = 0;  // when it opens anew; 0: it was not open yet
  std::exception_ptr problem;
  try {
    do {
      const double start = now();
      Open open(port_, page, ended_);
      if (next == 0) {
        open_.arrive_and_wait();
        next = now() + first;
      } else {
        own.opened.push_back(now() - start);
        next += period_;
      }
      own.events += open.listen(next, ended_);
    } while (!can_be_read(ended_));
  } catch (...) {
    problem = std::current_exception();
    if (next == 0) open_.count_down();
  }
  const std::lock_guard lock(mutex_);
  if (problem) problem_ = problem;
  watched_.events += own.events;
  watched_.opened.insert(watched_.opened.end(), own.opened.begin(), own.opened.end());
}

void Dashboards::close() {
  if (threads_.empty()) return;
  eventfd_write(ended_, 1);
  threads_.clear();
  ::close(ended_);
}

Watched Dashboards::end() {
  close();
  if (problem_) std::rethrow_exception(problem_);
  return watched_;
}

}  // namespace banker::bench
