// How the results of two records differ, field by field.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "suite/records/result_record.hpp"

namespace preimage::suite::records {

struct FieldDifference {
  std::size_t values = 0;
  double largest = 0.0;  // of those that are numbers on both sides
  std::string example;   // of the others, the first: "2 entries against 3 entries"
};

/// By the names of fields, "measures.loss"; empty where to_json writes the same `result` of both: -0.0 and 0.0
/// differ.
using ResultDifferences = std::map<std::string, FieldDifference>;
ResultDifferences result_differences(const ResultRecord& a, const ResultRecord& b);

}  // namespace preimage::suite::records
