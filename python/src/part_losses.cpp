#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "parts.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

// Row t of a table of numpy. Nothing of Python is called.
class Rows final : public lab::Losses {
 public:
  explicit Rows(std::shared_ptr<const Numbers> table)
      : Losses(std::vector<double>(static_cast<std::size_t>(table->shape(1)))), table_(std::move(table)) {}
  bool advance(std::uint64_t t) override {
    std::copy_n(table_->data() + (t - 1) * mean_.size(), mean_.size(), mean_.begin());
    return true;
  }

 private:
  std::shared_ptr<const Numbers> table_;  // shared by all runs
};

// What all runs share.
struct LossPart {
  std::string title;  // "the losses 'f'"
  bool linear;
  double low, high;
  std::shared_ptr<const py::object> object;
  Trap& trap;
};

// The methods of the copy that one run has.
struct LossMethods {
  py::object mean, outcome;  // outcome: None if it is the mean
};

// As many numbers as there is room for, of a list or of an array; false: it is something else.
bool read_numbers(const py::object& given, std::vector<double>& numbers) {
  const auto size = static_cast<Py_ssize_t>(numbers.size());
  if (!PyList_Check(given.ptr()) && !PyTuple_Check(given.ptr())) {
    const auto plain = py::array::ensure(given);
    if (!plain || std::string_view("fiub").find(plain.dtype().kind()) == std::string_view::npos) return false;
    const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(plain);
    if (!array || array.ndim() != 1 || array.size() != size) return false;
    std::copy_n(array.data(), size, numbers.begin());
    return true;
  }
  for (Py_ssize_t i = 0; i < size; ++i) {  // much faster than to make an array of it
    if (PySequence_Fast_GET_SIZE(given.ptr()) != size)
      return false;  // __float__ of an item may change the list
    const auto item = py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(given.ptr(), i));
    const auto number = as_number(item);
    if (!number) return false;
    numbers[static_cast<std::size_t>(i)] = *number;
  }
  return PySequence_Fast_GET_SIZE(given.ptr()) == size;
}

class PlayedLosses final : public lab::Losses {
 public:
  PlayedLosses(std::shared_ptr<const LossPart> part, const lab::Setting& setting)
      : Losses(std::vector<double>(setting.arms, part->low)), part_(std::move(part)), next_(setting.arms) {
    part_->trap.call([&] {
      const py::object copy = copy_of(*part_->object);
      copy.attr("start")(setting.arms, setting.rounds, setting.seed);
      const bool outcome = overrides(copy, "Losses", "outcome");
      methods_ =
          hold(LossMethods{copy.attr("mean"), outcome ? py::object(copy.attr("outcome")) : py::none()});
    });
  }
  bool advance(std::uint64_t t) override {
    t_ = t;
    bool changed = t == 1;
    part_->trap.call([&] { changed |= read_mean(); });
    return changed;
  }
  double outcome(std::size_t arm) const override {
    if (!methods_ || methods_->outcome.is_none()) return mean_[arm];
    double loss = part_->low;
    part_->trap.call([&] { loss = read_outcome(arm); });
    return loss;
  }

 private:
  // False: it is as it was.
  bool read_mean() {
    const py::object given = methods_->mean(t_);
    if (!read_numbers(given, next_)) {
      refuse(
          part_->title, t_,
          "mean gave " + shown(given) + " where " + std::to_string(mean_.size()) +
              (part_->linear ? " numbers are expected, one for each coordinate of an action"
                             : " numbers are expected, one for each arm: set arms to as many as it gives"));
    }
    if (next_ == mean_ && t_ > 1) return false;
    for (std::size_t i = 0; i < next_.size(); ++i) check(next_[i], "mean", i);
    mean_.swap(next_);
    return true;
  }
  double read_outcome(std::size_t arm) const {
    const double loss = number_of(methods_->outcome(t_, arm), part_->title, t_, "outcome");
    check(loss, "outcome", arm);
    return loss;
  }
  // The vector of a linear problem is no loss: only its product with an action is.
  void check(double value, const char* method, std::size_t arm) const {
    const double infinity = std::numeric_limits<double>::infinity();
    const double low = part_->linear ? -infinity : part_->low, high = part_->linear ? infinity : part_->high;
    if (value >= low && value <= high && value - value == 0) return;
    const auto text = [](double v) { return py::repr(py::float_(v)).cast<std::string>(); };
    refuse(part_->title, t_,
           std::string(method) + " gave " + text(value) + " for arm " + std::to_string(arm) +
               (part_->linear ? ", which is not finite"
                              : ", outside of [" + text(low) + ", " + text(high) +
                                    "]: set low and high to what the losses lie in"));
  }

  std::shared_ptr<const LossPart> part_;
  std::shared_ptr<const LossMethods> methods_;  // none if making the copy failed
  std::vector<double> next_;                    // room for m_t while it is checked
  std::uint64_t t_ = 0;
};

template <class T>
std::optional<T> unless_none(const py::object& value) {
  return value.is_none() ? std::nullopt : std::optional(value.cast<T>());
}

}  // namespace

lab::LossSource loss_source(const std::string& name, py::object object, Trap& trap) {
  lab::LossSource source;
  source.text = name;
  source.linear = object.attr("linear").cast<bool>();
  source.arms = unless_none<std::size_t>(object.attr("arms"));
  source.rounds = unless_none<std::uint64_t>(object.attr("rounds"));
  source.low = object.attr("low").cast<double>();
  source.high = object.attr("high").cast<double>();
  if (py::hasattr(object, "_table")) {
    const std::shared_ptr<const Numbers> table = hold(object.attr("_table").cast<Numbers>());
    source.rounds = static_cast<std::uint64_t>(table->shape(0));
    source.arms = static_cast<std::size_t>(table->shape(1));
    source.start = [table](const lab::Setting&) { return std::make_unique<Rows>(table); };
    return source;
  }
  const auto part = std::make_shared<const LossPart>(LossPart{
      "the losses '" + name + "'", source.linear, source.low, source.high, hold(std::move(object)), trap});
  source.start = [part](const lab::Setting& setting) {
    return std::make_unique<PlayedLosses>(part, setting);
  };
  return source;
}

}  // namespace banker::python
