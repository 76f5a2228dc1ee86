// The driver: parse, plan, dispatch. It knows no experiment.
#include "suite/cli/driver.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/cli/command_line.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/help.hpp"
#include "suite/cli/json_output.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/find_config.hpp"
#include "suite/run/open_cells.hpp"

namespace preimage::suite::cli {

namespace {

/// Below the verbs.
constexpr const char* kFooter = R"(Exit codes:
  0 ok, 2 command line or config, 3 a number moved or two runs differ,
  4 a published number that no reading explains, 5 input, output or damaged
  data, 6 some cells failed, 7 `verify` cannot tell, 70 internal error,
  130 interrupted

Environment:
  PREIMAGE_DATA         folder with the data sets, where --data is not given
  PREIMAGE_ROOT         folder with configs, datasets and results/reference in
                        place of the program's own: a checkout
  XDG_CACHE_HOME        its preimage/datasets is where data sets are put; else
                        ~/.cache/preimage/datasets
  NO_COLOR              no colours in the line of progress

Files:
  share/preimage/configs
                        below the prefix of the installation: configs that may
                        be named without path and ending
  share/doc/preimage    the manual: core/docs/index.md, html/index.html
  results/latest        where results go without --out: below the working
                        folder, or in the checkout that the program is built of

`preimage help VERB` shows the options of a verb.)";

/// An option of a verb, or its first word, that is gone, and what is typed in its place; the lines go with
/// 0.2.
struct Removed {
  std::string_view verb, word, in_place;
};
constexpr Removed kRemoved[] = {
    {"bench", "localization", "none is in its place; preimage 0.1 has it"},
    {"bench", "preimage", "none is in its place; preimage 0.1 has it"},
    {"report", "--pdf", "`rsvg-convert --format=pdf FIGURE.svg` converts a figure"},
    {"help", "--man", "`help2man 'preimage run'` writes the page of a verb, and packages install all"},
};

/// Words that are refused before they are parsed: those that are gone, and `--out=` with nothing behind it,
/// of which CLI11 would take the next word for the value.
void check_words(int argc, char** argv) {
  for (int i = 1; i < argc && argv[i] != std::string_view("--"); ++i) {
    const std::string word = argv[i], option = word.substr(0, word.find('='));
    for (const Removed& removed : kRemoved) {
      if (argv[1] == removed.verb && option == removed.word && (i == 2 || option.starts_with("-")))
        throw ConfigError(fmt::format("{}: {} was removed: {}", removed.verb, option, removed.in_place));
    }
    if (word.starts_with("--") && option.size() + 1 == word.size())
      throw ConfigError(word + ": expected a value behind the =");
  }
}

/// A word that no option or argument of the verb took.
std::string unexpected(const CLI::App& verb, const std::string& word) {
  if (!word.starts_with("-")) return base::excerpt(word) + " was not expected";
  std::vector<std::string> options;
  for (const CLI::Option* known : verb.get_options()) {
    if (!known->get_positional()) options.push_back(known->get_name());
  }
  const std::string option = word.substr(0, word.find('='));
  return fmt::format("no option {}{}", option, base::suggestion(option, options));
}

/// The option of one value that was given several; nullptr where there is none.
const CLI::Option* given_again(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_items_expected_max() == 1 && option->results().size() > 1) return option;
  }
  return nullptr;
}

/// What was wrong with the words, in one line, with what was probably meant.
std::string problem_of(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  const CLI::App& verb = parsed.empty() ? app : *parsed.front();
  std::string problem = error.what();
  if (const std::vector<std::string> unknown = verb.remaining(); !unknown.empty()) {
    problem = unexpected(verb, unknown.front());
  } else if (const CLI::Option* again = given_again(verb)) {
    problem = fmt::format("{}: given {} times, expected once", again->get_name(), again->results().size());
  } else if (parsed.empty()) {
    problem = "expected a verb; `preimage --help` lists them";
  }
  std::ranges::replace(problem, '\n', ' ');
  return parsed.empty() ? problem : fmt::format("{}: {}", verb.get_name(), problem);
}

int run_program(int argc, char** argv, const study::ExperimentTable& experiments,
                const study::Drafts& drafts) {
  run::pin_blas(argv, false);
  CLI::App app(
      "preimage judges printed numbers by reruns of them, tells when a number moves, and estimates how well "
      "kernels predict your data",
      "preimage");
  app.set_version_flag("--version", run::version_text);
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpText>());
  app.footer(kFooter);
  CommandLine line;
  line.experiments = experiments;
  line.drafts = drafts;
  const data::ProgramFolders folders = data::program_folders();
  line.study.selected.out = line.check.latest = run::default_results();
  line.check.reference = folders.root / "results" / "reference";
  add_verbs(app, line);
  if (argc > 1 && argv[1][0] != '-') find_verb(app, argv[1]);  // CLI11 suggests nothing for a misspelt one
  check_words(argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    throw ConfigError(problem_of(app, error));
  }
  if (line.study.run.bitwise) run::pin_blas(argv, true);
  run::reserve_blas_memory();
  for (std::filesystem::path& config : line.study.selected.configs) config = run::find_config(config);
  return line.action();
}

/// Whether the words ask for one JSON document on standard output; `check` and `verdict --json` name a file.
bool asks_for_document(int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  return !words.empty() && words.front() != "check" && words.front() != "verdict" &&
         std::ranges::find(words, "--json") != words.end();
}

/// is_json  the message goes to standard output, too, as a document
int run_or_explain(const std::function<int()>& program, bool is_json) {
  const auto fail = [&](const std::string& message, int code) {
    print_line("preimage:", render::Tint::bad, message);
    if (!is_json) return code;
    Json document = json_document("error");
    document["exit_code"] = code;
    document["error"] = message;
    print_json(document);
    return code;
  };
  try {
    return program();
  } catch (const ConfigError& error) {
    return fail(error.what(), kUsage);
  } catch (const DataError& error) {
    return fail(error.what(), kData);
  } catch (const NumericalError& error) {  // these samples and settings have no answer in numbers
    return fail(error.what(), kData);
  } catch (const MemoryError& error) {
    return fail(error.what(), kData);
  } catch (const std::invalid_argument& error) {  // the library cannot do it with these samples
    return fail(error.what(), kData);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(error.what(), kData);
  } catch (const std::bad_alloc&) {
    return fail("the system gave no more memory", kData);
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what(), kInternal);
  }
}

}  // namespace

int run_telling_errors(const std::function<int()>& program, bool is_json) {
  prepare_standard_streams();
  const auto shown = [&] {
    const ShownStreams streams;
    return run_or_explain(program, is_json);
  };
  return with_output_written(shown());
}

int run(int argc, char** argv, const study::ExperimentTable& experiments, const study::Drafts& drafts) {
  return run_telling_errors([&] { return run_program(argc, argv, experiments, drafts); },
                            asks_for_document(argc, argv));
}

}  // namespace preimage::suite::cli
