#include "number_text.hpp"

#include <charconv>
#include <cmath>

#include "../core/text.hpp"

namespace banker::store {

namespace {

// Takes text off the front.
bool skip(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

template <class Number>
bool take(std::string_view& text, Number& value) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// What is between brackets and separated by commas, and nothing else.
template <class Take>
bool read_list(std::string_view text, std::string_view open, std::string_view close, const Take& take_one) {
  if (!skip(text, open)) return false;
  do {
    if (!take_one(text)) return false;
  } while (skip(text, ","));
  return text == close;
}

}  // namespace

void append_number(std::string& out, double value) {
  append(out, value);
  if (value == 0 && std::signbit(value)) out += ".0";
}

std::string write_numbers(std::span<const double> numbers) {
  std::string out = "[";
  for (const double v : numbers) append_number(out, v), out += ',';
  out.back() = ']';
  return out;
}

std::string write_payments(std::span<const Payment> payments) {
  std::string out = "{";
  for (const Payment& payment : payments) {
    out += '"';
    append(out, payment.round);
    out += "\":";
    append_number(out, payment.amount);
    out += ',';
  }
  out.back() = '}';
  return out;
}

std::string write_arms(std::span<const Moment::Arm> arms) {
  std::string out = "[";
  for (const Moment::Arm& arm : arms) {
    out += concat("[", arm.arm, ",");
    append_number(out, arm.probability);
    out += concat(",", arm.tally.asked, ",", arm.tally.told, ",");
    append_number(out, arm.tally.loss);
    out += "],";
  }
  out.back() = ']';
  return out;
}

bool read_numbers(std::string_view text, std::vector<double>& out) {
  return read_list(text, "[", "]", [&](std::string_view& rest) {
    double v = 0;
    if (!take(rest, v)) return false;
    out.push_back(v);
    return true;
  });
}

bool read_payments(std::string_view text, std::vector<Payment>& out) {
  return read_list(text, "{", "}", [&](std::string_view& rest) {
    std::uint64_t round = 0;
    double amount = 0;
    if (!skip(rest, "\"") || !take(rest, round) || !skip(rest, "\":") || !take(rest, amount)) return false;
    out.push_back({RoundId{round}, amount});
    return true;
  });
}

bool read_arms(std::string_view text, std::vector<Moment::Arm>& out) {
  return read_list(text, "[", "]", [&](std::string_view& rest) {
    Moment::Arm& a = out.emplace_back();
    return skip(rest, "[") && take(rest, a.arm) && skip(rest, ",") && take(rest, a.probability) &&
           skip(rest, ",") && take(rest, a.tally.asked) && skip(rest, ",") && take(rest, a.tally.told) &&
           skip(rest, ",") && take(rest, a.tally.loss) && skip(rest, "]");
  });
}

}  // namespace banker::store
