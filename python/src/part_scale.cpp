#include "parts.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

// What accept() and drop() of a rule without a trap have thrown, on this thread.
thread_local std::optional<py::error_already_set> kept;

// What all copies of a rule share.
struct ScalePart {
  std::string title;  // "the scale rule 'f'"
  std::shared_ptr<const py::object> object;
  Trap* trap;
};

// The methods of one copy; None where the class leaves them as they are.
struct Methods {
  py::object rule, propose, accept, tell, drop;
};

py::object method(const py::object& rule, const char* name) {
  return overrides(rule, "ScaleRule", name) ? py::object(rule.attr(name)) : py::none();
}

class Rule final : public OwnRule {
 public:
  explicit Rule(std::shared_ptr<const ScalePart> part) : part_(std::move(part)) {
    call([&] {
      const py::object rule = copy_of(*part_->object);
      methods_ = hold(Methods{rule, rule.attr("propose"), method(rule, "accept"), method(rule, "tell"),
                              method(rule, "drop")});
    });
  }

  double propose(Backlog backlog) const override {
    double scale = 1;
    call([&] {
      scale = number_of(methods_->propose(backlog.round, backlog.outstanding), part_->title, backlog.round,
                        "propose");
    });
    return scale;
  }
  std::optional<double> tell(std::uint64_t round, double scale, double loss) override {
    std::optional<double> learned = loss;
    if (!has(&Methods::tell)) return loss;
    call([&] {
      const py::object given = methods_->tell(round, scale, loss);
      learned = given.is_none() ? std::nullopt : std::optional(number_of(given, part_->title, round, "tell"));
    });
    return learned;
  }
  void accept(Backlog backlog, double scale) override {
    if (has(&Methods::accept))
      call_quietly([&] { methods_->accept(backlog.round, backlog.outstanding, scale); });
  }
  void drop(std::uint64_t round) override {
    if (has(&Methods::drop)) call_quietly([&] { methods_->drop(round); });
  }

  // A rule that is told nothing keeps nothing.
  std::string save() const override {
    std::string bytes;
    if (has(&Methods::accept) || has(&Methods::tell) || has(&Methods::drop))
      call([&] { bytes = methods_->rule.attr("save")().cast<std::string>(); });
    return bytes;
  }
  bool load(std::string_view bytes) override {
    if (!bytes.empty()) call([&] { methods_->rule.attr("load")(py::bytes(bytes.data(), bytes.size())); });
    return true;
  }

 private:
  bool has(py::object Methods::*method) const { return methods_ && !((*methods_).*method).is_none(); }

  template <class Call>
  void call(Call&& work) const {
    if (part_->trap != nullptr) {
      part_->trap->call(work);
      return;
    }
    std::optional<py::error_already_set> caught;
    call_python(work, caught);
    if (caught) throw py::error_already_set(*std::move(caught));
  }
  template <class Call>
  void call_quietly(Call&& work) const {
    if (part_->trap != nullptr) part_->trap->call(work);
    else if (!kept) call_python(work, kept);
  }

  std::shared_ptr<const ScalePart> part_;
  std::shared_ptr<const Methods> methods_;  // none if making the copy failed
};

}  // namespace

OwnScales own_scales(const py::dict& rules, Trap* trap) {
  OwnScales scales;
  for (const auto& [name, rule] : rules) {
    const std::string text = name.cast<std::string>();
    const auto part = std::make_shared<const ScalePart>(
        ScalePart{"the scale rule '" + text + "'", hold(py::reinterpret_borrow<py::object>(rule)), trap});
    scales[text] = [part] { return std::make_unique<Rule>(part); };
  }
  return scales;
}

void rethrow_kept() {
  std::optional<py::error_already_set> error;
  error.swap(kept);
  if (error) throw py::error_already_set(*std::move(error));
}

}  // namespace banker::python
