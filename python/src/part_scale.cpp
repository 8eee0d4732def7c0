#include "arguments.hpp"
#include "parts.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

// What all copies of a rule share.
struct ScalePart {
  std::string title;  // "the scale rule 'f'"
  std::shared_ptr<const py::object> object;
  Trap* trap;                       // of a study,
  std::shared_ptr<KeptError> kept;  // or what one agent has instead
};

// The methods of one copy; None where it leaves them as they are.
struct ScaleMethods {
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
      methods_ = hold(ScaleMethods{rule, rule.attr("propose"), method(rule, "accept"), method(rule, "tell"),
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
    if (!has(&ScaleMethods::tell)) return loss;
    std::optional<double> learned = loss;
    call([&] {
      const py::object given = methods_->tell(round, scale, loss);
      learned = given.is_none() ? std::nullopt : std::optional(number_of(given, part_->title, round, "tell"));
    });
    return learned;
  }
  void accept(Backlog backlog, double scale) override {
    if (has(&ScaleMethods::accept))
      call_quietly([&] { methods_->accept(backlog.round, backlog.outstanding, scale); });
  }
  void drop(std::uint64_t round) override {
    if (has(&ScaleMethods::drop)) call_quietly([&] { methods_->drop(round); });
  }

  // A rule that is told nothing keeps nothing.
  std::string save() const override {
    std::string bytes;
    if (has(&ScaleMethods::accept) || has(&ScaleMethods::tell) || has(&ScaleMethods::drop))
      call([&] { bytes = saved(); });
    return bytes;
  }
  bool load(std::string_view bytes) override {
    bool taken = true;
    if (!bytes.empty()) {
      call([&] {
        taken = !methods_->rule.attr("load")(py::bytes(bytes.data(), bytes.size())).is(py::bool_(false));
      });
    }
    return taken;
  }

 private:
  std::string saved() const {
    const std::string cannot = part_->title + " cannot be saved: ", advice = "; give it save() and load()";
    try {
      const py::object bytes = methods_->rule.attr("save")();
      if (py::isinstance<py::bytes>(bytes)) return bytes.cast<std::string>();
      throw py::type_error(cannot + "save gave " + shown(bytes) + " where bytes are expected");
    } catch (py::error_already_set& error) {
      if (!error.matches(PyExc_AttributeError) && !error.matches(PyExc_TypeError) &&
          !error.matches(py::module_::import("pickle").attr("PicklingError")))
        throw;
      throw py::value_error(cannot + py::str(error.value()).cast<std::string>() + advice);
    }
  }
  bool has(py::object ScaleMethods::*method) const { return methods_ && !((*methods_).*method).is_none(); }

  template <class Call>
  void call(Call&& work) const {
    if (part_->trap != nullptr) {
      part_->trap->call(work);
      return;
    }
    if (auto caught = call_python(work)) throw py::error_already_set(*std::move(caught));
  }
  template <class Call>
  void call_quietly(Call&& work) const {
    if (part_->trap != nullptr) part_->trap->call(work);
    else if (auto caught = call_python(work)) part_->kept->keep(*std::move(caught));
  }

  std::shared_ptr<const ScalePart> part_;
  std::shared_ptr<const ScaleMethods> methods_;  // none if making the copy failed
};

OwnScales scales_of(const py::dict& rules, Trap* trap, const std::shared_ptr<KeptError>& kept) {
  OwnScales scales;
  for (const auto& [name, rule] : rules) {
    const std::string text = name.cast<std::string>();
    const auto part = std::make_shared<const ScalePart>(ScalePart{
        "the scale rule '" + text + "'", hold(py::reinterpret_borrow<py::object>(rule)), trap, kept});
    scales[text] = [part] { return std::make_unique<Rule>(part); };
  }
  return scales;
}

}  // namespace

OwnScales own_scales(const py::dict& rules, Trap& trap) { return scales_of(rules, &trap, nullptr); }

OwnScales own_scales(const py::dict& rules, const std::shared_ptr<KeptError>& kept) {
  return scales_of(rules, nullptr, kept);
}

}  // namespace banker::python
