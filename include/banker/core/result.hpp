#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace banker {

enum class ErrorCode {
  kUnknownRound,   ///< no such round was ever asked
  kClosedRound,    ///< the round was settled, skipped or dropped before
  kRoundOpen,      ///< the agent cannot ask while a round is open
  kBadValue,       ///< NaN, infinite, outside the declared range, or asked of an agent that has it not
  kImpossibleArm,  ///< no such arm, direction or action, or too improbable to be played
  kBadSpec,        ///< the agent's description has a value that is out of range or not allowed
  kBadType,        ///< its shape is wrong: a text where a number belongs, a key that is unknown or missing
  kBadSnapshot,    ///< the snapshot is damaged, or of another agent, version or part
  kBadEvent,       ///< a line of a log is wrong
  kAuditMismatch,  ///< a recorded probability differs from the replayed one
  kDisk,           ///< a file cannot be read or written
  kDamaged,        ///< a file was changed from outside, or by a failing disk
};

// What was wrong, where, and what to do.
struct Error {
  ErrorCode code;
  std::string message;
};

[[noreturn]] void die(const Error& error);

// A value, or the mistake of the user that prevented it.
template <class T>
class [[nodiscard]] Result {
 public:
  template <class U = T>
  requires std::convertible_to<U&&, T> &&(!std::same_as<std::remove_cvref_t<U>, Error>)Result(U&& value)
      : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  // REQUIRES: bool(*this). Otherwise prints the error and aborts.
  T& value() & { return *checked(); }
  const T& value() const& {
    if (state_.index() == 1) die(error());
    return std::get<0>(state_);
  }
  T value() && { return std::move(*checked()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return checked(); }
  const T* operator->() const { return &value(); }
  // REQUIRES: !bool(*this).
  const Error& error() const { return std::get<1>(state_); }

 private:
  T* checked() {
    if (state_.index() == 1) die(std::get<1>(state_));
    return &std::get<0>(state_);
  }
  std::variant<T, Error> state_;
};
template <class T>
Result(T) -> Result<T>;

}  // namespace banker
