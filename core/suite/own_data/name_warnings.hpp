#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/own_data/data_file.hpp"

namespace preimage::suite::own_data {

/// What two names share that people take for one: of numbers the value (1 and 1.0), of other texts Unicode's
/// NFKC_Casefold (Unicode Standard 15.0, section 3.13, R5: case, the forms of a letter with a mark, wide
/// letters and no-break blanks as usual ones, nothing without width), without blanks around. The name itself
/// where it is no UTF-8.
std::string alike_key(const std::string& name);

/// Of outputs, groups and categories alike, a line each where there are such names:
///   names that look alike are different ones;
///   names look like missing values (data::looks_like_gap).
/// what    "outputs", "groups of column 'patient'"
/// names   all different
/// key_of  what two names share that look alike
std::vector<std::string> name_warnings(const std::string& what, const std::vector<std::string>& names,
                                       std::string (*key_of)(const std::string& name) = alike_key);

/// The same of all names in the data: classes and labels, groups, and the categories that rows have.
std::vector<std::string> name_warnings(const OwnData& data);

}  // namespace preimage::suite::own_data
