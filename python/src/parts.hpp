#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "banker/lab/delays.hpp"
#include "banker/lab/losses.hpp"
#include "banker/scale/own.hpp"
#include "trap.hpp"

// Losses, delays and scale rules written in Python, as the engine takes them. The objects are those of banker/parts.py;
// every run plays with a copy of its own.
namespace banker::python {

lab::LossSource loss_source(const std::string& name, pybind11::object part, Trap& trap);
lab::DelaySource delay_source(const std::string& name, pybind11::object part, Trap& trap);

// Scale rules by name, for a study: what they throw goes to the trap.
OwnScales own_scales(const pybind11::dict& rules, Trap& trap);
// For one agent: what propose() or tell() throws is thrown through it; what accept() or drop() throws is kept.
OwnScales own_scales(const pybind11::dict& rules, const std::shared_ptr<KeptError>& kept);

// For those who write such parts: "the losses 'f' in round 3: ", and what is wrong with it.
[[noreturn]] void refuse(const std::string& part, std::uint64_t round, const std::string& message);

// The number that its method gave.
double number_of(const pybind11::object& given, const std::string& part, std::uint64_t round,
                 const char* method);

// A copy of the part, and whether it has a method of its own in place of that of the class `base`.
pybind11::object copy_of(pybind11::handle part);
bool overrides(pybind11::handle part, const char* base, const char* method);

}  // namespace banker::python
