#include "preimage/linalg/panel_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/tiles.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::linalg {

namespace {

/// The tiles of a panel: its diagonal block, then `rows` rows each, and smaller ones at the end, so that
/// threads end together.
std::vector<arma::span> tiles_of(arma::uword begin, arma::uword columns, arma::uword n, arma::uword rows) {
  std::vector<arma::span> tiles = {arma::span(begin, begin + columns - 1)};
  for (arma::uword row = begin + columns, height = 0; row < n; row += height) {
    height = n - row > 2 * rows ? rows : std::max(rows / 4, arma::uword{1});
    tiles.emplace_back(row, std::min(row + height, n) - 1);
  }
  return tiles;
}

/// Sums of a few columns and rows of the matrix to the last bit: another matrix of the same name has others.
std::string sample_of(arma::uword n, const PanelCholesky::Block& block) {
  constexpr arma::uword kFew = 512;
  const double first = arma::accu(block(arma::span(0, std::min(n, kFew) - 1), arma::span(0, 0)));
  const double last = arma::accu(block(arma::span(n - 1, n - 1), arma::span(0, std::min(n, kFew) - 1)));
  const double middle = arma::accu(block(arma::span(n - n / 2 - 1, n - 1), arma::span(n / 3, n / 3)));
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
  void put(std::size_t panel, const arma::mat& values) {
    if (keeper_ == nullptr) return;
    wait();
    const auto give = [this, panel, &values] { keeper_->put(panel, values.memptr(), values.n_elem); };
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

std::uint64_t panel_bytes(arma::uword n, arma::uword width) {
  std::uint64_t numbers = 0;
  for (arma::uword begin = 0; begin < n; begin += width) numbers += (n - begin) * std::min(width, n - begin);
  return numbers * sizeof(double);
}

PanelCholesky::PanelCholesky(arma::uword n, const Block& block, const PanelOptions& options,
                             const std::string& what)
    : n_(n), what_(what) {
  if (n == 0 || options.width == 0 || options.rows == 0 || options.threads == 0)
    throw std::invalid_argument(what + ": panels need samples, columns, rows and a thread");
  factorise(block, options);
  rcond_ = certain_condition(block, options);
}

void PanelCholesky::factorise(const Block& block, const PanelOptions& options) {
  const base::FlushSubnormals flushed;
  if (options.keeper != nullptr) {
    options.keeper->begin(fmt::format("n {} width {} rows {} {}", n_, options.width, options.rows,
                                      sample_of(n_, block) + " " + options.matrix_words),
                          panel_bytes(n_, options.width));
  }
  const std::size_t count = (n_ + options.width - 1) / options.width;
  panels_.reserve(count);  // the writer holds on to them
  PanelWriter writer(options.keeper);
  for (std::size_t p = 0; p < count; ++p) {
    const arma::uword begin = p * options.width, columns = std::min(options.width, n_ - begin);
    Panel panel{begin, arma::mat(n_ - begin, columns, arma::fill::none)};
    const bool is_kept =
        options.keeper != nullptr && options.keeper->take(p, panel.values.memptr(), panel.values.n_elem);
    if (!is_kept) compute(panel, block, options);
    panels_.push_back(std::move(panel));
    if (!is_kept) writer.put(p, panels_.back().values);
  }
  writer.wait();
}

/// By the finished panels.
void PanelCholesky::compute(Panel& panel, const Block& block, const PanelOptions& options) const {
  const arma::uword columns = panel.values.n_cols, height = panel.values.n_rows;
  const std::vector<arma::span> tiles = tiles_of(panel.begin, columns, n_, options.rows);
  base::for_each_tile(tiles.size(), options.threads,
                      [&](std::size_t t) { fill_and_reduce(panel, tiles[t], block); });
  double* values = panel.values.memptr();
  if (!factorise_lower(columns, {values, height})) fail_not_regular(what_);
  base::for_each_tile(tiles.size() - 1, options.threads, [&](std::size_t t) {
    const base::FlushSubnormals flushed;
    const arma::span& rows = tiles[t + 1];
    solve_transposed_right(rows.b - rows.a + 1, columns, {values, height},
                           {values + (rows.a - panel.begin), height});
  });
}

void PanelCholesky::fill_and_reduce(Panel& panel, const arma::span& rows, const Block& block) const {
  const base::FlushSubnormals flushed;
  const arma::uword columns = panel.values.n_cols, n_rows = rows.b - rows.a + 1;
  const arma::uword row = rows.a - panel.begin;
  const arma::mat filled = block(rows, arma::span(panel.begin, panel.begin + columns - 1));
  if (filled.n_rows != n_rows || filled.n_cols != columns)
    throw NumericalError(fmt::format("{}: a block is {} x {}, expected {} x {}", what_, filled.n_rows,
                                     filled.n_cols, n_rows, columns));
  if (!filled.is_finite()) throw NumericalError(what_ + ": an entry is not a finite number");
  panel.values.rows(row, row + n_rows - 1) = filled;
  const WritableBlock tile{panel.values.memptr() + row, panel.values.n_rows};
  for (const auto& [begin, values] : panels_) {
    const arma::uword height = values.n_rows, width = values.n_cols;
    const ConstBlock of_rows{values.memptr() + (rows.a - begin), height};
    const ConstBlock of_columns{values.memptr() + (panel.begin - begin), height};
    if (row == 0) {
      subtract_square(columns, width, of_rows, tile);
    } else {
      add_product({n_rows, columns, width}, -1.0, of_rows, Transposed::no, of_columns, Transposed::yes, tile);
    }
  }
}

arma::mat PanelCholesky::solve(arma::mat B) const {
  require_finite(B, what_ + " (right-hand side)");
  if (B.n_rows != n_)
    throw NumericalError(fmt::format("{}: {} x {} with {} right-hand rows", what_, n_, n_, B.n_rows));
  const base::FlushSubnormals flushed;
  forward(B);
  backward(B);
  return B;
}

/// B = L^-1 B
void PanelCholesky::forward(arma::mat& B) const {
  for (const auto& [begin, values] : panels_) {
    const arma::uword columns = values.n_cols, height = values.n_rows;
    const WritableBlock own{B.memptr() + begin, n_};
    solve_left(columns, B.n_cols, {values.memptr(), height}, Transposed::no, own);
    add_product({height - columns, B.n_cols, columns}, -1.0, {values.memptr() + columns, height},
                Transposed::no, own, Transposed::no, {own.first + columns, n_});
  }
}

/// B = L'^-1 B
void PanelCholesky::backward(arma::mat& B) const {
  for (auto panel = panels_.rbegin(); panel != panels_.rend(); ++panel) {
    const arma::mat& values = panel->values;
    const arma::uword columns = values.n_cols, height = values.n_rows;
    const WritableBlock own{B.memptr() + panel->begin, n_};
    add_product({columns, B.n_cols, height - columns}, -1.0, {values.memptr() + columns, height},
                Transposed::yes, {own.first + columns, n_}, Transposed::no, own);
    solve_left(columns, B.n_cols, {values.memptr(), height}, Transposed::yes, own);
  }
}

// Whether a factorised matrix is regular to working precision.

double PanelCholesky::certain_condition(const Block& block, const PanelOptions& options) const {
  const base::FlushSubnormals flushed;
  const arma::vec root_diagonal = arma::sqrt(diagonal());
  const auto scaled = [&] { return ScaledMatrix{root_diagonal, scaled_norm(root_diagonal, block, options)}; };
  return regular_condition({n_, std::pow(root_diagonal.max(), 2), smallest_pivot(), options.least_eigenvalue,
                            scaled, [&](const arma::vec& x) -> arma::vec { return solve(x); }},
                           what_);
}

/// |S A S|_1 (condition.hpp). The factor does not tell how large A's entries are without n^3 / 3 flops: they
/// are asked for again.
double PanelCholesky::scaled_norm(const arma::vec& root_diagonal, const Block& block,
                                  const PanelOptions& options) const {
  const arma::vec inverse = 1.0 / root_diagonal;
  arma::vec sums(n_, arma::fill::zeros);
  for (const auto& [begin, values] : panels_) {
    const arma::span columns(begin, begin + values.n_cols - 1);
    const std::vector<arma::span> tiles = tiles_of(begin, values.n_cols, n_, options.rows);
    std::vector<arma::vec> of_rows(tiles.size()), of_columns(tiles.size());
    base::for_each_tile(tiles.size(), options.threads, [&](std::size_t t) {
      arma::mat sizes = arma::abs(block(tiles[t], columns));
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

double PanelCholesky::smallest_pivot() const {
  double smallest = arma::datum::inf;
  for (const Panel& panel : panels_) {
    for (arma::uword i = 0; i < panel.values.n_cols; ++i)
      smallest = std::min(smallest, panel.values.at(i, i) * panel.values.at(i, i));
  }
  return smallest;
}

arma::vec PanelCholesky::diagonal() const {
  arma::vec sums(n_, arma::fill::zeros);
  for (const auto& [begin, values] : panels_) {
    for (arma::uword j = 0; j < values.n_cols; ++j) {
      const double* column = values.colptr(j);
      double* sum = sums.memptr() + begin;
      for (arma::uword i = j; i < values.n_rows; ++i) sum[i] += column[i] * column[i];
    }
  }
  return sums;
}

}  // namespace preimage::linalg
