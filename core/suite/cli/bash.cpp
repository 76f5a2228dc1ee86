#include <fmt/format.h>

#include "suite/cli/completion.hpp"
#include "suite/cli/offer.hpp"

namespace preimage::suite::cli {

namespace {

/// Behind the table of verbs: what is offered for the word at the cursor. `=` is a word of its own for bash.
constexpr const char* kWhatIsOffered = R"bash(
# The program that the line begins with, asked for names.
_preimage_ask() { "${COMP_WORDS[0]/#\~/$HOME}" complete "$@" 2>/dev/null; }

# Adds to COMPREPLY the lines of standard input that begin with $1, quoted. Not by `compgen -W`, which would run what a name
# of a config holds between $( and ).
_preimage_names() {
  local name
  while IFS= read -r name; do
    if [[ $name == "$1"* ]]; then COMPREPLY+=("$(printf %q "$name")"); fi
  done
}

# Fills COMPREPLY. $1: what is offered, $2: the beginning of the word, others: words of the line that may name configs.
_preimage_offer() {
  local offer=$1 word=$2
  shift 2
  case $offer in
    nothing) COMPREPLY=() ;;
    files | folders)
      compopt -o filenames 2>/dev/null
      if [ "$offer" = files ]; then mapfile -t COMPREPLY < <(compgen -f -- "$word"); else mapfile -t COMPREPLY < <(compgen -d -- "$word"); fi
      ;;
    configs)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -X '!*.yaml' -- "$word")
      _preimage_names "$word" < <(_preimage_ask configs)
      ;;
    =*) mapfile -t COMPREPLY < <(compgen -W "${offer:1}" -- "$word") ;;
    verbs) mapfile -t COMPREPLY < <(compgen -W "$_preimage_verbs" -- "$word") ;;
    *) _preimage_names "$word" < <(_preimage_ask "$offer" "$@") ;;
  esac
}

# What the option $1 is followed by; fails where by nothing.
_preimage_value_of() {
  local row
  for row in "${values[@]}"; do
    if [ "${row%%:*}" = "$1" ]; then
      echo "${row#*:}"
      return
    fi
  done
  return 1
}

_preimage() {
  local word=${COMP_WORDS[COMP_CWORD]} last=$((COMP_CWORD - 1)) options='' offer='' i
  local -a values=() arguments=() given=()
  COMPREPLY=()
  _preimage_facts "${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$_preimage_verbs $_preimage_options" -- "$word")
    return
  fi
  if [ "$word" = = ]; then word=''; fi
  if [ "${COMP_WORDS[last]}" = = ]; then last=$((last - 1)); fi
  if [ "${COMP_WORDS[COMP_CWORD]}" = = ] || [ "$last" -gt 1 ]; then offer=$(_preimage_value_of "${COMP_WORDS[last]}"); fi
  for ((i = 2; i < COMP_CWORD; ++i)); do # the arguments so far, without options and their values
    case ${COMP_WORDS[i]} in
      -*) if _preimage_value_of "${COMP_WORDS[i]}" >/dev/null; then if [ "${COMP_WORDS[i + 1]}" = = ]; then i=$((i + 2)); else i=$((i + 1)); fi; fi ;;
      *) given+=("${COMP_WORDS[i]}") ;;
    esac
  done
  if [ -z "$offer" ]; then
    case $word in
      -*)
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        return
        ;;
    esac
    i=${#given[@]}
    if [ "$i" -ge "${#arguments[@]}" ]; then # the last argument may be many words
      i=$((${#arguments[@]} - 1))
      if [ "$i" -lt 0 ] || [ "${arguments[i]%...}" = "${arguments[i]}" ]; then return; fi
    fi
    offer=${arguments[i]%...}
  fi
  _preimage_offer "$offer" "$word" "${given[@]}"
}
complete -F _preimage preimage
)bash";

std::string offer_text(const OptionFacts& option) {
  if (offer_of(option) == Offer::choices) return fmt::format("={}", fmt::join(option.choices, " "));
  return std::string(name_of(offer_of(option)));
}

std::string facts_case(const VerbFacts& verb) {
  std::string options, values, arguments;
  for (const OptionFacts& option : verb.options) {
    for (const std::string& name : option.names) {
      options += (options.empty() ? "" : " ") + name;
      if (takes_value(option)) values += " " + single_quoted(name + ":" + offer_text(option));
    }
  }
  for (const OptionFacts& argument : verb.arguments)
    arguments += " " + single_quoted(offer_text(argument) + (argument.is_repeatable ? "..." : ""));
  std::string text = fmt::format("    {})\n      options={}\n", verb.name, single_quoted(options));
  if (!values.empty()) text += fmt::format("      values=({})\n", values.substr(1));
  if (!arguments.empty()) text += fmt::format("      arguments=({})\n", arguments.substr(1));
  return text + "      ;;\n";
}

}  // namespace

std::string bash_completion(const ProgramFacts& program) {
  std::string verbs, options, cases;
  for (const VerbFacts& verb : program.verbs) {
    verbs += (verbs.empty() ? "" : " ") + verb.name;
    cases += facts_case(verb);
  }
  for (const OptionFacts& option : program.options) {
    for (const std::string& name : option.names) options += (options.empty() ? "" : " ") + name;
  }
  return fmt::format(
             "# Completion of preimage in bash; printed by `preimage completion bash`.\n"
             "_preimage_verbs={}\n_preimage_options={}\n\n"
             "# Options of the verb $1, what follows them, and its arguments, into variables of the caller.\n"
             "# shellcheck disable=SC2034\n_preimage_facts() {{\n  case $1 in\n",
             single_quoted(verbs), single_quoted(options)) +
         cases + "  esac\n}\n" + kWhatIsOffered;
}

}  // namespace preimage::suite::cli
