// bench/dash: whether decisions wait for people who look at the dashboard. docs/server_performance.md.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>

#include "dash_fetch.hpp"
#include "dash_fill.hpp"
#include "dash_pace.hpp"
#include "dash_report.hpp"
#include "dash_watch.hpp"
#include "serve_client.hpp"
#include "serve_folder.hpp"
#include "serve_program.hpp"
#include "serve_report.hpp"

namespace banker::bench {

namespace {

struct Settings {
  std::string program;
  std::string keep;  // a folder; empty: the journal is thrown away
  Filling filling;
  std::size_t pairs = 20;  // of slices
  double slice = 2;        // seconds; a dashboard opens anew once in one
  double per_second = 500;
  std::string look = "both";  // what the dashboards show
  std::size_t appends = 1'000;
  std::size_t times = 200;      // of a query
  std::uint16_t pace_only = 0;  // the port of a server that runs; 0: none
};

// Half of the dashboards look at one of these each, and all of them are asked and told.
const std::vector<std::string> kBusy{"large", "b1", "b2", "b3", "b4"};

// Of the time of the disk, so that no request has to wait for the one before it as a rule.
constexpr double kDiskShare = 0.3;

std::vector<Page> pages(const std::string& look) {
  std::vector<Page> all;
  for (const std::string& bandit : kBusy) {
    all.push_back(look == "bandit" ? page_of(bandit) : page_of_all());
    all.push_back(look == "list" ? page_of_all() : page_of(bandit));
  }
  return all;
}

// How long one query takes while nothing else is asked.
QueryRow time_query(const Settings& settings, Fetch& fetch, const std::string& target) {
  say(target);
  std::vector<double> seconds;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < settings.times; ++i) {
    const double start = now();
    bytes = fetch.get(target).size();
    seconds.push_back(now() - start);
  }
  return {target, settings.times, bytes, median(seconds), quantile(seconds, 0.99)};
}

void measure_queries(const Settings& settings, std::uint16_t port, Looked& looked) {
  Fetch fetch(port);
  const auto time = [&](const std::string& target) {
    looked.queries.push_back(time_query(settings, fetch, target));
  };
  time("/v1/bandits");
  for (const auto& [name, decisions] :
       {std::pair("large", settings.filling.large), std::pair("b1", settings.filling.small())}) {
    const std::string path = std::string("/v1/bandits/") + name, middle = std::to_string(decisions / 2);
    time(path);
    time(path + "/history");
    time(path + "/decisions?limit=50");
    time(path + "/decisions?limit=50&before=" + middle);
    time(path + "/decisions?open=true");
    for (const std::string& round : {std::string("1"), middle, std::to_string(decisions)})
      time(path + "/decisions/r" + round + "/statement");
  }
}

// Slices without and with dashboards in turns, and every other pair the other way round, so that a machine that becomes slower, or
// faster, does so for both.
void measure_latencies(const Settings& settings, std::uint16_t port, Looked& looked) {
  const std::vector<Page> open = pages(settings.look);
  Pacer pacer(port, kBusy, looked.per_second);
  std::vector<std::vector<double>> asks[2], tells[2];
  std::vector<double> opened;
  std::size_t events = 0;
  pacer.run(settings.slice);  // until everything has been used once
  for (std::size_t slice = 0; slice < 2 * settings.pairs; ++slice) {
    say("slice " + std::to_string(slice + 1) + " of " + std::to_string(2 * settings.pairs));
    const bool with = slice % 2 != slice / 2 % 2;
    std::optional<Dashboards> dashboards;
    if (with) dashboards.emplace(port, open, settings.slice);
    Paced paced = pacer.run(settings.slice);
    asks[with].push_back(std::move(paced.asks));
    tells[with].push_back(std::move(paced.tells));
    if (!with) continue;
    const Watched watched = dashboards->end();
    opened.insert(opened.end(), watched.opened.begin(), watched.opened.end());
    events += watched.events;
  }
  looked.dashboards = open.size();
  looked.compared = {compare("ask", asks[0], asks[1]), compare("tell", tells[0], tells[1])};
  looked.opened_p50 = median(opened);
  looked.opened_p99 = quantile(opened, 0.99);
  looked.events = static_cast<double>(events) / (settings.slice * static_cast<double>(settings.pairs));
}

Looked measure(const Settings& settings) {
  const Folder folder(settings.program, "bench_dash");
  const std::string journal = settings.keep.empty() ? folder.file("data") : settings.keep;
  Looked looked;
  looked.filling = settings.filling;
  looked.pairs = settings.pairs;
  looked.slice = settings.slice;
  looked.filled = fill(settings.program, journal, settings.filling);
  looked.disk = measure_disk(folder.file("disk"), settings.appends);
  looked.per_second = std::min(settings.per_second, kDiskShare / looked.disk.p50);
  Program program(settings.program, journal_in(journal));
  looked.ready = program.ready_seconds();
  measure_queries(settings, program.port(), looked);
  measure_latencies(settings, program.port(), looked);
  say("");
  program.stop();
  return looked;
}

void make_quick(Settings& settings) {
  settings.filling.bandits = 20;
  settings.filling.decisions = 20'000;
  settings.filling.large = 2'000;
  settings.filling.moments = 500;
  settings.pairs = 2;
  settings.slice = 0.2;
  settings.appends = 20;
  settings.times = 3;
}

}  // namespace

}  // namespace banker::bench

int main(int argc, char** argv) {
  using namespace banker::bench;
  Settings settings;
  std::string format = "table";
  CLI::App app("Whether decisions wait for people who look at the dashboard");
  app.add_option("program", settings.program, "the command banker")->required()->check(CLI::ExistingFile);
  app.add_option("--keep", settings.keep,
                 "a folder: the journal that is made stays there, and is taken if it is there");
  app.add_option(
      "--pace", settings.pace_only,
      "the port of a server that has such a journal and runs: one slice of requests to it, as JSON");
  app.add_option("--slice", settings.slice, "seconds")->capture_default_str();
  app.add_option("--rate", settings.per_second, "requests per second; on a slow disk fewer are sent")
      ->capture_default_str();
  app.add_option("--look", settings.look,
                 "what the dashboards show: the list of bandits, bandits, or half of each")
      ->check(CLI::IsMember({"list", "bandit", "both"}))
      ->capture_default_str();
  app.add_option("--format", format)
      ->check(CLI::IsMember({"table", "markdown", "json"}))
      ->capture_default_str();
  app.add_flag_callback(
      "--quick", [&] { make_quick(settings); }, "a few seconds, for tests");
  CLI11_PARSE(app, argc, argv);
  try {
    if (settings.pace_only != 0)
      std::cout << report(Pacer(settings.pace_only, kBusy, settings.per_second).run(settings.slice));
    else std::cout << report(measure(settings), format);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_dash: %s\n", error.what());
    return 1;
  }
}
