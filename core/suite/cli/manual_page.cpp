#include "suite/cli/manual_page.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/cli/plain.hpp"

namespace preimage::suite::cli {

namespace {

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
  return all;
}

/// "`--set` PATH=VALUE"
std::string term_of(const OptionFacts& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("`" + name + "`");
  if (names.empty()) return option.word;
  return joined(names, ", ") + (option.word.empty() ? "" : " " + option.word);
}

/// With a capital letter, where a word of letters begins it.
std::string capital(std::string text) {
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const std::string first = text.substr(0, text.find_first_of(" ,"));
  if (!first.empty() && std::all_of(first.begin(), first.end(), is_small))
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// A whole sentence, or several.
std::string sentence(const std::string& text) {
  return capital(text) + (text.ends_with(".") ? "" : ".");
}

std::string text_of(const OptionFacts& option) {
  std::string text = capital(option.text);
  const auto add = [&text](const std::string& label, const std::vector<std::string>& names) {
    if (!names.empty()) text += fmt::format(". {}: `{}`", label, joined(names, "`, `"));
  };
  add("One of", option.choices);
  if (!option.default_value.empty() && text.find("(default: ") == std::string::npos)
    add("Default", {option.default_value});
  add("Only with", option.needs);
  add("Not with", option.excludes);
  if (option.is_required && !option.names.empty()) text += ". It must be given";
  return text + ".";
}

Section list_of(const std::string& heading, const std::vector<OptionFacts>& options) {
  Section section{heading, {}};
  for (const OptionFacts& option : options) section.blocks.push_back({term_of(option), text_of(option)});
  return section;
}

std::string synopsis(const ProgramFacts& program, const VerbFacts& verb) {
  std::string line = fmt::format("{} {} [OPTION]...", program.name, verb.name);
  for (const OptionFacts& argument : verb.arguments) {
    line += argument.is_required ? " " + argument.word : " [" + argument.word + "]";
    if (argument.is_repeatable) line += "...";
  }
  return line;
}

/// What the option table does not hold, because it is about no option.
Section variables() {
  return {"ENVIRONMENT",
          {{"`PREIMAGE_DATA`", "Folder with the data sets, where `--data` is not given."},
           {"`PREIMAGE_ROOT`",
            "Folder that holds `configs`, `datasets` and `results/reference`: a checkout, in place of the "
            "program's own."},
           {"`XDG_CACHE_HOME`",
            "Its `preimage/datasets` is where data sets are put. Without it: `~/.cache/preimage/datasets`."},
           {"`NO_COLOR`", "No colours in the line of progress."}}};
}

Section files() {
  return {"FILES",
          {{"`share/preimage/configs`",
            "Below the prefix of the installation: the configs that come with the "
            "program, which may be named without path and ending."},
           {"`share/doc/preimage`", "The manual: `core/docs/index.md`, and as HTML `html/index.html`."},
           {"`results/latest`", "Below the working folder: where results go without `--out`."}}};
}

Section seen_with(const std::string& what) {
  return {"SEE ALSO", {{"", what}}};
}

}  // namespace

Page program_page(const ProgramFacts& program) {
  const std::string name = program.name;
  Page page{name, "reproducible experiments in learning with structured outputs", {}};
  page.sections = {
      {"SYNOPSIS", {{"", name + " VERB [OPTION]... [ARGUMENT]...", true}, {"", name + " help [VERB]", true}}},
      {"DESCRIPTION", {{"", program.text}}}};
  for (const std::string& group : groups_of(program)) {
    Section section{"VERBS: " + group, {}};
    for (const VerbFacts& verb : program.verbs) {
      if (verb.group == group) section.blocks.push_back({"`" + verb.name + "`", sentence(verb.brief)});
    }
    page.sections.push_back(section);
  }
  page.sections.push_back(list_of("OPTIONS", program.options));
  page.sections.push_back({"EXIT STATUS", {{"", program.exit_codes}}});
  page.sections.push_back(variables());
  page.sections.push_back(files());
  page.sections.push_back(
      seen_with(fmt::format("Each verb has a page: `{0} help run`, or `man {0}-run`.", name)));
  return page;
}

Page verb_page(const ProgramFacts& program, const VerbFacts& verb) {
  Page page{program.name + "-" + verb.name, verb.brief, {}};
  page.sections = {{"SYNOPSIS", {{"", synopsis(program, verb), true}}},
                   {"DESCRIPTION", {{"", sentence(verb.text)}}}};
  if (!verb.arguments.empty()) page.sections.push_back(list_of("ARGUMENTS", verb.arguments));
  page.sections.push_back(list_of("OPTIONS", verb.options));
  page.sections.push_back({"EXAMPLE", {{"", verb.example, true}}});
  std::string siblings;
  for (const VerbFacts& other : program.verbs) {
    if (other.group == verb.group && other.name != verb.name)
      siblings += fmt::format(", `{}-{}`(1)", program.name, other.name);
  }
  page.sections.push_back(
      seen_with(fmt::format("`{}`(1) for exit codes, variables and files{}.", program.name, siblings)));
  return page;
}

std::vector<Page> all_pages(const ProgramFacts& program) {
  std::vector<Page> pages = {program_page(program)};
  for (const VerbFacts& verb : program.verbs) pages.push_back(verb_page(program, verb));
  return pages;
}

std::string verb_list(const ProgramFacts& program) {
  constexpr std::size_t kNameWidth = 14;
  std::string list = wrapped(program.text, 0);
  for (const std::string& group : groups_of(program)) {
    list += "\n" + group + "\n";
    for (const VerbFacts& verb : program.verbs) {
      if (verb.group != group) continue;
      const std::string text = wrapped(verb.brief, kNameWidth);
      list += fmt::format("  {:<{}}{}", verb.name, kNameWidth - 2, text.substr(kNameWidth));
    }
  }
  return list +
         fmt::format("\n`{0} help VERB` shows all of a verb, `{0} VERB --help` its options in short.\n",
                     program.name);
}

}  // namespace preimage::suite::cli
