// A config for a user's file: the kernel of its inputs, and how far apart they are under it.
#pragma once

#include <string>

#include "preimage/kernels/kernel.hpp"
#include "suite/data/vectors.hpp"
#include "suite/own_data/draft_facts.hpp"

namespace preimage::suite::own_data {

/// Under the kernel as the config will have it.
/// throws  DataError where the distance gives no bandwidth
MedianDistance distance_of_strings(const std::string& kernel, const kernels::Strings& inputs,
                                   const std::string& source);

/// The kernel on the numbers of rows alone, on their one column of strings, or the sum of kernels on both. In
/// a sum all numbers together count as one string does: their squared distances are 2 in the mean, divided by
/// their number; those of strings of length 1 are 2 where nothing is shared. By how much either counts more
/// the inner folds choose.
/// Requires facts.inputs, numbers, categories, strings and gaps.
/// throws  as distance_of_strings
void choose_input_kernel(const std::string& source, const suite::data::VectorData& table, DraftFacts& facts);

/// Groups of rows that share parts of the first column of sequences (data::linked_texts), where there are
/// such rows; without a name where a group is larger than an outer fold.
void link_rows(const suite::data::VectorData& table, DraftFacts& facts);

}  // namespace preimage::suite::own_data
