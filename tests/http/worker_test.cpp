// A worker ends when nothing is left to be done, and not before.
#include "http/worker.hpp"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace banker::worker_test {
namespace {

TEST(Worker, DoesWhatWasPostedInOrder) {
  std::vector<int> done;
  {
    http::Worker worker;
    for (int i = 0; i < 100; ++i) worker.post([&done, i] { done.push_back(i); });
    worker.post([] { throw std::runtime_error("dropped"); });
    worker.post([&done] { done.push_back(100); });
  }
  ASSERT_EQ(done.size(), 101u);
  for (int i = 0; i <= 100; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

// Whoever sees that the last job is done may end the worker, though who posted it has not come back yet.
TEST(Worker, EndsAsSoonAsItsLastJobIsDone) {
  for (int i = 0; i < 500; ++i) {
    auto worker = std::make_unique<http::Worker>();
    std::promise<void> done;
    std::thread poster([&] { worker->post([&done] { done.set_value(); }); });
    done.get_future().wait();
    worker.reset();
    poster.join();
  }
}

}  // namespace
}  // namespace banker::worker_test
