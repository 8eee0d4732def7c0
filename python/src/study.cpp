// A study that was run, and what is made of it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <functional>
#include <mutex>

#include "away.hpp"
#include "banker/lab/report.hpp"
#include "banker/lab/request.hpp"
#include "banker/lab/run_log.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "parts.hpp"
#include "results.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

std::uint64_t rounds_of(const lab::Study& study) {
  std::uint64_t rounds = 0;
  for (const lab::Cell& cell : study.cells)
    rounds += cell.rounds * study.agents.size() * study.runs;  // modulo 2^64
  return rounds;
}

// Ctrl-C, and progress(rounds played, rounds in all) unless it is None: several times a second.
std::function<void()> make_tick(Trap& trap, const py::object& progress, std::uint64_t total) {
  return [&trap, &progress, total] {
    trap.call([&] {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress.is_none()) progress(trap.watch().rounds.load(), total);
    });
  };
}

// Runs `play` without the interpreter lock. What Python code has raised goes before what the engine says of it.
template <class Play>
auto play_freely(Trap& trap, Play&& play) {
  auto result = [&] {
    const Away away;
    return play();
  }();
  trap.raise_caught();
  return take(std::move(result));
}

class StudyRun {
 public:
  // Plans and plays.
  StudyRun(std::string_view request, const py::dict& losses, const py::dict& delays, const py::dict& scales,
           std::size_t threads, const py::object& progress)
      : threads_(threads) {
    report_.request = take(lab::read_request(request));
    add_parts(losses, delays, scales);
    report_.study = play_freely(trap_, [&] { return lab::plan(report_.request); });
    lab::RunnerOptions options{.threads = threads_, .watch = &trap_.watch()};
    options.tick = make_tick(trap_, progress, rounds_of(report_.study));
    report_.results = play_freely(trap_, [&] {
      auto results = lab::run(report_.study, options);
      options.tick();  // at the end of a short study, too
      return results;
    });
  }

  const lab::Report& report() const { return report_; }
  bool own() const {  // no command can make it again
    const lab::Request& r = report_.request;
    return !r.own_losses.empty() || !r.own_delays.empty() || !r.own_scales.empty();
  }
  std::string request() const { return lab::write_request(report_.request); }

  // What web/src/wire.ts describes. The first call plays the first run of every agent once more.
  std::string json() {
    if (within_a_part())
      throw std::runtime_error(
          "data, reports and pictures of results cannot be made within a part of a study");
    const Away away;
    const std::lock_guard lock(mutex_);
    if (json_.empty()) json_ = make_json();
    return json_;
  }

  // Adds what is not there yet to the runs in the file, as the command keeps them.
  void log(const std::string& path) const {
    const auto error = [&] {
      const Away away;
      return append_to(path);
    }();
    if (error) raise(*error);
  }

 private:
  std::optional<Error> append_to(const std::string& path) const {
    auto log = lab::RunLog::open(path, true);
    if (!log) return log.error();
    for (std::size_t i = 0; i < report_.results.size(); ++i) {
      const lab::Job job = lab::job(report_.study, i);
      if (log->find(job)) continue;
      if (auto error = log->append(job, *report_.results[i])) return error;
    }
    return std::nullopt;
  }
  void add_parts(const py::dict& losses, const py::dict& delays, const py::dict& scales);
  std::string make_json() {
    const py::gil_scoped_acquire acquire;
    const py::object silent = py::none();
    lab::RunnerOptions options{.threads = threads_, .watch = &trap_.watch()};
    options.tick = make_tick(trap_, silent, 0);
    report_.traces =
        play_freely(trap_, [&] { return lab::trace_first_runs(report_.study, report_.results, options); });
    return play_freely(trap_, [&] { return Result(lab::report_json(report_)); });
  }

  std::size_t threads_;
  Trap trap_;  // of all parts in the study
  lab::Report report_;
  std::mutex mutex_;  // of the traces and of the next
  std::string json_;
};

void StudyRun::add_parts(const py::dict& losses, const py::dict& delays, const py::dict& scales) {
  lab::Request& request = report_.request;
  for (const auto& [name, part] : losses)
    request.own_losses.push_back(
        loss_source(name.cast<std::string>(), py::reinterpret_borrow<py::object>(part), trap_));
  for (const auto& [name, part] : delays)
    request.own_delays.push_back(
        delay_source(name.cast<std::string>(), py::reinterpret_borrow<py::object>(part), trap_));
  request.own_scales = own_scales(scales, trap_);
}

}  // namespace

void bind_study(py::module_& module) {
  py::class_<StudyRun>(module, "StudyRun")
      .def(py::init<std::string_view, const py::dict&, const py::dict&, const py::dict&, std::size_t,
                    const py::object&>())
      .def_property_readonly("agents", [](const StudyRun& run) { return run.report().study.agents; })
      .def_property_readonly("own", &StudyRun::own)
      .def_property_readonly("cells", [](const StudyRun& run) { return cells_of(run.report()); })
      .def("request", &StudyRun::request)
      .def("rows", [](const StudyRun& run) { return rows_of(run.report()); })
      .def("summary", [](const StudyRun& run) { return summary_of(run.report()); })
      .def("json", &StudyRun::json)
      .def("log", &StudyRun::log);
  module.def("report_page", &lab::report_page);
  py::set names;
  for (const lab::Generator& generator : lab::loss_generators()) names.add(generator.name);
  for (const lab::Generator& generator : lab::delay_generators()) names.add(generator.name);
  module.attr("GENERATORS") = py::frozenset(names);
}

}  // namespace banker::python
