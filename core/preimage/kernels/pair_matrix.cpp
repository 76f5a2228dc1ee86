#include "preimage/kernels/pair_matrix.hpp"

#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/gather.hpp"

namespace preimage::kernels {

PairMatrix PairMatrix::held(arma::mat values) {
  if (!values.is_square()) {
    throw NumericalError(
        fmt::format("Gram matrix: {} x {}, expected a square matrix", values.n_rows, values.n_cols));
  }
  const auto shared = std::make_shared<const arma::mat>(std::move(values));
  return by_block(shared->diag(), [shared](const arma::uvec& rows, const arma::uvec& columns) {
    return linalg::gathered(*shared, rows, columns);
  });
}

PairMatrix PairMatrix::by_block(arma::vec diagonal, Block block) {
  PairMatrix matrix;
  matrix.diagonal_ = std::move(diagonal);
  matrix.block_ = std::move(block);
  return matrix;
}

PairMatrix PairMatrix::on_demand(arma::vec diagonal, std::function<arma::mat()> whole) {
  const auto values = std::make_shared<arma::mat>();
  return by_block(std::move(diagonal), [values, whole](const arma::uvec& rows, const arma::uvec& columns) {
    if (values->is_empty()) *values = whole();
    return linalg::gathered(*values, rows, columns);
  });
}

PairMatrix PairMatrix::with_lost_digits(std::function<arma::uvec()> lost) const {
  PairMatrix matrix = *this;
  matrix.lost_digits_ = std::move(lost);
  return matrix;
}

std::optional<arma::uvec> PairMatrix::lost_digits() const {
  if (!lost_digits_) return std::nullopt;
  return lost_digits_();
}

PairMatrix PairMatrix::with_held(const arma::uvec& samples) const {
  const arma::uword outside = samples.n_elem;
  arma::uvec position(size(), arma::fill::value(outside));
  for (arma::uword i = 0; i < samples.n_elem; ++i) position(samples(i)) = i;
  const auto values = std::make_shared<arma::mat>();
  PairMatrix matrix = *this;
  matrix.block_ = [=, block = block_](const arma::uvec& rows, const arma::uvec& columns) {
    const arma::uvec r = position.elem(rows), c = position.elem(columns);
    if (arma::any(r == outside) || arma::any(c == outside)) return block(rows, columns);
    if (values->is_empty()) *values = block(samples, samples);
    return linalg::gathered(*values, r, c);
  };
  return matrix;
}

arma::mat PairMatrix::submat(const arma::uvec& rows, const arma::uvec& columns) const {
  if (!block_) throw std::invalid_argument("a learner asks for a kernel that this experiment does not have");
  ++*looks_;
  if (rows.is_empty() || columns.is_empty()) return arma::mat(rows.n_elem, columns.n_elem);
  return block_(rows, columns);
}

double PairMatrix::operator()(arma::uword row, arma::uword column) const {
  return arma::as_scalar(submat(arma::uvec{row}, arma::uvec{column}));
}

arma::mat PairMatrix::all() const {
  if (size() == 0) return {};
  arma::uvec samples(size());
  std::iota(samples.begin(), samples.end(), arma::uword{0});
  return submat(samples, samples);
}

}  // namespace preimage::kernels
