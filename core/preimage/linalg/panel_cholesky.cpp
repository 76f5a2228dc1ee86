#include "preimage/linalg/panel_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/tiles.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::linalg {

namespace {

/// Sums of a few columns and rows of the matrix to the last bit: another matrix of the same name has others.
std::string sample_of(const SymmetricTiles& A) {
  const arma::uword n = A.size();
  constexpr arma::uword kFew = 512;
  const double first = arma::accu(*A.block(arma::span(0, std::min(n, kFew) - 1), arma::span(0, 0)));
  const double last = arma::accu(*A.block(arma::span(n - 1, n - 1), arma::span(0, std::min(n, kFew) - 1)));
  const double middle = arma::accu(*A.block(arma::span(n - n / 2 - 1, n - 1), arma::span(n / 3, n / 3)));
  return fmt::format("{:a} {:a} {:a}", first, middle, last);
}

/// Gives finished panels to the keeper, one at a time, while others are computed.
class PanelWriter {
 public:
  explicit PanelWriter(PanelKeeper* keeper) : keeper_(keeper) {}
  PanelWriter(const PanelWriter&) = delete;
  PanelWriter& operator=(const PanelWriter&) = delete;
  ~PanelWriter() { join(); }

  /// In a thread of its own, or at once where the system gives none.
  void put(std::size_t panel, std::span<const std::byte> values) {
    if (keeper_ == nullptr) return;
    wait();
    const auto give = [this, panel, values] { keeper_->put(panel, values); };
    try {
      thread_ = std::thread([this, give] {
        try {
          give();
        } catch (...) {
          error_ = std::current_exception();
        }
      });
    } catch (const std::system_error&) {
      give();
    }
  }
  /// throws  what the keeper has thrown
  void wait() {
    join();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  void join() {
    if (thread_.joinable()) thread_.join();
  }

  PanelKeeper* keeper_;
  std::thread thread_;
  std::exception_ptr error_;
};

}  // namespace

std::uint64_t panel_numbers(arma::uword n, arma::uword width) {
  std::uint64_t numbers = 0;
  for (arma::uword begin = 0; begin < n; begin += width) numbers += (n - begin) * std::min(width, n - begin);
  return numbers;
}

std::uint64_t panel_bytes(arma::uword n, arma::uword width) {
  return panel_numbers(n, width) * sizeof(double);
}

template <class Number>
PanelCholeskyOf<Number>::PanelCholeskyOf(const SymmetricTiles& A, const PanelOptions& options)
    : n_(A.size()), what_(A.what()) {
  factorise(A, options);
  rcond_ = certain_condition(A, options.least_eigenvalue);
}

template <class Number>
void PanelCholeskyOf<Number>::factorise(const SymmetricTiles& A, const PanelOptions& options) {
  const base::FlushSubnormals flushed;
  const arma::uword width = A.options().width;
  if (options.keeper != nullptr) {
    options.keeper->begin(fmt::format("n {} width {} rows {} bytes {} {}", n_, width, A.options().rows,
                                      sizeof(Number), sample_of(A) + " " + options.matrix_words),
                          panel_numbers(n_, width) * sizeof(Number));
  }
  const std::size_t count = (n_ + width - 1) / width;
  panels_.reserve(count);  // growing would copy them
  PanelWriter writer(options.keeper);
  for (std::size_t p = 0; p < count; ++p) {
    const arma::uword begin = p * width, columns = std::min(width, n_ - begin);
    Panel panel(begin, n_, columns);
    const std::span<Number> numbers(panel.values.memptr(), panel.values.n_elem);
    const bool is_kept =
        options.keeper != nullptr && options.keeper->take(p, std::as_writable_bytes(numbers));
    if (!is_kept) compute(panel, A);
    panels_.push_back(std::move(panel));
    if (!is_kept) writer.put(p, std::as_bytes(numbers));
  }
  writer.wait();
}

/// By the finished panels.
template <class Number>
void PanelCholeskyOf<Number>::compute(Panel& panel, const SymmetricTiles& A) const {
  const arma::uword columns = panel.values.n_cols, height = panel.values.n_rows;
  const std::vector<arma::span> tiles = A.tiles(A.panel(panel.begin));
  const std::size_t threads = A.options().threads;
  base::for_each_tile(tiles.size(), threads, [&](std::size_t t) { fill_and_reduce(panel, tiles[t], A); });
  Number* values = panel.values.memptr();
  if (!factorise_lower(columns, WritableBlockOf<Number>{values, height})) fail_not_regular(what_);
  base::for_each_tile(tiles.size() - 1, threads, [&](std::size_t t) {
    const base::FlushSubnormals flushed;
    const arma::span& rows = tiles[t + 1];
    solve_transposed_right(rows.b - rows.a + 1, columns, {values, height},
                           {values + (rows.a - panel.begin), height});
  });
}

template <class Number>
void PanelCholeskyOf<Number>::fill_and_reduce(Panel& panel, const arma::span& rows,
                                              const SymmetricTiles& A) const {
  const base::FlushSubnormals flushed;
  const arma::uword columns = panel.values.n_cols, n_rows = rows.b - rows.a + 1;
  const arma::uword row = rows.a - panel.begin;
  const std::shared_ptr<const arma::mat> filled = A.block(rows, A.panel(panel.begin));
  Number zero = 0;  // unless an entry is not finite
  for (arma::uword j = 0; j < columns; ++j) {
    Number* column = panel.values.colptr(j) + row;
    std::transform(filled->begin_col(j), filled->end_col(j), column,
                   [](double value) { return static_cast<Number>(value); });
    for (arma::uword i = 0; i < n_rows; ++i) zero += Number{0} * column[i];
  }
  if (zero != 0) throw NumericalError(what_ + ": an entry is not a finite number");
  const WritableBlockOf<Number> tile{panel.values.memptr() + row, panel.values.n_rows};
  for (const Panel& done : panels_) {
    const arma::uword height = done.values.n_rows, width = done.values.n_cols;
    const ConstBlockOf<Number> of_rows{done.values.memptr() + (rows.a - done.begin), height};
    const ConstBlockOf<Number> of_columns{done.values.memptr() + (panel.begin - done.begin), height};
    if (row == 0) {
      subtract_square(columns, width, of_rows, tile);
    } else {
      add_product({n_rows, columns, width}, Number{-1}, of_rows, Transposed::no, of_columns, Transposed::yes,
                  tile);
    }
  }
}

template <class Number>
arma::Mat<Number> PanelCholeskyOf<Number>::solve(arma::Mat<Number> B) const {
  if (!B.is_finite()) require_finite(arma::conv_to<arma::mat>::from(B), what_ + " (right-hand side)");
  if (B.n_rows != n_)
    throw NumericalError(fmt::format("{}: {} x {} with {} right-hand rows", what_, n_, n_, B.n_rows));
  const base::FlushSubnormals flushed;
  forward(B);
  backward(B);
  return B;
}

/// B = L^-1 B
template <class Number>
void PanelCholeskyOf<Number>::forward(arma::Mat<Number>& B) const {
  for (const Panel& panel : panels_) {
    const arma::Mat<Number>& values = panel.values;
    const arma::uword columns = values.n_cols, height = values.n_rows;
    const WritableBlockOf<Number> own{B.memptr() + panel.begin, n_};
    solve_left(columns, B.n_cols, {values.memptr(), height}, Transposed::no, own);
    add_product({height - columns, B.n_cols, columns}, Number{-1}, {values.memptr() + columns, height},
                Transposed::no, own, Transposed::no, {own.first + columns, n_});
  }
}

/// B = L'^-1 B
template <class Number>
void PanelCholeskyOf<Number>::backward(arma::Mat<Number>& B) const {
  for (auto panel = panels_.rbegin(); panel != panels_.rend(); ++panel) {
    const arma::Mat<Number>& values = panel->values;
    const arma::uword columns = values.n_cols, height = values.n_rows;
    const WritableBlockOf<Number> own{B.memptr() + panel->begin, n_};
    add_product({columns, B.n_cols, height - columns}, Number{-1}, {values.memptr() + columns, height},
                Transposed::yes, {own.first + columns, n_}, Transposed::no, own);
    solve_left(columns, B.n_cols, {values.memptr(), height}, Transposed::yes, own);
  }
}

// Whether a factorised matrix is regular to working precision.

template <class Number>
double PanelCholeskyOf<Number>::certain_condition(const SymmetricTiles& A, double least_eigenvalue) const {
  const base::FlushSubnormals flushed;
  const arma::vec root_diagonal = arma::sqrt(diagonal());
  const auto scaled = [&] { return ScaledMatrix{root_diagonal, scaled_norm(root_diagonal, A)}; };
  const auto solved = [&](const arma::vec& x) -> arma::vec {
    return arma::conv_to<arma::vec>::from(solve(arma::conv_to<arma::Mat<Number>>::from(x)));
  };
  return regular_condition(
      {n_, std::pow(root_diagonal.max(), 2), smallest_pivot(), least_eigenvalue, scaled, solved}, what_);
}

/// |S A S|_1 (condition.hpp). The factor does not tell how large A's entries are without n^3 / 3 flops: they
/// are asked for again.
template <class Number>
double PanelCholeskyOf<Number>::scaled_norm(const arma::vec& root_diagonal, const SymmetricTiles& A) const {
  const arma::vec inverse = 1.0 / root_diagonal;
  arma::vec sums(n_, arma::fill::zeros);
  for (const Panel& panel : panels_) {
    const arma::span columns = A.panel(panel.begin);
    const std::vector<arma::span> tiles = A.tiles(columns);
    std::vector<arma::vec> of_rows(tiles.size()), of_columns(tiles.size());
    base::for_each_tile(tiles.size(), A.options().threads, [&](std::size_t t) {
      arma::mat sizes = arma::abs(*A.block(tiles[t], columns));
      if (t == 0) sizes = arma::symmatl(sizes);
      sizes.each_col() %= inverse(tiles[t]);
      sizes.each_row() %= inverse(columns).t();
      of_rows[t] = arma::sum(sizes, 1);
      of_columns[t] = arma::sum(sizes, 0).t();
    });
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      sums(tiles[t]) += of_rows[t];
      if (t > 0) sums(columns) += of_columns[t];
    }
  }
  return sums.max();
}

template <class Number>
double PanelCholeskyOf<Number>::smallest_pivot() const {
  double smallest = arma::datum::inf;
  for (const Panel& panel : panels_) {
    for (arma::uword i = 0; i < panel.values.n_cols; ++i)
      smallest = std::min(smallest, std::pow(static_cast<double>(panel.values.at(i, i)), 2));
  }
  return smallest;
}

template <class Number>
arma::vec PanelCholeskyOf<Number>::diagonal() const {
  arma::vec sums(n_, arma::fill::zeros);
  for (const Panel& panel : panels_) {
    for (arma::uword j = 0; j < panel.values.n_cols; ++j) {
      const Number* column = panel.values.colptr(j);
      double* sum = sums.memptr() + panel.begin;
      for (arma::uword i = j; i < panel.values.n_rows; ++i)
        sum[i] += static_cast<double>(column[i]) * static_cast<double>(column[i]);
    }
  }
  return sums;
}

template class PanelCholeskyOf<double>;
template class PanelCholeskyOf<float>;

}  // namespace preimage::linalg
