#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "banker/lab/delays.hpp"
#include "banker/lab/losses.hpp"
#include "banker/version.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace {

using banker::apps::kWhole;
using banker::apps::Output;

// Everything a verb may be told.
struct Arguments {
  std::string file;
  std::vector<std::string> names, specs;  // of agents
  std::string losses = "bernoulli", delays = "none";
  std::size_t arms = 0;
  std::uint64_t rounds = 0;
  banker::lab::Request request;
  banker::apps::Overrides instead;  // of what a study in a file says
  banker::lab::ScalingRequest scaling;
  banker::apps::BenchRequest bench;
  Output output;

  std::vector<std::string> agents() const {
    std::vector<std::string> all = names;
    for (std::string& name : all) {
      name.erase(0, std::min(name.size(), name.find_first_not_of(' ')));
      name.erase(name.find_last_not_of(' ') + 1);
    }
    all.insert(all.end(), specs.begin(), specs.end());
    return all;
  }
};

// What --losses and --delays can be, in lines of at most 80 columns.
std::string list(const char* title, const std::vector<banker::lab::Generator>& generators) {
  std::string text = std::string(title) + '\n';
  for (const auto& generator : generators) {
    text += "  " + generator.name + (generator.parameters.empty() ? "" : ": ") + generator.parameters + '\n';
    std::istringstream words(generator.help);
    std::string line = "     ";
    for (std::string word; words >> word; line += ' ' + word) {
      if (line.size() + 1 + word.size() <= 80) continue;
      text += line + '\n';
      line = "     ";
    }
    text += line + '\n';
  }
  return text;
}
std::string generators() {
  return "NAME, NAME:VALUE of the first parameter, or NAME:KEY=VALUE,...; lists are joined by ':'.\n" +
         list("Losses:", banker::lab::loss_generators()) + list("Delays:", banker::lab::delay_generators());
}

void add_format(CLI::App* verb, Output& output) {
  verb->add_option("--format", output.format, "table, json or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}));
}
void add_format_of_many(CLI::App* verb, Output& output) {
  verb->add_option("--format", output.format, "table, json, csv or markdown")
      ->check(CLI::IsMember({"table", "json", "csv", "markdown"}));
}
void add_threads(CLI::App* verb, Output& output) {
  verb->add_option("--threads", output.threads, "how many; otherwise one per core. Results are the same")
      ->check(kWhole)
      ->check(CLI::Range(1, 1024));
}
void add_share_of(CLI::App* verb, std::optional<std::string>& share_of) {
  verb->add_option("--share-of", share_of,
                   "an agent: scores, regrets as shares of its regret, as in --share-of uniform");
}
void add_output(CLI::App* verb, Output& output) {
  verb->add_option("--out", output.folder,
                   "a folder for a page to show, index.html, for every run, and for results as JSON and CSV")
      ->check([](const std::string& text) { return text.empty() ? "a folder needs a name" : ""; });
  verb->add_flag("--resume", output.resume, "go on with what is in --out");
  add_threads(verb, output);
}
void add_agents(CLI::App* verb, Arguments& given) {
  verb->add_option("--agents", given.names, "names of the catalog, as in banker,uniform")->delimiter(',');
  verb->add_option(
          "--agent", given.specs,
          "one with parameters, as in '{\"agent\":\"banker-tinf\",\"spending\":\"proportional\"}'; may be "
          "repeated")
      ->allow_extra_args(false);
}

void add_agents_verb(CLI::App& app, Arguments& given, int& status) {
  auto* verb = app.add_subcommand("agents", "List the agents with their parameters");
  add_format(verb, given.output);
  verb->footer("Example:\n  banker agents --format json");
  verb->callback([&] { status = banker::apps::agents(given.output.format); });
}

void add_compare(CLI::App& app, Arguments& given, int& status) {
  auto* verb = app.add_subcommand("compare", "Simulate agents on the same losses and delays");
  add_agents(verb, given);
  verb->add_option("--losses", given.losses, "see below")->capture_default_str();
  verb->add_option("--delays", given.delays, "see below")->capture_default_str();
  auto* arms = verb->add_option("--arms", given.arms, "number of arms (10); linear losses: of dimensions (3)")
                   ->check(kWhole);
  auto* rounds = verb->add_option("--rounds", given.rounds, "rounds of a run (10,000, or those of a file)")
                     ->check(kWhole);
  auto* drop = verb->add_option("--drop-after", given.request.drop_after,
                                "drop outcomes that are later than so many rounds, as a time-out does");
  drop->check(kWhole);
  verb->add_option("--runs", given.request.runs, "runs of every agent")->capture_default_str()->check(kWhole);
  verb->add_option("--seed", given.request.seed, "of the first run; the next has the next")
      ->capture_default_str()
      ->check(kWhole);
  verb->add_option("--points", given.request.points, "of the curve of regret over time")
      ->capture_default_str()
      ->check(kWhole);
  add_share_of(verb, given.request.share_of);
  add_format(verb, given.output);
  add_output(verb, given.output);
  verb->footer(
      "Example:\n"
      "  banker compare --agents banker,delayed-exp3,uniform --losses bernoulli:gap=0.1 \\\n"
      "                 --delays fixed:100 --arms 5 --rounds 20000\n\n" +
      generators());
  verb->callback([&given, &status, arms, rounds] {
    given.request.agents = given.agents();
    given.request.losses = {given.losses};
    given.request.delays = {given.delays};
    if (arms->count() > 0) given.request.arms = {given.arms};
    if (rounds->count() > 0) given.request.rounds = {given.rounds};
    status = banker::apps::compare(given.request, given.output);
  });
}

void add_run(CLI::App& app, Arguments& given, int& status) {
  auto* verb = app.add_subcommand("run", "Simulate every combination that a file asks for");
  verb->add_option("FILE", given.file, "a study, as JSON")->required();
  verb->add_option("--runs", given.instead.runs, "runs of every agent, instead of the file's")->check(kWhole);
  verb->add_option("--seed", given.instead.seed, "of the first run, instead of the file's")->check(kWhole);
  verb->add_option("--points", given.instead.points,
                   "of the curve of regret over time, instead of the file's")
      ->check(kWhole);
  add_share_of(verb, given.instead.share_of);
  add_format_of_many(verb, given.output);
  add_output(verb, given.output);
  verb->footer(
      "Example:\n"
      "  echo "
      "'{\"agents\":[\"banker\",{\"agent\":\"bold\"}],\"losses\":[\"bernoulli:0.1\",\"trap:500\"],\n"
      "         \"delays\":[\"none\",\"fixed:100\"],\"arms\":[5],\"rounds\":[20000],\"runs\":8,\"seed\":1}' "
      "> "
      "study.json\n"
      "  banker run study.json --out study --format json\n"
      "  banker run suites/delay-small.json --share-of uniform\n\n" +
      generators());
  verb->callback([&] { status = banker::apps::run_file(given.file, given.instead, given.output); });
}

void add_report(CLI::App& app, Arguments& given, int& status) {
  auto* verb = app.add_subcommand("report", "Make the page of a folder that compare or run made with --out");
  verb->add_option("FOLDER", given.file, "the folder")->required();
  add_share_of(verb, given.instead.share_of);
  add_threads(verb, given.output);
  verb->footer(
      "Example:\n"
      "  banker compare --agents banker,banker-tinf,uniform --delays fixed:100 --out report\n"
      "  banker report report\n\n"
      "Writes index.html, which opens without a network, and curves.csv, trace.csv, probabilities.csv and\n"
      "bank.csv beside it. A study that is still running, or was stopped, has a report too.");
  verb->callback(
      [&] { status = banker::apps::report(given.file, given.instead.share_of, given.output.threads); });
}

void add_scaling(CLI::App& app, Arguments& given, int& status) {
  auto* verb = app.add_subcommand("scaling", "Measure how regret and investment grow, beside the theory");
  add_agents(verb, given);
  verb->add_option(
          "--variables", given.scaling.variables,
          "T (rounds), D (delay), K (arms), L (size of losses), n (dimension); otherwise all there are")
      ->delimiter(',');
  verb->add_option("--rounds", given.scaling.rounds,
                   "the most rounds, a power of 2 from 4096 on; D has 8 times as many")
      ->capture_default_str()
      ->check(kWhole);
  verb->add_option("--runs", given.scaling.runs, "runs of every problem")
      ->capture_default_str()
      ->check(kWhole);
  verb->add_option("--seed", given.scaling.seed, "of the first run; the next has the next")
      ->capture_default_str()
      ->check(kWhole);
  add_format(verb, given.output);
  add_threads(verb, given.output);
  verb->footer("Example:\n  banker scaling --agents banker-tinf --variables T,D");
  verb->callback([&] {
    given.scaling.agents = given.agents();
    status = banker::apps::scaling(given.scaling, given.output);
  });
}

void add_bench(CLI::App& app, Arguments& given, int& status) {
  auto* verb = app.add_subcommand("bench", "Time asks and tells, check them, and compare with the goals");
  verb->add_option("--workload", given.bench.workloads,
                   "no-delay, open-100, open-10000, open-1000000, burst; otherwise all")
      ->delimiter(',');
  verb->add_option("--agents", given.bench.agents, "names of the catalog, as in banker,uniform")
      ->delimiter(',');
  verb->add_option("--arms", given.bench.arms, "numbers of arms, as in 10,1000")
      ->delimiter(',')
      ->check(kWhole);
  verb->add_flag("--quick", given.bench.quick, "seconds instead of minutes, and noise");
  add_format_of_many(verb, given.output);
  verb->footer("Example:\n  banker bench --workload no-delay,burst --agents banker --arms 10,1000");
  verb->callback([&] { status = banker::apps::bench(given.bench, given.output.format); });
}

void add_replay(CLI::App& app, Arguments& given, int& status) {
  auto* verb = app.add_subcommand("replay", "Re-execute a log: a spec, then one event per line");
  verb->add_option("FILE", given.file, "the log, or - for standard input")->required();
  verb->footer(
      "Example:\n"
      "  printf '%s\\n' '{\"agent\":\"banker\",\"arms\":3}' '{\"ask\":{}}' \\\n"
      "         '{\"tell\":{\"round\":1,\"loss\":0.5}}' | banker replay -\n\n"
      "Events: {\"ask\":{}}, {\"ask\":{\"arm\":2}}, {\"tell\":{\"round\":3,\"loss\":0.5}} or \"reward\", "
      "{\"drop\":{\"round\":3}}, {\"upgrade\":{\"rule\":2}}.\n"
      "Linear agents: {\"ask\":{\"direction\":1,\"sign\":-1}}, with a list of actions also \"choice\"; what "
      "is left\n"
      "out is drawn. They answer with the \"action\" to play and the \"point\" it was drawn around.\n"
      "A log may start with {\"snapshot\":\"base64\"} in place of the spec.\n"
      "An ask may carry the recorded \"probability\": a difference above\n"
      "1e-9 ends the replay with status 1.\n"
      "Answers: \"scale\" is 1 / learning rate, \"invested\" what was borrowed for the round, "
      "\"outstanding\" the rounds\n"
      "open before it.");
  verb->callback([&] { status = banker::apps::replay(given.file); });
}

// Standard input, output and error are there, so that no file of ours gets their place; a reader that goes away is
// an error of writing, not the end.
void prepare() {
  for (int number = 0; number < 3; ++number) {
    if (fcntl(number, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) std::abort();
  }
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace

// The command: parse, call, print. Exit status 0: done; 1: ran, but failed; 2: bad input.
int main(int argc, char** argv) {
  prepare();
  CLI::App app{"Decisions whose outcome comes late, out of order, in bursts, or never.", "banker"};
  app.set_version_flag("--version", "banker " BANKER_VERSION);
  app.footer(
      "Example:\n  banker agents\n  banker compare --agents banker,delayed-exp3,uniform --delays "
      "fixed:100\n"
      "  banker run experiments/delays.json --format csv\n  banker scaling --agents banker-tinf --variables "
      "T,D\n"
      "  banker bench --quick\n  banker replay examples/log.jsonl\n  banker serve --demo");
  app.require_subcommand(1);
  int status = 0;
  Arguments given;
  add_agents_verb(app, given, status);
  add_compare(app, given, status);
  add_run(app, given, status);
  add_report(app, given, status);
  add_scaling(app, given, status);
  add_bench(app, given, status);
  add_replay(app, given, status);
  banker::apps::add_serve(app, status);
  banker::apps::add_token(app, status);
  banker::apps::add_migrate(app, status);

  if (argc == 1) {
    std::cerr << app.help();
    return 2;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (argc > 1 && argv[1][0] != '-' &&
        app.get_subcommands([&](CLI::App* verb) { return verb->check_name(argv[1]); }).empty()) {
      std::cerr << "unknown verb " << argv[1]
                << ": the verbs are agents, compare, run, report, scaling, bench, replay, serve, token and "
                   "migrate\n";
      return 2;
    }
    const int code = app.exit(error);
    if (!std::cout.flush()) return 1;
    return code == 0 ? 0 : 2;
  } catch (const std::bad_alloc&) {
    std::cerr << "not enough memory: try fewer arms, runs or threads\n";
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "banker: " << error.what() << '\n';
    return 1;
  }
  return status;
}
