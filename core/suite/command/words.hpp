// The words of a command, in which {name} is replaced by a value.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

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

}  // namespace preimage::suite::command
