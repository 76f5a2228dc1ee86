#include "experiments/benchmarks/fashion_setup.hpp"

#include <ostream>

#include <fmt/format.h>

#include "experiments/fashion_mnist/fashion_images.hpp"
#include "suite/study/options.hpp"

namespace preimage::experiments::benchmarks {

FashionSetup fashion_setup(std::ostream& out) {
  const suite::data::DataSource source = suite::data::make_data_source(std::nullopt, false);
  fashion_mnist::FashionImages images = fashion_mnist::load_fashion_images(source, {.as_bytes = true});
  FashionSetup setup;
  const arma::uword n = fashion_mnist::kTrainImages, all = images.pixels.n_rows;
  setup.train = images.pixels.head_rows(n);
  setup.test = images.pixels.tail_rows(all - n);
  setup.targets.zeros(n, fashion_mnist::kGarments.size());
  for (arma::uword i = 0; i < n; ++i) setup.targets(i, static_cast<arma::uword>(images.labels[i])) = 1.0;
  setup.mean = arma::mean(setup.targets, 0);
  setup.targets.each_row() -= setup.mean;
  setup.test_labels.assign(images.labels.begin() + static_cast<std::ptrdiff_t>(n), images.labels.end());
  out << fmt::format("Fashion-MNIST: {} images of {} pixels to train, {} to test\n", n, setup.train.n_cols,
                     setup.test.n_rows);
  return setup;
}

double accuracy_of(const FashionSetup& setup, const arma::mat& predicted) {
  const arma::uvec classes = arma::index_max(predicted.each_row() + setup.mean, 1);
  std::size_t right = 0;
  for (arma::uword i = 0; i < classes.n_elem; ++i)
    right += static_cast<int>(classes(i)) == setup.test_labels[i] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(classes.n_elem);
}

}  // namespace preimage::experiments::benchmarks
