#include "suite/cli/verb_help.hpp"

#include <iostream>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/base/text.hpp"
#include "suite/cli/completion.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/facts.hpp"
#include "suite/cli/manual_page.hpp"
#include "suite/cli/plain.hpp"
#include "suite/cli/roff.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/program_folders.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// A default as an installed program has it, so that a page is the same wherever it was made.
std::string installed_default(const std::string& value, const data::ProgramFolders& folders) {
  if (value == folders.results.string()) return "results/latest";
  const std::string root = folders.root.string() + "/";
  return value.starts_with(root) ? "share/preimage/" + value.substr(root.size()) : value;
}

ProgramFacts installed_facts(const CLI::App& app) {
  const data::ProgramFolders folders = data::program_folders();
  ProgramFacts program = facts_of(app);
  for (VerbFacts& verb : program.verbs) {
    for (OptionFacts& option : verb.options)
      option.default_value = installed_default(option.default_value, folders);
  }
  return program;
}

int write_pages(const CLI::App& app, const fs::path& folder) {
  base::create_folder_durably(folder);
  for (const Page& page : all_pages(installed_facts(app)))
    base::write_output_file(folder / (page.name + ".1"), roff_text(page));
  return kOk;
}

void require_verb(const ProgramFacts& program, const std::string& name) {
  std::vector<std::string> names;
  for (const VerbFacts& verb : program.verbs) {
    if (verb.name == name) return;
    names.push_back(verb.name);
  }
  throw ConfigError(fmt::format("help: no verb {}{}", base::excerpt(name), base::suggestion(name, names)));
}

}  // namespace

int verb_help(const CLI::App& app, const HelpOptions& options) {
  if (options.man) return write_pages(app, *options.man);
  const ProgramFacts program = facts_of(app);
  if (options.verb.empty()) {
    std::cout << verb_list(program);
    return kOk;
  }
  require_verb(program, options.verb);
  std::cout << plain_text(verb_page(program, verb_of(program, options.verb)));
  return kOk;
}

int verb_completion(const CLI::App& app, const std::string& shell) {
  std::cout << completion_script(shell, facts_of(app));
  return kOk;
}

}  // namespace preimage::suite::cli
