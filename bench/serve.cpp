// bench/serve: what `banker serve` does under load, beside what the disk and SQLite alone do. docs/server_performance.md.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <stdexcept>

#include "serve_bare.hpp"
#include "serve_client.hpp"
#include "serve_folder.hpp"
#include "serve_program.hpp"
#include "serve_report.hpp"
#include "serve_traffic.hpp"

namespace banker::bench {

namespace {

struct Settings {
  std::string program;
  std::size_t pairs = 15;            // of slices
  double slice = 1;                  // seconds
  std::uintmax_t grown = 4'000'000;  // bytes of the journal's log before anything counts
  std::size_t appends = 1'000;
  std::size_t bandits = 10'000;
};

// The value of a metric without labels.
double metric(const std::string& text, const std::string& name) {
  const std::size_t at = text.find('\n' + name + ' ');
  if (at == std::string::npos) throw std::runtime_error("no metric " + name);
  return std::strtod(text.c_str() + at + name.size() + 2, nullptr);
}

struct Counts {
  double events = 0, commits = 0;
};
Counts counts(Client& control) {
  const std::string text = call(control, 200, "GET", "/metrics");
  return {metric(text, "banker_journal_events_total"), metric(text, "banker_journal_commits_total")};
}

double rate(const Traffic& traffic) { return static_cast<double>(traffic.answered) / traffic.seconds; }

// The server and SQLite alone in turns, a slice each. SQLite writes the rows the server has just written, as many in a commit
// as it had, so that a pair of slices tells how much of the time of the server is not that of its journal.
LoadRow measure_load(const Settings& settings, const Folder& folder, std::size_t connections) {
  const std::string data = folder.file("load" + std::to_string(connections));
  Program program(settings.program, data);
  Client control(program.port(), 1), client(program.port(), connections);
  call(control, 201, "POST", "/v1/bandits", bandit_named("load"));
  Rounds rounds("load", connections);
  Bare bare(data, data + "_bare");
  std::vector<double> answered, written, ratios, latencies;
  Counts first, last;
  const auto play_pair = [&] {
    const Counts before = counts(control);
    const Traffic traffic = client.run(settings.slice, std::ref(rounds));
    last = counts(control);
    answered.push_back(rate(traffic));
    written.push_back(bare.write_again((last.events - before.events) / (last.commits - before.commits)));
    ratios.push_back(answered.back() / written.back());
    latencies.insert(latencies.end(), traffic.latencies.begin(), traffic.latencies.end());
  };
  // A log that still grows costs more than one that is written over again.
  while (std::filesystem::file_size(data + "-wal") < settings.grown) play_pair();
  for (auto* figures : {&answered, &written, &ratios, &latencies}) figures->clear();
  first = counts(control);
  for (std::size_t pair = 0; pair < settings.pairs; ++pair) {
    say(std::to_string(connections) + " connections: pair " + std::to_string(pair + 1) + " of " +
        std::to_string(settings.pairs));
    play_pair();
  }
  return {connections,
          median(answered),
          median(latencies),
          quantile(latencies, 0.99),
          (last.events - first.events) / (last.commits - first.commits),
          median(written),
          median(ratios)};
}

// Decisions per second, each asked and told, `size` at a time. Two connections, so that one batch is read while another is
// being decided.
double measure_batches(const Settings& settings, const Folder& folder, std::size_t size) {
  say("batches");
  constexpr std::size_t kConnections = 2;
  Program program(settings.program, folder.file("batches"));
  Client control(program.port(), 1), client(program.port(), kConnections);
  call(control, 201, "POST", "/v1/bandits", bandit_named("load"));
  Batches batches("load", kConnections, size);
  client.run(settings.slice, std::ref(batches));
  std::vector<double> rates;
  for (std::size_t turn = 0; turn < settings.pairs; ++turn) {
    rates.push_back(rate(client.run(settings.slice, std::ref(batches))) * static_cast<double>(size) / 2);
  }
  return median(rates);
}

// Many bandits with a few rounds each: how long the server takes to read them back, after it was killed and then after it
// was stopped.
void measure_restart(const Settings& settings, const Folder& folder, Measured& measured) {
  say(std::to_string(settings.bandits) + " bandits");
  constexpr std::size_t kConnections = 64, kAsks = 4;
  const std::string data = folder.file("restart");
  {
    Program program(settings.program, data);
    Client client(program.port(), kConnections);
    client.run(std::numeric_limits<double>::infinity(), Founders(kConnections, settings.bandits, kAsks));
    program.kill();
  }
  Program killed(settings.program, data);
  measured.after_kill = killed.ready_seconds();
  killed.stop();
  measured.after_stop = Program(settings.program, data).ready_seconds();
  measured.bandits = settings.bandits;
}

Measured measure(const Settings& settings) {
  const Folder folder(settings.program, "bench_serve");
  Measured measured;
  measured.pairs = settings.pairs;
  measured.slice = settings.slice;
  say("the disk");
  measured.disk = measure_disk(folder.file("disk"), settings.appends);
  for (const std::size_t connections : {1, 8, 64})
    measured.load.push_back(measure_load(settings, folder, connections));
  measured.batch = 1'000;
  measured.batched = measure_batches(settings, folder, measured.batch);
  measure_restart(settings, folder, measured);
  say("");
  return measured;
}

}  // namespace

}  // namespace banker::bench

int main(int argc, char** argv) {
  banker::bench::Settings settings;
  std::string format = "table";
  CLI::App app("What the decision server does under load, beside what the disk and SQLite alone do");
  app.add_option("program", settings.program, "the command banker")->required()->check(CLI::ExistingFile);
  app.add_option("--format", format)
      ->check(CLI::IsMember({"table", "markdown", "json"}))
      ->capture_default_str();
  app.add_flag_callback(
      "--quick",
      [&] {
        settings.pairs = 2;
        settings.slice = 0.1;
        settings.grown = 0;
        settings.appends = 20;
        settings.bandits = 50;
      },
      "a second or two, for tests");
  CLI11_PARSE(app, argc, argv);
  try {
    std::cout << report(banker::bench::measure(settings), format);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_serve: %s\n", error.what());
    return 1;
  }
}
