#include "suite/cli/help.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"

namespace preimage::suite::cli {

namespace {

constexpr std::size_t kColumns = 80, kTextColumn = 24;

/// The words of a text in lines of at most 80 columns, the second and later ones behind `indent` blanks, as
/// if the first were.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string lines;
  std::size_t column = indent;
  for (std::string word; words >> word; column += word.size()) {
    if (column > indent && column + 1 + word.size() > kColumns) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += " ";
      ++column;
    }
    lines += word;
  }
  return lines + "\n";
}

/// A name, and a text beside it; below it where the name is long.
std::string row(const std::string& name, const std::string& text) {
  const std::string begin = "  " + name;
  const std::string space = begin.size() + 2 > kTextColumn ? "\n" + std::string(kTextColumn, ' ')
                                                           : std::string(kTextColumn - begin.size(), ' ');
  return begin + space + wrapped(text, kTextColumn);
}

/// Of the README's first screen, in its order.
constexpr std::pair<const char*, const char*> kFirstCommands[] = {
    {"preimage verdict printed.csv rerun.csv", "two files: printed numbers, and yours of any program"},
    {"preimage new paper doe_2020 --program",
     "a paper, with any program; then `run`, and `check` as a gate in CI"},
    {"preimage init points.csv --target kind --out points.yaml",
     "data of your own: numbers, texts, strings, trees, graphs, visits of patients; then `run` for an "
     "estimate, `fit` and `predict`. Not predicted: rankings, censored times, targets of several kinds at "
     "once, large images"},
    {"preimage run kde_nips_table1 --reading A-exclusive-noise --out results",
     "a table of a paper, recomputed; `preimage list` has the others"},
};

/// A line; what is beyond 80 columns is below its text, which begins behind the name in the first half.
std::string hanging(const std::string& line) {
  if (line.size() <= kColumns) return line + "\n";
  std::size_t text = line.find_first_not_of(' ');
  if (const std::size_t gap = line.find("  ", text); gap < kColumns / 2)
    text = line.find_first_not_of(' ', gap);
  return line.substr(0, text) + wrapped(line.substr(text), text + 2);
}

std::string names_of(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names =
      base::collect(options, [](const CLI::Option* option) { return option->get_name(); });
  std::ranges::sort(names);  // the set is ordered by address
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

const CLI::App& find_verb(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (verb->get_name() == name) return *verb;
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  }
  throw ConfigError(fmt::format("no verb {}{}", base::excerpt(name), base::suggestion(name, names)));
}

std::string first_sentence(const std::string& text) {
  const std::size_t end = std::min(text.find(". "), text.find(".\n"));
  return text.substr(0, end);
}

std::string word_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name();
  if (option.get_items_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

std::string for_screen(const std::string& text) {
  if (::isatty(STDOUT_FILENO) != 1) return text;
  std::istringstream lines(text);
  std::string shown;
  for (std::string line; std::getline(lines, line);) shown += hanging(line);
  return shown;
}

std::string HelpText::make_description(const CLI::App* app) const {
  std::string text = wrapped(app->get_description() + ".", 0);
  if (app->get_parent() != nullptr) return text;
  text += "\nTo begin (README.md has each with what it prints):\n";
  for (const auto& [command, meaning] : kFirstCommands) text += row(command, meaning);
  return text + "\n";
}

std::string HelpText::make_option(const CLI::Option* option, bool is_positional) const {
  std::vector<std::string> names;
  for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  std::string name = is_positional ? option->get_name() : fmt::format("{}", fmt::join(names, ", "));
  if (const std::string word = word_of(*option); !is_positional && !word.empty()) name += " " + word;
  std::string text = option->get_description();
  const auto add = [&text](const std::string& label, const std::string& values) {
    if (!values.empty()) text += fmt::format("; {} {}", label, values);
  };
  add("one of", fmt::format("{}", fmt::join(choices_of(*option), ", ")));
  if (text.find("(default: ") == std::string::npos) add("default", option->get_default_str());
  add("only with", names_of(option->get_needs()));
  add("not with", names_of(option->get_excludes()));
  if (option->get_required() && !is_positional) text += "; it must be given";
  return row(name, text);
}

std::string HelpText::make_subcommand(const CLI::App* verb) const {
  return row(verb->get_name(), first_sentence(verb->get_description()));
}

}  // namespace preimage::suite::cli
