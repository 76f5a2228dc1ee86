// The tables of the configs that `check` is told of, in any two folders of results or of references.
#pragma once

#include <filesystem>
#include <vector>

#include "suite/check/check_options.hpp"
#include "suite/check/result_numbers.hpp"

namespace preimage::suite::check {

/// A config, and the place of its plain table in the folder of a profile: "own_data/points.csv".
struct ChosenTable {
  std::filesystem::path config, table;
  bool is_outside = false;  // its numbers are a program's of the user, which `run` asks to be allowed
};

/// Those of options.configs, in their order.
/// throws  ConfigError for a config that cannot be read, that lacks the profile, or that is named like another
std::vector<ChosenTable> chosen_tables(const CheckOptions& options);

/// Plain tables below `folder` (of one profile): the chosen ones, or all where none is chosen.
/// throws  DataError where one is not there
std::vector<std::filesystem::path> plain_tables(const std::filesystem::path& folder,
                                                const std::vector<ChosenTable>& chosen);

/// What is held against each other.
struct HeldNumbers {
  Numbers latest, reference;
};

/// The plain numbers of the latest results and of the reference, of the chosen configs alone where there are any.
/// throws  DataError as read_numbers. Of chosen configs also: for one that results or reference do not have, and for a
///         reference that was made from other data
HeldNumbers held_numbers(const CheckOptions& options, const std::vector<ChosenTable>& chosen);

}  // namespace preimage::suite::check
