#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "banker/service/service.hpp"

namespace banker::apps {

// The bandits of a made-up world (demo_scenes.hpp), with somebody who asks them some twenty times a second and tells them later: after
// tenths of a second, up to half a minute, or never. The outcomes come from means that the bandits do not see.
class DemoTraffic {
 public:
  explicit DemoTraffic(service::Service& service) : service_(service) {}
  ~DemoTraffic();  // stops
  DemoTraffic(const DemoTraffic&) = delete;
  DemoTraffic& operator=(const DemoTraffic&) = delete;

  // Makes the bandits that are not there, and begins.
  std::optional<std::string> start();

 private:
  void run();
  bool wait();  // for the next decision; false: to stop

  service::Service& service_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace banker::apps
