// Samples as rows of a CSV file, and predictions from one: what a program of the user's reads and writes.
#pragma once

#include <armadillo>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "preimage/outputs/prediction.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::own_data {

/// A form of inputs and of outputs.
struct FileRows {
  std::vector<std::string> columns;
  /// Of the samples of the data, from 0. Numbers are in the shortest form that is read back as the same,
  /// categories and classes as in the user's file, label sets as there (labels between separators, or a
  /// column of 0 and 1 each), gaps empty. Nothing is scaled or filled.
  std::function<std::string(std::size_t sample, std::size_t column)> field;
  arma::uvec samples;
  std::shared_ptr<const std::vector<std::size_t>> numbers;  // Task::row of each sample of the data
  /// Of outputs: predictions from CSV text with the columns `row`, as above, and `prediction`, or,
  /// where outputs have several columns, these; of classes, if any, probability.CLASS. Rows have any order.
  /// numbers  of the samples that are predicted, from 0: each has one row
  /// throws   DataError "predictions:3: column 'row': ..."
  std::function<outputs::Prediction(const std::string& csv, const arma::uvec& numbers)> read = {};
};
inline std::size_t sample_count(const FileRows& rows) {
  return rows.samples.n_elem;
}
inline FileRows select(const FileRows& rows, const arma::uvec& positions) {
  return {rows.columns, rows.field, rows.samples.elem(positions), rows.numbers, rows.read};
}

/// Adds the form to both sides of a draw, but where outputs are known by their Gram matrix alone. Inputs that
/// are have no columns.
void add_file_rows(study::Task& task, const std::shared_ptr<const OwnData>& data);

}  // namespace preimage::suite::own_data
