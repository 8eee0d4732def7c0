#include <CLI/CLI.hpp>
#include <iostream>

#include "banker/version.hpp"
#include "verbs.hpp"

// The command: parse, call, print. Exit status 0: done; 1: ran, but failed; 2: bad input.
int main(int argc, char** argv) {
  CLI::App app{"Decisions whose outcome comes late, out of order, in bursts, or never.", "banker"};
  app.set_version_flag("--version", "banker " BANKER_VERSION);
  app.footer("Example:\n  banker agents\n  banker replay log.jsonl");
  app.require_subcommand(1);
  int status = 0;

  std::string format = "table";
  auto* agents = app.add_subcommand("agents", "List the agents with their parameters");
  agents->add_option("--format", format, "table, json or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}));
  agents->footer("Example:\n  banker agents --format json");
  agents->callback([&] { status = banker::apps::agents(format); });

  std::string file;
  auto* replay = app.add_subcommand("replay", "Re-execute a log: a spec, then one event per line");
  replay->add_option("FILE", file, "the log, or - for standard input")->required();
  replay->footer(
      "Example:\n"
      "  printf '%s\\n' '{\"agent\":\"banker-tinf\",\"arms\":3}' '{\"ask\":{}}' \\\n"
      "         '{\"tell\":{\"round\":1,\"loss\":0.5}}' | banker replay -\n\n"
      "Events: {\"ask\":{}}, {\"ask\":{\"arm\":2}}, {\"tell\":{\"round\":3,\"loss\":0.5}} or \"reward\", "
      "{\"drop\":{\"round\":3}}.\n"
      "Linear agents: {\"ask\":{\"direction\":1,\"sign\":-1}}, with a list of actions also \"choice\"; what "
      "is left\n"
      "out is drawn. They answer with the \"action\" to play and the \"point\" it was drawn around.\n"
      "A log may start with {\"snapshot\":\"base64\"} in place of the spec.\n"
      "An ask may carry the recorded \"probability\": a difference above\n"
      "1e-9 ends the replay with status 1.\n"
      "Answers: \"scale\" is 1 / learning rate, \"invested\" what was borrowed for the round, "
      "\"outstanding\" the rounds\n"
      "open before it.");
  replay->callback([&] { status = banker::apps::replay(file); });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (argc > 1 && argv[1][0] != '-' &&
        app.get_subcommands([&](CLI::App* verb) { return verb->check_name(argv[1]); }).empty()) {
      std::cerr << "unknown verb " << argv[1] << ": the verbs are agents and replay\n";
      return 2;
    }
    const int code = app.exit(error);
    if (!std::cout.flush()) return 1;
    return code == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::cerr << "banker: " << error.what() << '\n';
    return 1;
  }
  return status;
}
