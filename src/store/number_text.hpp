#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "banker/bank/payment.hpp"
#include "banker/store/history.hpp"

// Lists of numbers as JSON, to the last bit; none of them is empty.
namespace banker::store {

// JSON readers take -0 for an integer, which has no sign of its own; -0.0 keeps it.
void append_number(std::string& out, double value);

std::string write_numbers(std::span<const double> numbers);          // [0.5,-0.25]
std::string write_payments(std::span<const Payment> payments);       // {"3":0.5,"8":0.125}
std::string write_arms(std::span<const Moment::Arm> arms);           // [[0,0.75,12,9,2.5],[3,0.25,4,2,1]]
bool read_numbers(std::string_view text, std::vector<double>& out);  // false: not what the above writes
bool read_payments(std::string_view text, std::vector<Payment>& out);
bool read_arms(std::string_view text, std::vector<Moment::Arm>& out);

}  // namespace banker::store
