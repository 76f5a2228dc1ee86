#include "suite/cli/verb_help.hpp"

#include <iostream>

#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/base/text.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/help/completion.hpp"
#include "suite/help/facts.hpp"
#include "suite/help/manual_page.hpp"
#include "suite/help/plain.hpp"
#include "suite/help/roff.hpp"
#include "suite/workers/own_executable.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// A default as an installed program has it, so that a page is the same wherever it was made.
std::string installed_default(const std::string& value, const data::ProgramFolders& folders) {
  if (value == folders.results.string()) return "results/latest";
  const std::string root = folders.root.string() + "/";
  return value.starts_with(root) ? "share/preimage/" + value.substr(root.size()) : value;
}

help::ProgramFacts installed_facts(const CLI::App& app) {
  const data::ProgramFolders folders = data::program_folders();
  help::ProgramFacts program = help::facts_of(app);
  for (help::VerbFacts& verb : program.verbs) {
    for (help::OptionFacts& option : verb.options)
      option.default_value = installed_default(option.default_value, folders);
  }
  return program;
}

int write_pages(const CLI::App& app, const fs::path& folder) {
  base::create_folder_durably(folder);
  for (const help::Page& page : help::all_pages(installed_facts(app)))
    base::write_output_file(folder / (page.name + ".1"), help::roff_text(page));
  return kOk;
}

/// The page as it lies to an installed program: PREIMAGE_MAN is "../share/man/man1".
std::optional<fs::path> installed_page(const std::string& name) {
  const fs::path folder = fs::path(workers::own_executable()).parent_path() / PREIMAGE_MAN;
  for (const char* ending : {".1.gz", ".1"}) {
    std::error_code code;
    const fs::path file = (folder / (name + ending)).lexically_normal();
    if (fs::exists(file, code)) return file;
  }
  return std::nullopt;
}

/// Becomes `man` where it can show the page; else returns.
void show_by_man(const std::string& name) {
  if (::isatty(STDOUT_FILENO) != 1) return;
  if (const std::optional<fs::path> file = installed_page(name)) {
    std::cout.flush();
    ::execlp("man", "man", file->c_str(), nullptr);  // returns where there is no such program
  }
}

void require_verb(const help::ProgramFacts& program, const std::string& name) {
  std::vector<std::string> names;
  for (const help::VerbFacts& verb : program.verbs) {
    if (verb.name == name) return;
    names.push_back(verb.name);
  }
  throw ConfigError(fmt::format("help: no verb {}{}", base::excerpt(name), base::suggestion(name, names)));
}

}  // namespace

int verb_help(const CLI::App& app, const HelpOptions& options) {
  if (options.man) return write_pages(app, *options.man);
  const help::ProgramFacts program = help::facts_of(app);
  if (options.verb.empty()) {
    std::cout << help::verb_list(program);
    return kOk;
  }
  require_verb(program, options.verb);
  show_by_man(program.name + "-" + options.verb);
  std::cout << help::plain_text(help::verb_page(program, help::verb_of(program, options.verb)));
  return kOk;
}

int verb_completion(const CLI::App& app, const std::string& shell) {
  std::cout << help::completion_script(shell, help::facts_of(app));
  return kOk;
}

}  // namespace preimage::suite::cli
