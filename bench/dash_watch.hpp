#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <latch>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace banker::bench {

// What a page of the dashboard asks for when it opens, and what it listens to after that.
struct Page {
  std::string live;
  std::vector<std::string> gets;
};
Page page_of_all();
Page page_of(const std::string& bandit);

struct Watched {
  std::vector<double> opened;  // anew, until all was there; in seconds
  std::size_t events = 0;
};

// Pages that are open until this ends, each in a thread. Every one opens anew once in a period, one after the other.
class Dashboards {
 public:
  // Returns when all are open.
  Dashboards(std::uint16_t port, const std::vector<Page>& pages, double period);
  ~Dashboards() { close(); }
  Dashboards(const Dashboards&) = delete;
  Dashboards& operator=(const Dashboards&) = delete;

  // Closes them. What went wrong in one of them is thrown.
  Watched end();

 private:
  void watch(const Page& page, double first);
  void close();

  std::uint16_t port_;
  double period_;
  int ended_;  // can be read when all must end
  std::latch open_;
  std::mutex mutex_;
  Watched watched_;
  std::exception_ptr problem_;
  std::vector<std::jthread> threads_;
};

}  // namespace banker::bench
