// The words of a command, in which {name} is replaced by a value.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "suite/study/experiment.hpp"

namespace preimage::suite::command {

/// The names in braces. {{ and }} are a brace each.
/// throws  std::invalid_argument for a brace that is not closed or not opened, or that holds no name
std::set<std::string> names_in(const std::vector<std::string>& words);

/// The words with values in place of the names. Each stays one word, whatever the value is.
/// values  requires one for each of names_in
std::vector<std::string> filled(const std::vector<std::string>& words,
                                const std::map<std::string, std::string>& values);

/// The words before names are filled in, as a user reads them: quoted for a POSIX shell, but names in braces
/// stay bare.
std::string shown_words(const std::vector<std::string>& words);

/// What a config says of a program, whatever it computes.
struct Program {
  std::vector<std::string> words;
  std::set<std::string> names;   // in the words
  std::filesystem::path folder;  // of the config: the program works there
  std::vector<std::filesystem::path> files;
  std::vector<std::pair<std::string, std::string>> environment;

  /// values  requires one for each of the names
  study::OutsideCommand command(const std::map<std::string, std::string>& values) const {
    return {filled(words, values), folder, environment};
  }
};

/// Reads `run`, `files` and `environment`.
/// throws  ConfigError, also for a brace that names nothing
Program read_program(const config::Reader& reader);

}  // namespace preimage::suite::command
