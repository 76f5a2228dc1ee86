#include "preimage/kernels/gram.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/gather.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::kernels {

struct Gram::State {
  Source source;

  arma::vec diagonal() const {
    if (source.diagonal) return source.diagonal();
    arma::vec values(source.n_rows);
    for (arma::uword i = 0; i < values.n_elem; ++i)
      values(i) = arma::as_scalar(source.values(arma::uvec{i}, arma::uvec{i}));
    return values;
  }
  arma::mat squared_distances(const arma::uvec& rows, const arma::uvec& columns) const {
    if (source.squared_distances) return source.squared_distances(rows, columns);
    if (source.n_rows != source.n_columns)
      throw std::invalid_argument("squared distances of kernel values without norms");
    const arma::vec norms = diagonal();
    return kernels::squared_distances(source.values(rows, columns), norms.elem(rows), norms.elem(columns));
  }
};

namespace {

arma::mat of_shape(arma::mat block, const arma::uvec& rows, const arma::uvec& columns) {
  if (block.n_rows == rows.n_elem && block.n_cols == columns.n_elem) return block;
  throw NumericalError(fmt::format("Gram matrix: a block is {} x {}, expected {} x {}", block.n_rows,
                                   block.n_cols, rows.n_elem, columns.n_elem));
}

arma::uvec first_numbers(arma::uword n) {
  return n == 0 ? arma::uvec() : arma::regspace<arma::uvec>(0, n - 1);
}

arma::uvec numbers_of(const arma::span& span) {
  return arma::regspace<arma::uvec>(span.a, span.b);
}

/// Squared distances become Gaussians in their place; of exactly symmetric ones the lower triangle is read
/// and mirrored.
arma::mat gaussian_of(arma::mat values, double sigma) {
  const bool is_mirrored = linalg::is_exactly_symmetric(values);
  for (arma::uword j = 0; j < values.n_cols; ++j) {
    const arma::uword first = is_mirrored ? j : 0;
    linalg::gaussian_in_place(values.colptr(j) + first, values.n_rows - first, sigma);
  }
  if (is_mirrored) linalg::mirror_lower(values);
  return values;
}

Gram::Source source_of(arma::mat values) {
  const auto held = std::make_shared<const arma::mat>(std::move(values));
  Gram::Source source;
  source.n_rows = held->n_rows;
  source.n_columns = held->n_cols;
  source.values = [held](const arma::uvec& rows, const arma::uvec& columns) {
    return linalg::gathered(*held, rows, columns);
  };
  if (held->is_square()) source.diagonal = [held] { return arma::vec(held->diag()); };
  return source;
}

}  // namespace

Gram::Gram(Source source) : n_rows_(source.n_rows), n_columns_(source.n_columns) {
  auto state = std::make_shared<State>();
  state->source = std::move(source);
  state_ = std::move(state);
}

Gram::Gram(arma::mat values) : Gram(source_of(std::move(values))) {}

const Gram::State& Gram::state() const {
  if (state_ == nullptr) fail_without_kernel();
  return *state_;
}

arma::uvec Gram::all_rows() const {
  return rows_ ? *rows_ : first_numbers(n_rows_);
}

arma::uvec Gram::all_columns() const {
  return columns_ ? *columns_ : first_numbers(n_columns_);
}

void fail_without_kernel() {
  throw std::invalid_argument("no kernel was given for these samples");
}

void require_gram_memory(arma::uword rows, arma::uword columns) {
  base::require_memory(sizeof(double) * std::uint64_t{rows} * columns,
                       fmt::format("kernel values between {} and {} samples", rows, columns));
}

arma::mat Gram::block(const arma::uvec& rows, const arma::uvec& columns) const {
  const State& from = state();
  if (rows.is_empty() || columns.is_empty()) return arma::mat(rows.n_elem, columns.n_elem);
  require_gram_memory(rows.n_elem, columns.n_elem);
  return of_shape(from.source.values(rows_ ? arma::uvec(rows_->elem(rows)) : rows,
                                     columns_ ? arma::uvec(columns_->elem(columns)) : columns),
                  rows, columns);
}

arma::mat Gram::block(const arma::span& rows, const arma::span& columns) const {
  return block(numbers_of(rows), numbers_of(columns));
}

arma::mat Gram::squared_distances(const arma::uvec& rows, const arma::uvec& columns) const {
  const State& from = state();
  if (rows.is_empty() || columns.is_empty()) return arma::mat(rows.n_elem, columns.n_elem);
  require_gram_memory(rows.n_elem, columns.n_elem);
  return of_shape(from.squared_distances(rows_ ? arma::uvec(rows_->elem(rows)) : rows,
                                         columns_ ? arma::uvec(columns_->elem(columns)) : columns),
                  rows, columns);
}

arma::mat Gram::all() const {
  return block(first_numbers(n_rows()), first_numbers(n_columns()));
}

arma::mat Gram::all_squared_distances() const {
  return squared_distances(first_numbers(n_rows()), first_numbers(n_columns()));
}

arma::vec Gram::diagonal() const {
  const arma::uvec rows = all_rows(), columns = all_columns();
  if (n_rows_ != n_columns_ || rows.n_elem != columns.n_elem || !arma::all(rows == columns))
    throw std::invalid_argument("the diagonal of kernel values between different samples");
  return state().diagonal().elem(rows);
}

Gram Gram::subset(const arma::uvec& rows, const arma::uvec& columns) const {
  Gram result = *this;
  result.rows_ = rows_ ? arma::uvec(rows_->elem(rows)) : rows;
  result.columns_ = columns_ ? arma::uvec(columns_->elem(columns)) : columns;
  return result;
}

Gram Gram::gaussian(double sigma) const {
  Source source;
  source.n_rows = n_rows();
  source.n_columns = n_columns();
  source.values = [distances = *this, sigma](const arma::uvec& rows, const arma::uvec& columns) {
    return gaussian_of(distances.squared_distances(rows, columns), sigma);
  };
  source.diagonal = [n = source.n_rows] { return arma::vec(n, arma::fill::ones); };
  return Gram(std::move(source));
}

Gram Gram::with_held_distances() const {
  Source source;
  source.n_rows = n_rows();
  source.n_columns = n_columns();
  source.values = [K = *this](const arma::uvec& rows, const arma::uvec& columns) {
    return K.block(rows, columns);
  };
  const base::Lazy<arma::mat> held([K = *this] { return K.all_squared_distances(); });
  source.squared_distances = [held](const arma::uvec& rows, const arma::uvec& columns) {
    return linalg::gathered(*held, rows, columns);
  };
  source.diagonal = [K = *this] { return K.diagonal(); };
  return Gram(std::move(source));
}

}  // namespace preimage::kernels
