#include "suite/cli/facts.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace preimage::suite::cli {

namespace {

constexpr std::string_view kExample = "Example:";

std::string on_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

/// CLI11 tells the allowed values by the name of the type alone: "TEXT:{slurm,commands}".
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

std::vector<std::string> names_of(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(option->get_name());
  std::sort(names.begin(), names.end());  // the set is ordered by address
  return names;
}

OptionFacts option_facts(const CLI::Option& option) {
  OptionFacts facts;
  const bool is_argument = option.get_positional();
  if (!is_argument) {
    for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  }
  if (option.get_items_expected_max() > 0) {  // no flag
    const std::string type = option.get_type_name();
    facts.word = is_argument ? option.get_name() : type.substr(0, type.find(':'));
    facts.choices = choices_in(type);
    facts.default_value = option.get_default_str();
  }
  facts.text = on_one_line(option.get_description());
  facts.needs = names_of(option.get_needs());
  facts.excludes = names_of(option.get_excludes());
  facts.is_required = option.get_required();
  facts.is_repeatable = option.get_items_expected_max() > 1;
  return facts;
}

VerbFacts verb_facts(const CLI::App& verb) {
  VerbFacts facts;
  facts.name = verb.get_name();
  facts.group = verb.get_group();
  facts.text = on_one_line(verb.get_description());
  facts.brief = first_sentence(facts.text);
  facts.example = on_one_line(verb.get_footer());
  if (facts.example.starts_with(kExample)) facts.example = on_one_line(facts.example.substr(kExample.size()));
  for (const CLI::Option* option : verb.get_options())
    (option->get_positional() ? facts.arguments : facts.options).push_back(option_facts(*option));
  return facts;
}

}  // namespace

ProgramFacts facts_of(const CLI::App& app) {
  ProgramFacts program;
  program.name = app.get_name();
  program.text = on_one_line(app.get_description());
  program.exit_codes = on_one_line(app.get_footer());
  for (const CLI::Option* option : app.get_options()) program.options.push_back(option_facts(*option));
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (!verb->get_group().empty()) program.verbs.push_back(verb_facts(*verb));
  }
  return program;
}

const VerbFacts& verb_of(const ProgramFacts& program, const std::string& name) {
  for (const VerbFacts& verb : program.verbs) {
    if (verb.name == name) return verb;
  }
  throw std::invalid_argument("no verb " + name);
}

std::vector<std::string> groups_of(const ProgramFacts& program) {
  std::vector<std::string> groups;
  for (const VerbFacts& verb : program.verbs) {
    if (std::find(groups.begin(), groups.end(), verb.group) == groups.end()) groups.push_back(verb.group);
  }
  return groups;
}

std::string first_sentence(const std::string& text) {
  const std::string sentence = text.substr(0, text.find(". "));
  return sentence.ends_with(".") ? sentence.substr(0, sentence.size() - 1) : sentence;
}

}  // namespace preimage::suite::cli
