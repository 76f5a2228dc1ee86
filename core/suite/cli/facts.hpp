// What the option table says, as plain values: the one source of manual pages and completion scripts.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace preimage::suite::cli {

struct OptionFacts {
  std::vector<std::string> names;    // "-h", "--help"; of an argument none
  std::string word;                  // what stands for its value: "FILE"; of a flag ""
  std::string text;                  // what it does, on one line
  std::string default_value;         // or ""
  std::vector<std::string> choices;  // the only values, where there are few
  std::vector<std::string> needs, excludes;
  bool is_required = false;
  bool is_repeatable = false;  // an option that may be given again; an argument of many words
};

struct VerbFacts {
  std::string name, group;
  std::string brief;    // the first sentence of its text
  std::string text;     // all of it, on one line
  std::string example;  // a whole command
  std::vector<OptionFacts> arguments, options;
};

struct ProgramFacts {
  std::string name, text;
  std::string exit_codes;  // on one line
  std::vector<OptionFacts> options;
  std::vector<VerbFacts> verbs;  // in the order of the table, hidden ones left out
};

/// Every verb, option and argument of the table but verbs without a group, which are hidden.
ProgramFacts facts_of(const CLI::App& app);

/// The verb of that name.
/// throws  std::invalid_argument where there is none
const VerbFacts& verb_of(const ProgramFacts& program, const std::string& name);

/// The groups of the verbs, each once, in the order of the verbs.
std::vector<std::string> groups_of(const ProgramFacts& program);

/// A text up to the end of its first sentence, without its full stop.
std::string first_sentence(const std::string& text);

}  // namespace preimage::suite::cli
