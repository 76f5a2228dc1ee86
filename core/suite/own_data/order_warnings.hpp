// What the order of the rows and what they have in common say where folds are drawn at random.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "suite/own_data/data_file.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::own_data {

/// Of folds that train on the past, at most 5 outer ones and `inner` inner ones, 2 at least: as many as these
/// times allow, for all rows of one time are on one side; nothing where they allow none.
struct OrderedFolds {
  std::size_t outer = 5, inner = 2;
};
std::optional<OrderedFolds> ordered_folds(const arma::vec& times, std::size_t inner);

/// Of a config of which some readings train on the past and some do not; else both are "".
struct MixedOrder {
  std::string option;   // "--reading NAME " of the one asked for: others refuse lines to type for it
  std::string ordered;  // the first that trains on the past
};
MixedOrder mixed_order(const suite::study::Study& study, const suite::study::Reading& reading);

/// What makes estimates of random folds too good for rows that are yet to come:
/// - times that `time` names, or a column of dates (OwnData::unused_time);
/// - without groups a target of which the row before tells half of what varies (50 rows at least),
///   unless the file is sorted by it, by a column of the inputs or by these times.
/// - where nothing groups the rows, sequences of which some are parts of others (linked_rows), and graphs that
///   are written in several ways (rewritten_graphs).
/// ordered  MixedOrder::ordered
/// cost     O(rows) for each target and input; O(L log L) for a column of L bytes of sequences; of graphs as
///          rewritten_graphs
std::vector<std::string> order_warnings(const OwnData& data, const suite::study::Protocol& protocol,
                                        const std::string& ordered);

/// Of readings that run a program, which gets the numbers of the rows: that the file is sorted by a target.
std::vector<std::string> row_number_warnings(const OwnData& data, const suite::study::Reading& reading);

/// What folds by groups and folds in the order of time each say.
std::string questions_of(const std::string& group, const std::string& time);

}  // namespace preimage::suite::own_data
