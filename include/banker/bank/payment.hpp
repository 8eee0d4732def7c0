#pragma once

#include "banker/core/ids.hpp"

namespace banker {

// sigma_{t,s}: what the saving of round s pays for round t.
struct Payment {
  RoundId round;
  double amount;

  friend bool operator==(const Payment&, const Payment&) = default;
};

}  // namespace banker
