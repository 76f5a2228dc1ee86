#include <fmt/format.h>

#include "suite/cli/completion.hpp"
#include "suite/cli/offer.hpp"

namespace preimage::suite::cli {

namespace {

/// `words` is what zsh calls the line; _arguments takes the program's name out of it, so it is kept before.
constexpr const char* kAsk = R"zsh(
# Names that the program knows: $1 of what, the words of the line may name configs.
_preimage_ask() {
  local -a names
  names=(${(f)"$(_call_program names ${(q)program} complete $1 ${(q)words[@]:#-*} 2>/dev/null)"})
  compadd -- $names
}
_preimage_configs() { _preimage_ask configs; _files -g '*.yaml' }
)zsh";

constexpr const char* kBegin = R"zsh(
_preimage() {
  local program=$words[1] curcontext=$curcontext state line
  local -A opt_args
)zsh";

/// In the text of a specification brackets and colons have a meaning.
std::string in_specification(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string action_of(const OptionFacts& option) {
  const Offer offer = offer_of(option);
  switch (offer) {
    case Offer::nothing:
      return " ";
    case Offer::choices:
      return fmt::format("({})", fmt::join(option.choices, " "));
    case Offer::files:
      return "_files";
    case Offer::folders:
      return "_files -/";
    case Offer::configs:
      return "_preimage_configs";
    case Offer::verbs:
      return "_preimage_verbs";
    default:
      // The blank keeps _arguments from putting words of its own before ours.
      return fmt::format(" _preimage_ask {}", name_of(offer));
  }
}

std::string value_of(const OptionFacts& option) {
  return fmt::format(":{}:{}", in_specification(option.word), action_of(option));
}

std::string zsh_options(const std::vector<OptionFacts>& options) {
  std::string lines;
  for (const OptionFacts& option : options) {
    for (const std::string& name : option.names) {
      const bool is_long = name.starts_with("--"), has_value = takes_value(option);
      lines += " \\\n        " + single_quoted(fmt::format("{}{}{}[{}]{}", option.is_repeatable ? "*" : "",
                                                           name, is_long && has_value ? "=" : "",
                                                           in_specification(short_text(option.text)),
                                                           has_value ? value_of(option) : ""));
    }
  }
  return lines;
}

std::string zsh_arguments(const std::vector<OptionFacts>& arguments) {
  std::string lines;
  std::size_t number = 0;
  for (const OptionFacts& argument : arguments) {
    const std::string place = argument.is_repeatable ? "*" : std::to_string(++number);
    lines +=
        " \\\n        " + single_quoted(place + (argument.is_required || argument.is_repeatable ? "" : ":") +
                                        value_of(argument));
  }
  return lines;
}

}  // namespace

std::string zsh_completion(const ProgramFacts& program) {
  std::string text =
      "#compdef preimage\n# Completion of preimage in zsh; printed by `preimage completion zsh`.\n";
  text += kAsk;
  text += "_preimage_verbs() {\n  local -a verbs\n  verbs=(\n";
  for (const VerbFacts& verb : program.verbs)
    text += fmt::format("    {}\n", single_quoted(verb.name + ":" + in_specification(verb.brief)));
  text += "  )\n  _describe verb verbs\n}\n";
  text += kBegin;
  text += "  _arguments -C" + zsh_options(program.options) +
          " \\\n        '1:verb:_preimage_verbs' \\\n        '*::argument:->arguments'\n";
  text += "  if [[ $state != arguments ]]; then return; fi\n  case $words[1] in\n";
  for (const VerbFacts& verb : program.verbs)
    text += fmt::format("    {})\n      _arguments{}{}\n      ;;\n", verb.name, zsh_options(verb.options),
                        zsh_arguments(verb.arguments));
  return text + "  esac\n}\n\n_preimage \"$@\"\n";
}

}  // namespace preimage::suite::cli
