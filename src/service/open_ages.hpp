#pragma once

#include <cstdint>
#include <vector>

#include "banker/store/history.hpp"

namespace banker::service {

// How old the open rounds are, counted without looking at each of them. They are kept as counts in slots of time, at most kSlots of
// them: when there are more, neighbours become one where both together are short beside their age. So a slot is about a
// sixteenth of its age long, or less, and so exact are the ages.
//
//     asked   |----------------|--------|----|--|-|-||||  now
class OpenAges {
 public:
  static constexpr std::size_t kSlots = 512;

  void add(store::Time asked_at);
  // REQUIRES: it was added, and not removed since.
  void remove(store::Time asked_at);
  store::Bins bins(store::Time now) const;

 private:
  struct Slot {
    store::Time first, last;  // when its rounds were asked
    std::uint64_t count;
  };
  void merge(store::Time now, store::Time share);

  std::vector<Slot> slots_;  // ascending, and they do not overlap
};

}  // namespace banker::service
