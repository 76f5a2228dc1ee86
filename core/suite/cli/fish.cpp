#include <fmt/format.h>

#include "suite/cli/completion.hpp"
#include "suite/cli/offer.hpp"

namespace preimage::suite::cli {

namespace {

constexpr const char* kFunctions = R"fish(
function __preimage_verb --description 'whether this is the verb of the line'
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test "$words[2]" = $argv[1]
end

function __preimage_no_verb
    test (count (commandline -opc)) -eq 1
end

function __preimage_ask --description 'names that the program knows; the words of the line may name configs'
    set -l words (commandline -opc)
    $words[1] complete $argv[1] (string match --invert -- '-*' $words[3..-1]) 2>/dev/null
end

complete -c preimage -f
)fish";

/// Fish reads a backslash inside single quotes, too.
std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

/// What is offered as arguments of `complete`.
std::string offered(const OptionFacts& option, const ProgramFacts& program) {
  const Offer offer = offer_of(option);
  std::string verbs;
  switch (offer) {
    case Offer::nothing:
      return "";
    case Offer::choices:
      return fmt::format(" -a {}", fish_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
    case Offer::files:
      return " -F";
    case Offer::folders:
      return " -a '(__fish_complete_directories)'";
    case Offer::configs:
      return " -a '(__preimage_ask configs) (__fish_complete_suffix .yaml)'";
    case Offer::verbs:
      for (const VerbFacts& verb : program.verbs) verbs += (verbs.empty() ? "" : " ") + verb.name;
      return fmt::format(" -a {}", fish_quoted(verbs));
    default:
      return fmt::format(" -a '(__preimage_ask {})'", name_of(offer));
  }
}

std::string fish_options(const std::string& condition, const std::vector<OptionFacts>& options,
                         const ProgramFacts& program) {
  std::string lines;
  for (const OptionFacts& option : options) {
    std::string names;
    for (const std::string& name : option.names)
      names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    lines += fmt::format("complete -c preimage -n {}{}{}{} -d {}\n", fish_quoted(condition), names,
                         takes_value(option) ? " -r" : "", offered(option, program),
                         fish_quoted(short_text(option.text)));
  }
  return lines;
}

}  // namespace

std::string fish_completion(const ProgramFacts& program) {
  std::string text = "# Completion of preimage in fish; printed by `preimage completion fish`.\n";
  text += kFunctions;
  text += fish_options("__preimage_no_verb", program.options, program);
  for (const VerbFacts& verb : program.verbs)
    text += fmt::format("complete -c preimage -n __preimage_no_verb -a {} -d {}\n", verb.name,
                        fish_quoted(verb.brief));
  for (const VerbFacts& verb : program.verbs) {
    const std::string condition = "__preimage_verb " + verb.name;
    text += fish_options(condition, verb.options, program);
    for (const OptionFacts& argument : verb.arguments) {
      const std::string words = offered(argument, program);
      if (!words.empty())
        text += fmt::format("complete -c preimage -n {}{}\n", fish_quoted(condition), words);
    }
  }
  return text;
}

}  // namespace preimage::suite::cli
