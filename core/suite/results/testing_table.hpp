// A small table for the tests of its forms.
#pragma once

#include <string>

#include "suite/results/result_numbers.hpp"
#include "suite/results/result_table.hpp"

namespace preimage::suite::results {

/// Two published columns, one of ours alone that failed, a second measure that one learner does not have.
inline ResultTable example_table() {
  ResultTable table;
  table.head = {"A table", "p/t1", "raw", "pixels as they are", 1, 10, false, 60, 2, 0};
  table.columns = {"KDE", "k-NN", "my method"};
  TableRow loss{"loss", "test loss", records::SpreadKind::standard_error, 5, {}};
  loss.numbers = {
      {"kde", true,
       records::Published{"0.0798", 0.0798, 0.0067, "0.0067", records::SpreadKind::standard_error, 5},
       records::Estimate{0.0817, 0.0069, 0.007, 10},
       records::Verdict{0.27, records::Agreement::reproduced, false}},
      {"knn", true,
       records::Published{"0.1250", 0.125, 0.0075, "0.0075", records::SpreadKind::standard_error, 5},
       records::Estimate{0.15, 0.0025, 0.003, 10},
       records::Verdict{3.333, records::Agreement::not_reproduced, false}},
      {"mine", true, {}, {}, {}}};
  TableRow other{"squared_error", "squared error", records::SpreadKind::standard_error, 5, {}};
  other.numbers = {{"kde", true, {}, records::Estimate{2.0, 0.5, 0.25, 10}, {}},
                   {"knn", false, {}, {}, {}},
                   {"mine", true, {}, {}, {}}};
  table.rows = {loss, other};
  table.claims = {{"KDE beats k-NN", ClaimVerdict::holds}, {"k-NN beats mine", std::nullopt}};
  table.footnotes = {"time: published 12"};
  return table;
}

inline ResultTable stand_in_table() {
  ResultTable table = example_table();
  table.head.stand_in = true;
  for (TableRow& row : table.rows) {
    for (Number& number : row.numbers) number.verdict.reset();
  }
  return table;
}

/// The example with an override: no verdicts.
inline ResultTable modified_table() {
  ResultTable table = stand_in_table();
  table.head.stand_in = false;
  table.head.modified = "dataset.smoothing=2";
  return table;
}

/// Its rows of CSV, without the header.
inline std::string csv_rows_of(const ResultTable& table) {
  NumberSet numbers;
  add_numbers(table, {}, {"", "", "", "", "", "t"}, "toy", numbers);
  const std::string text = csv_text(numbers);
  return text.substr(text.find('\n') + 1);
}

}  // namespace preimage::suite::results
