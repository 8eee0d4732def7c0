#include "arguments.hpp"
#include "parts.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

// Number t of an array of numpy; a negative one never comes. Nothing of Python is called.
class Listed final : public lab::Delays {
 public:
  explicit Listed(std::shared_ptr<const Integers> list) : list_(std::move(list)) {}
  std::uint64_t of(std::uint64_t t, std::size_t, double) const override {
    const std::int64_t delay = list_->data()[t - 1];
    return delay < 0 ? lab::kNever : static_cast<std::uint64_t>(delay);
  }

 private:
  std::shared_ptr<const Integers> list_;  // shared by all runs
};

// What all runs share.
struct DelayPart {
  std::string title;  // "the delays 'f'"
  std::shared_ptr<const py::object> object;
  Trap& trap;
};

class PlayedDelays final : public lab::Delays {
 public:
  PlayedDelays(std::shared_ptr<const DelayPart> part, const lab::Setting& setting) : part_(std::move(part)) {
    part_->trap.call([&] {
      const py::object copy = copy_of(*part_->object);
      copy.attr("start")(setting.arms, setting.rounds, setting.seed);
      of_ = hold(py::object(copy.attr("of")));
    });
  }
  std::uint64_t of(std::uint64_t t, std::size_t arm, double loss) const override {
    std::uint64_t delay = 0;
    part_->trap.call([&] { delay = read((*of_)(t, arm, loss), t); });
    return delay;
  }

 private:
  std::uint64_t read(const py::object& given, std::uint64_t t) const {
    if (given.is_none()) return lab::kNever;
    const auto delay = as_integer(given);
    if (delay && *delay < 0) return lab::kNever;
    if (delay && *delay < (1LL << 62)) return static_cast<std::uint64_t>(*delay);
    refuse(part_->title, t,
           "it gave " + shown(given) +
               ": a delay is an integer 0, 1, 2, ... of rounds, or None or a negative one for an outcome "
               "that never comes");
  }

  std::shared_ptr<const DelayPart> part_;
  std::shared_ptr<const py::object> of_;  // none if making the copy failed
};

}  // namespace

lab::DelaySource delay_source(const std::string& name, py::object object, Trap& trap) {
  lab::DelaySource source;
  source.text = name;
  if (py::hasattr(object, "_table")) {
    const std::shared_ptr<const Integers> list = hold(object.attr("_table").cast<Integers>());
    source.rounds = static_cast<std::uint64_t>(list->size());
    source.start = [list](const lab::Setting&) { return std::make_unique<Listed>(list); };
    return source;
  }
  source.by_loss = true;  // for all we know
  const auto part = std::make_shared<const DelayPart>(
      DelayPart{"the delays '" + name + "'", hold(std::move(object)), trap});
  source.start = [part](const lab::Setting& setting) {
    return std::make_unique<PlayedDelays>(part, setting);
  };
  return source;
}

}  // namespace banker::python
