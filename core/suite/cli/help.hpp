// Help in 80 columns, of which help2man makes manual pages.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace preimage::suite::cli {

/// Names in a column of their own and texts beside them; of an option also its allowed values, its default,
/// and what it is given with or without. The first sentence of a verb is what the list of verbs shows.
class HelpText : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* verb) const override;
};

/// A text of an entry a line: for a terminal in 80 columns, elsewhere as it is.
std::string for_screen(const std::string& text);

/// The verb of that name.
/// throws  ConfigError where there is none, with the nearest
const CLI::App& find_verb(const CLI::App& app, const std::string& name);
/// A text up to the end of its first sentence, without its full stop.
std::string first_sentence(const std::string& text);
/// "FILE", the word for its value; "" of a flag.
std::string word_of(const CLI::Option& option);
/// The only values of an option, where there are few. CLI11 tells them by the name of its type alone:
/// "TEXT:{slurm,commands}".
std::vector<std::string> choices_of(const CLI::Option& option);

}  // namespace preimage::suite::cli
