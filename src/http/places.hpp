#pragma once

#include <atomic>
#include <memory>

namespace banker::http {

// Places for so many at once. Thread safe.
class Places {
 public:
  explicit Places(int most) : most_(most) {}
  int most() const { return most_; }
  // One of them, until all copies are gone, which may be after this is; null: they are taken.
  std::shared_ptr<void> enter() {
    const int now = ++*taken_;
    std::shared_ptr<void> place(taken_.get(), [taken = taken_](void*) { --*taken; });
    return now <= most_ ? place : nullptr;
  }

 private:
  const int most_;
  std::shared_ptr<std::atomic<int>> taken_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace banker::http
