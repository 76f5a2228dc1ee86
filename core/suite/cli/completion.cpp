#include "suite/cli/completion.hpp"

#include <iostream>
#include <map>
#include <utility>

#include "preimage/base/text.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/help.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/find_config.hpp"
#include "suite/run/plans.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// `=` is a word of its own for bash. Names are quoted here: `compgen -W` would run what a name of a config
/// holds between $( and ).
constexpr const char* kBash =
    R"bash(# Completion of preimage in bash 4; printed by `preimage completion bash`.
_preimage() {
  local word=${COMP_WORDS[COMP_CWORD]} kind='' name
  COMPREPLY=()
  if [ "$word" = = ]; then word=''; fi
  while IFS= read -r name; do
    if [ -z "$kind" ]; then
      kind=$name
    elif [[ ${name%%$'\t'*} == "$word"* ]]; then
      COMPREPLY+=("$(printf %q "${name%%$'\t'*}")")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "$kind" = words ]; then return; fi
  compopt -o filenames 2>/dev/null
  case $kind in
    files) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    configs) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$word"; compgen -f -X '!*.yaml' -- "$word") ;;
  esac
}
complete -F _preimage preimage
)bash";

constexpr const char* kZsh = R"zsh(#compdef preimage
# Completion of preimage in zsh; printed by `preimage completion zsh`.
local -a names
names=("${(@f)$(_call_program names ${(q)${words[1]/#\~/$HOME}} complete -- "${(@q)${(@Q)words[2,CURRENT]}}" 2>/dev/null)}")
local kind=$names[1]
shift names
names=("${(@)${(@)names//:/\\:}/$'\t'/:}")
compset -P '--*='
(( $#names )) && _describe word names
case $kind in
  files) _files ;;
  folders) _files -/ ;;
  configs) _files -g '*.yaml' ;;
esac
)zsh";

/// The word for a value in the table of options, and what is offered for it. For a number or a text of the
/// user's own nothing is.
const std::map<std::string, std::string> kOffers = {
    {"FILE", "files"},      {"FILE.html", "files"}, {"FILE.tex", "files"},  {"MODEL", "files"},
    {"INPUTS", "files"},    {"NEW", "files"},       {"DIR", "folders"},     {"RUN", "folders"},
    {"RUN_A", "folders"},   {"RUN_B", "folders"},   {"OUT", "folders"},     {"CONFIG", "configs"},
    {"READING", "reading"}, {"LEARNER", "learner"}, {"PROFILE", "profile"}, {"PATH", "key"},
    {"VERB", "verb"}};

using Names = std::map<std::string, std::string>;  // and what they are

/// Of what the words name the configs; where none is one, all of configs/.
std::vector<fs::path> configs_among(const std::vector<std::string>& words) {
  std::vector<fs::path> configs;
  for (const std::string& word : words) {
    try {
      const fs::path config = run::find_config(word);
      if (fs::is_regular_file(config)) configs.push_back(config);
    } catch (const std::exception&) {  // half a name
    }
  }
  return configs.empty() ? run::selected_configs({}) : configs;
}

void add_names_of(const study::Study& study, const std::string& offer, Names& names) {
  for (const study::Reading& reading : study.readings) {
    if (offer == "reading") names[reading.name];
    if (offer != "learner") continue;
    for (const registry::ParsedLearner& learner : reading.learners) names[learner.name];
  }
  if (offer != "profile") return;
  for (const auto& [name, profile] : study.profiles) names[name];
}

Names verbs_of(const CLI::App& app) {
  Names verbs;
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (!verb->get_group().empty()) verbs[verb->get_name()] = first_sentence(verb->get_description());
  }
  return verbs;
}

Names options_of(const CLI::App& verb) {
  Names options;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames())
      options["--" + name] = first_sentence(option->get_description());
  }
  return options;
}

void print_names(const std::string& kind, const Names& names) {
  std::cout << kind << "\n";
  for (const auto& [name, text] : names) {
    std::string line = text.empty() ? name : name + "\t" + text;
    for (char& c : line) c = c == '\n' ? ' ' : c;
    std::cout << line << "\n";
  }
}

/// In place of an option's value or of an argument. given  the arguments so far
void print_offer(const CLI::Option& option, const CLI::App& app, const study::ExperimentTable& experiments,
                 const std::vector<std::string>& given) {
  Names names;
  for (const std::string& choice : choices_of(option)) names[choice];
  const auto found = kOffers.find(word_of(option));
  const std::string offer = found == kOffers.end() ? "" : found->second;
  if (offer == "verb") names = verbs_of(app);
  if (offer == "configs") {
    for (const fs::path& config : run::selected_configs({})) names[config.stem().string()];
  } else if (offer == "key") {
    for (const study::KeyGroup& group : study::key_groups(experiments)) {
      if (!group.path.empty()) names[group.path] = group.summary;
    }
  } else if (offer == "reading" || offer == "learner" || offer == "profile") {
    for (const fs::path& config : configs_among(given)) {
      try {
        add_names_of(study::load_study(config, {}, experiments), offer, names);
      } catch (const std::exception&) {  // see verb_complete
      }
    }
  }
  print_names(offer == "files" || offer == "folders" || offer == "configs" ? offer : "words", names);
}

/// The words with an option and its value apart, as zsh does not have them and bash has, with a `=` between.
std::vector<std::string> apart(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (const std::string& word : words) {
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    if (word == "=")
      all.emplace_back();
    else if (equals != std::string::npos)
      all.insert(all.end(), {word.substr(0, equals), word.substr(equals + 1)});
    else if (!all.empty() && all.back().empty())
      all.back() = word;
    else
      all.push_back(word);
  }
  return all;
}

}  // namespace

std::string completion_script(const std::string& shell) {
  if (shell == "bash") return kBash;
  if (shell == "zsh") return kZsh;
  throw ConfigError("completion: no script for " + base::excerpt(shell) +
                    "; type `preimage completion bash` or `preimage completion zsh`");
}

int verb_complete(const CLI::App& app, const study::ExperimentTable& experiments,
                  const std::vector<std::string>& words) {
  const std::vector<std::string> all = apart(words);
  if (all.size() < 2) {
    Names names = verbs_of(app);
    names.merge(options_of(app));
    print_names("words", names);
    return kOk;
  }
  const CLI::App* verb = &find_verb(app, all.front());
  const CLI::Option* open = nullptr;  // whose value comes next
  std::vector<std::string> given;
  for (std::size_t i = 1; i + 1 < all.size(); ++i) {
    const bool is_value = std::exchange(open, nullptr) != nullptr;
    if (is_value) continue;
    const CLI::Option* option = all[i].starts_with("-") ? verb->get_option_no_throw(all[i]) : nullptr;
    if (option != nullptr && option->get_items_expected_max() > 0) open = option;
    if (!all[i].starts_with("-")) given.push_back(all[i]);
  }
  if (open == nullptr && all.back().starts_with("-")) {
    print_names("words", options_of(*verb));
    return kOk;
  }
  if (open == nullptr) {
    std::size_t place = 0;
    for (const CLI::Option* option : verb->get_options()) {
      if (!option->get_positional()) continue;
      if (place++ == given.size() || option->get_items_expected_max() > 1) open = option;
    }
  }
  if (open != nullptr) print_offer(*open, app, experiments, given);
  return kOk;
}

}  // namespace preimage::suite::cli
