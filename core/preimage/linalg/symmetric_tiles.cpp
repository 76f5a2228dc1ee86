#include "preimage/linalg/symmetric_tiles.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/tiles.hpp"
#include "preimage/linalg/block_blas.hpp"

namespace preimage::linalg {

SymmetricTiles::SymmetricTiles(arma::uword n, SymmetricBlock block, const TileOptions& options,
                               std::string what)
    : n_(n), block_(std::move(block)), options_(options), what_(std::move(what)) {
  if (n == 0 || options.width == 0 || options.rows == 0 || options.threads == 0)
    throw std::invalid_argument(what_ + ": panels need samples, columns, rows and a thread");
  if (!options_.holds) return;
  for (arma::uword begin = 0; begin < n_; begin += options_.width) {
    const arma::span columns = panel(begin);
    for (const arma::span& rows : tiles(columns))
      held_.try_emplace({rows.a, rows.b, columns.a, columns.b}, rows.b - rows.a + 1, columns.b - begin + 1);
  }
}

arma::span SymmetricTiles::panel(arma::uword begin) const {
  return arma::span(begin, std::min(begin + options_.width, n_) - 1);
}

std::vector<arma::span> SymmetricTiles::tiles(const arma::span& panel) const {
  std::vector<arma::span> tiles = {panel};
  for (arma::uword row = panel.b + 1, height = 0; row < n_; row += height) {
    height = n_ - row > 2 * options_.rows ? options_.rows : std::max(options_.rows / 4, arma::uword{1});
    tiles.emplace_back(row, std::min(row + height, n_) - 1);
  }
  return tiles;
}

std::shared_ptr<const arma::mat> SymmetricTiles::block(const arma::span& rows,
                                                       const arma::span& columns) const {
  const auto held = held_.find({rows.a, rows.b, columns.a, columns.b});
  if (held == held_.end()) return std::make_shared<const arma::mat>(computed(rows, columns));
  HeldTile& tile = held->second;
  std::call_once(tile.asked, [&] {
    const arma::mat values = computed(rows, columns);
    std::copy(values.begin(), values.end(), tile.values.begin());  // into its own memory
  });
  return {std::shared_ptr<void>(), &tile.values};
}

arma::mat SymmetricTiles::computed(const arma::span& rows, const arma::span& columns) const {
  arma::mat values = block_(rows, columns);
  const arma::uword n_rows = rows.b - rows.a + 1, n_columns = columns.b - columns.a + 1;
  if (values.n_rows != n_rows || values.n_cols != n_columns)
    throw NumericalError(fmt::format("{}: a block is {} x {}, expected {} x {}", what_, values.n_rows,
                                     values.n_cols, n_rows, n_columns));
  return values;
}

arma::mat SymmetricTiles::times(const arma::mat& X) const {
  const arma::uword q = X.n_cols;
  arma::mat product(n_, q, arma::fill::zeros);
  for (arma::uword begin = 0; begin < n_; begin += options_.width) {
    const arma::span columns = panel(begin);
    const arma::uword width = columns.b - begin + 1;
    const std::vector<arma::span> rows = tiles(columns);
    std::vector<arma::mat> of_columns(rows.size());
    base::for_each_tile(rows.size(), options_.threads, [&](std::size_t t) {
      const base::FlushSubnormals flushed;
      const std::shared_ptr<const arma::mat> A = block(rows[t], columns);
      of_columns[t].zeros(width, q);
      if (t == 0) {
        add_symmetric_product(width, q, {A->memptr(), width}, {X.memptr() + begin, n_},
                              {of_columns[t].memptr(), width});
        return;
      }
      add_products_of_both({A->n_rows, width, q}, {A->memptr(), A->n_rows}, {X.memptr() + begin, n_},
                           {product.memptr() + rows[t].a, n_}, {X.memptr() + rows[t].a, n_},
                           {of_columns[t].memptr(), width});
    });
    for (const arma::mat& part : of_columns) product.rows(columns) += part;
  }
  return product;
}

}  // namespace preimage::linalg
