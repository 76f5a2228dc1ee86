#pragma once

#include <string>
#include <vector>

#include "suite/own_data/data_file.hpp"

namespace preimage::suite::own_data {

/// A line for each input column that is the target itself: equal to an output column of numbers, or to a
/// label's column of 0 and 1, in all rows that have a value; or, of classes, one number per class and another
/// one for each. Of 50 rows and more also for a column that nearly tells it: of classes all but 2 % of the
/// rows by the value alone, where guessing misses 10 %; of numbers with a correlation of .9995. None of
/// strings, of rows without two different values, and of what is no table.
/// cost  O(samples x inputs x outputs log(samples))
std::vector<std::string> target_warnings(const OwnData& data);

}  // namespace preimage::suite::own_data
