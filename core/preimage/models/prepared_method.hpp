#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/models/column_transform.hpp"
#include "preimage/models/method.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/samples/table.hpp"

namespace preimage::models {

/// With a column's name behind it, a diagnostic of a prediction (outputs/prediction.hpp): 1 for each input
/// whose category in this column no training sample has. Absent where there is none.
inline const std::string kUnseenCategory = "unseen_category.";

/// A form of inputs: vectors that no method may see as they are, with the kernel of what it may see: of the
/// vectors, or of rows of a table, whose columns they are beside others. Inputs in this form have no points
/// and no vectors: there is nothing that was scaled by other samples than a model's own.
struct RawVectors {
  using KernelPtr = std::variant<std::shared_ptr<const kernels::Kernel<kernels::Vectors>>,
                                 std::shared_ptr<const kernels::Kernel<samples::Table>>>;
  arma::mat values;                                             // n x d, NaN where an entry is missing
  std::vector<std::pair<base::Parameters, KernelPtr>> kernels;  // one at least; methods choose among several
  ColumnOptions options;
  std::vector<Scale> scales =
      {};  // of each kernel, where they are chosen together; else options.scale of all
  std::vector<std::string> names = {};  // of the d columns, for kernels on rows of a table
  samples::Table others = {};           // its other columns, n rows, which are seen as they are
};
inline std::size_t sample_count(const RawVectors& raw) {
  return raw.values.n_rows;
}
inline RawVectors select(const RawVectors& raw, const arma::uvec& positions) {
  return {raw.values.rows(positions),   raw.kernels, raw.options, raw.scales, raw.names,
          select(raw.others, positions)};
}

/// The rows that kernels compare: columns of the same name, side by side, as one, and the others.
/// seen    the columns of `raw` as they are seen: widths[j] of column j, in its place
samples::Table table_of(const RawVectors& raw, const arma::mat& seen, const std::vector<arma::uword>& widths);

/// A form of outputs that are vectors: methods learn them brought to scale. Losses go on to see them as they
/// are.
struct RawOutputs {
  arma::mat values;  // n x d
  std::shared_ptr<const kernels::Kernel<kernels::Vectors>> kernel;
  outputs::Candidates candidates = outputs::Candidates::all;
  ColumnOptions options;
};
inline std::size_t sample_count(const RawOutputs& raw) {
  return raw.values.n_rows;
}
inline RawOutputs select(const RawOutputs& raw, const arma::uvec& positions) {
  return {raw.values.rows(positions), raw.kernel, raw.candidates, raw.options};
}

/// A method on samples that are prepared before: by the forms that they have.
///   RawVectors, RawOutputs   are brought to scale. What scales them is fitted to the training samples alone,
///                            of each inner fold, too, and is part of the model; new vectors that it predicts
///                            are scaled back
///   ShiftableImages          beside RawVectors: shifted copies of the training images come first, with the
///                            outputs of the images (virtual_examples.hpp); the images that it predicts are
///                            never shifted
/// Each training set has a Gram matrix of its own.
/// cost  that of the method, on as many samples as there are copies
MethodPtr prepared_method(std::shared_ptr<const Method> method);

}  // namespace preimage::models
