#include "results.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>

#include "banker/lab/summary.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

// Columns of numbers, filled row by row.
class FilledColumn {
 public:
  explicit FilledColumn(std::size_t rows)
      : array_(static_cast<py::ssize_t>(rows)), next_(array_.mutable_data()) {}
  void add(double value) { *next_++ = value; }
  void add(std::optional<double> value) { add(value.value_or(std::numeric_limits<double>::quiet_NaN())); }
  const py::array_t<double>& array() const { return array_; }

 private:
  py::array_t<double> array_;
  double* next_;
};

py::dict dict_of(const lab::Cell& cell) {
  using py::operator""_a;
  return py::dict("losses"_a = cell.losses.text, "delays"_a = cell.delays.text, "arms"_a = cell.arms,
                  "rounds"_a = cell.rounds);
}

}  // namespace

py::dict rows_of(const lab::Report& report) {
  const lab::Study& study = report.study;
  const std::size_t rows = report.finished();
  std::size_t points = 0;
  for (const auto& result : report.results) points = std::max(points, result ? result->curve.size() : 0);
  py::array_t<std::int64_t> places({rows, std::size_t{3}});
  py::array_t<double> curve({rows, points});
  FilledColumn regret(rows), certificate(rows), invested(rows), outstanding(rows), time(rows);
  std::int64_t* place = places.mutable_data();
  double* point = curve.mutable_data();
  std::fill(point, point + rows * points, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t cell = 0; cell < study.cells.size(); ++cell) {
    for (std::size_t agent = 0; agent < study.agents.size(); ++agent) {
      for (std::size_t run = 0; run < study.runs; ++run) {
        const auto& result = report.results[study.index(cell, agent, run)];
        if (!result) continue;
        for (const std::size_t number : {cell, agent, run}) *place++ = static_cast<std::int64_t>(number);
        std::copy(result->curve.begin(), result->curve.end(), point);
        point += points;
        regret.add(result->regret);
        certificate.add(result->certificate);
        invested.add(result->total_invested);
        outstanding.add(result->total_outstanding);
        time.add(result->ns_per_round);
      }
    }
  }
  using py::operator""_a;
  return py::dict("place"_a = places, "regret"_a = regret.array(), "certificate"_a = certificate.array(),
                  "total_invested"_a = invested.array(), "total_outstanding"_a = outstanding.array(),
                  "ns_per_round"_a = time.array(), "curve"_a = curve);
}

py::list cells_of(const lab::Report& report) {
  py::list list;
  for (const lab::Cell& cell : report.study.cells) {
    py::dict place = dict_of(cell);
    place["linear"] = cell.losses.linear;
    list.append(std::move(place));
  }
  return list;
}

py::list summary_of(const lab::Report& report) {
  const lab::Study& study = report.study;
  py::list list;
  for (std::size_t i = 0; i < study.cells.size(); ++i) {
    for (const lab::Summary& s : lab::summarize(study, report.results, i, study.reference)) {
      py::dict row = dict_of(study.cells[i]);
      const auto behind = s.behind.value_or(lab::Interval{});
      row["agent"] = s.agent;
      row["runs"] = s.runs;
      row["mean"] = s.regret.mean;
      row["stderr"] = s.regret.standard_error;
      row["worst"] = s.worst;
      row["rank"] = s.rank;
      row["behind"] = s.behind ? std::optional(behind.mean) : std::nullopt;
      row["behind_half"] = behind.half;
      row["share"] = s.share;
      row["certificate"] = s.certificate;
      row["total_invested"] = s.total_invested;
      row["ns_per_round"] = s.ns_per_round;
      list.append(std::move(row));
    }
  }
  return list;
}

}  // namespace banker::python
