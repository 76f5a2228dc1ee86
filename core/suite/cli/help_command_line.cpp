#include "suite/cli/help_command_line.hpp"

#include <utility>
#include <vector>

#include "suite/cli/command_line_verbs.hpp"
#include "suite/cli/completion.hpp"
#include "suite/cli/verb_help.hpp"
#include "suite/cli/verbs.hpp"

namespace preimage::suite::cli {

namespace {

/// As the manual groups them (core/docs/program.md).
const std::vector<std::pair<const char*, std::vector<const char*>>> kVerbGroups = {
    {"To run", {"run", "plan", "sweep", "work"}},
    {"On a cluster", {"submit", "status", "collect"}},
    {"To look at results", {"table", "report", "explain", "compare", "verify", "clean"}},
    {"To check numbers", {"check", "verdict"}},
    {"With your own data", {"init", "new", "fit", "predict", "show", "gram"}},
    {"To look things up", {"help", "list", "keys", "datasets", "bench", "completion"}},
};

void add_keys(CLI::App& app, CommandLine& line) {
  CLI::App& keys = add_verb(
      app, line, "keys", "what may stand in a config: every key with its type, range, default and meaning",
      "preimage keys learners.kde", [&line] { return verb_keys(line.experiments, line.key, line.schema); });
  keys.add_option(
      "PATH", line.key,
      "a part of a config: protocol, learners.METHOD, kernel.NAME, claims.margin; or a config, for the "
      "keys that may stand in it");
  keys.add_flag("--schema", line.schema,
                "a JSON schema of configs, for editors; of `published`: of the rows of that file");
}

}  // namespace

void add_help_verbs(CLI::App& app, CommandLine& line) {
  add_keys(app, line);
  CLI::App& help =
      add_verb(app, line, "help",
               "the verbs in groups, or the page of one: by `man` on a terminal where the page is installed",
               "preimage help run", [&app, &line] { return verb_help(app, line.help); });
  CLI::Option* verb = help.add_option("VERB", line.help.verb, "whose page is shown");
  help.add_option("--man", line.help.man, "write the pages of all verbs for `man` into this folder instead")
      ->type_name("DIR")
      ->excludes(verb);
  add_verb(app, line, "completion",
           "print the script by which a shell completes command lines of preimage with its Tab key",
           "preimage completion bash > ~/.local/share/bash-completion/completions/preimage",
           [&app, &line] { return verb_completion(app, line.help.shell); })
      .add_option("SHELL", line.help.shell, "for which the script is")
      ->check(CLI::IsMember(kShells))
      ->required();
  CLI::App& complete = add_verb(app, line, "complete", "names, one a line: what completion scripts ask for",
                                "preimage complete readings kde_nips_table2", [&line] {
                                  return verb_complete(line.experiments, line.help.offer, line.help.words);
                                });
  complete.add_option("OFFER", line.help.offer, "configs, readings, learners, profiles or keys")->required();
  complete.add_option("WORD", line.help.words, "words of the line, of which some name configs");

  for (const auto& [group, verbs] : kVerbGroups) {
    for (const char* name : verbs) app.get_subcommand(name)->group(group);
  }
  complete.group("");  // hidden
}

}  // namespace preimage::suite::cli
