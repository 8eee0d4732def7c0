#pragma once

#include <memory>
#include <variant>

#include "bandit.hpp"
#include "banker/service/service.hpp"

namespace banker::service {

// A bandit as asked for, with a seed of the system's if it has none, or why it cannot be.
std::variant<std::unique_ptr<Bandit>, Problem> create(const Create& request, Time now,
                                                      const Options& options);

}  // namespace banker::service
