#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark_data.hpp"
#include "experiments/benchmarks/fashion_setup.hpp"
#include "experiments/benchmarks/landmark_fit.hpp"
#include "experiments/benchmarks/own_process.hpp"
#include "experiments/benchmarks/scaling_work.hpp"
#include "experiments/fashion_mnist/fashion_images.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "suite/data/npy.hpp"

namespace preimage::experiments::benchmarks {

namespace {

constexpr const char* kExact = "kernel-ridge";
constexpr const char* kOnLandmarks = "landmarks";
constexpr const char* kLetters = "letters";  // of `bench ridge-scale`
constexpr long kScalingTest = 1000, kScalingLandmarks = 1000;
constexpr double kScalingRidge = 0.1;

/// Rows of bytes in ten heaps, where there are no images.
fashion_mnist::FashionImages drawn_rows(std::size_t count) {
  constexpr arma::uword kWidth = 784;
  constexpr double kSpread = 38.0;
  base::Random random(base::derive_seed({"scaling bench"}));
  arma::mat centres(fashion_mnist::kGarments.size(), kWidth);
  centres.imbue([&] { return random.below(2) == 0 ? 0.0 : 128.0; });
  fashion_mnist::FashionImages rows{arma::mat(count, kWidth), {}};
  for (arma::uword i = 0; i < count; ++i) {
    const std::size_t heap = random.below(centres.n_rows);
    rows.labels.push_back(static_cast<int>(heap));
    for (arma::uword c = 0; c < kWidth; ++c)
      rows.pixels(i, c) = std::round(std::clamp(centres(heap, c) + kSpread * random.gaussian(), 0.0, 255.0));
  }
  return rows;
}

/// n rows to train on, the last kScalingTest to predict for, and classes as centred columns of 0 and 1.
void write_rows(const fashion_mnist::FashionImages& rows, long n, const arma::rowvec& settings,
                const std::filesystem::path& folder) {
  const auto size = static_cast<arma::uword>(n);
  arma::mat targets(size, fashion_mnist::kGarments.size(), arma::fill::zeros);
  for (arma::uword i = 0; i < size; ++i) targets(i, static_cast<arma::uword>(rows.labels[i])) = 1.0;
  targets.each_row() -= arma::rowvec(arma::mean(targets, 0));
  write_regression(folder, rows.pixels.head_rows(size), rows.pixels.tail_rows(kScalingTest), targets,
                   settings);
}

ScalingWork exact_work(const std::shared_ptr<const fashion_mnist::FashionImages>& rows,
                       const std::vector<long>& n) {
  const auto whole = [](double share) {
    return [share](double size) { return share * sizeof(double) * size * size; };
  };
  ScalingWork work{kExact, "", "training samples", n, 1e-6, {}, {}};
  work.title = fmt::format(
      "kernel ridge regression, Gaussian kernel: fit to n rows of 784 and 10 outputs, predictions for {}",
      kScalingTest);
  work.write_inputs = [rows](long size, const std::filesystem::path& folder) {
    write_rows(*rows, size, {kFashionSigma, kScalingRidge}, folder);
  };
  work.contenders = {
      {"preimage", "", "", whole(0.6)},
      {"sklearn KernelRidge", "scaling_kernel_ridge.py", "sklearn", whole(3.0)},
      {"SciPy Cholesky", "scaling_cholesky.py", "scipy", whole(2.0)},
      {"SciPy, single, refined", "scaling_cholesky_single.py", "scipy", whole(2.0)},
      {"KernelRidge, single, refined", "scaling_kernel_ridge_single.py", "sklearn", whole(3.5)}};
  return work;
}

ScalingWork landmark_work(const std::shared_ptr<const fashion_mnist::FashionImages>& rows,
                          const std::vector<long>& n) {
  ScalingWork work{kOnLandmarks, "", "training samples", n, 1e-5, {}, {}};
  work.title = fmt::format("the same on the first {} rows as landmarks", kScalingLandmarks);
  std::erase_if(work.n, [](long size) { return size < kScalingLandmarks; });
  work.write_inputs = [rows](long size, const std::filesystem::path& folder) {
    write_rows(*rows, size, {kFashionSigma, kScalingRidge, static_cast<double>(kScalingLandmarks)}, folder);
  };
  work.contenders = {{"preimage, 1,000 landmarks", "", ""},
                     {"sklearn Nystroem + Ridge", "scaling_nystroem.py", "sklearn"}};
  return work;
}

/// As a model of the program computes it: half of the Gram matrix, in panels.
/// bandwidths  one, of a Gaussian of the kernel's distances; none: the kernel itself
arma::mat fit_and_predict(const arma::mat& train, const arma::mat& test, const arma::mat& targets,
                          const std::shared_ptr<const kernels::Kernel<kernels::Vectors>>& kernel,
                          const kernels::BandwidthGrid& bandwidths, double ridge) {
  const auto points_of = [&](const arma::mat& samples) {
    return kernels::Points::by_block<kernels::Vectors>(kernel,
                                                       std::make_shared<const kernels::Vectors>(samples));
  };
  const kernels::Points known = points_of(train);
  const arma::mat alpha =
      regression::fit_ridge(bandwidths.gram(known, known, 0), targets, ridge).coefficients;
  return regression::predict_by_blocks(bandwidths.gram(points_of(test), known, 0), alpha);
}

arma::mat fit_on_landmarks(const arma::mat& train, const arma::mat& test, const arma::mat& targets,
                           const arma::vec& settings) {
  const arma::mat landmarks = train.head_rows(static_cast<arma::uword>(settings(2)));
  const LandmarkFit fit = fit_landmarks(landmarks, train, targets, settings(0), {settings(1)});
  return predict(fit, 0, test, settings(0));
}

}  // namespace

void write_regression(const std::filesystem::path& folder, const arma::mat& train, const arma::mat& test,
                      const arma::mat& targets, const arma::rowvec& settings) {
  suite::data::write_npy(folder / "train.npy", train);
  suite::data::write_npy(folder / "test.npy", test);
  suite::data::write_npy(folder / "targets.npy", targets);
  suite::data::write_npy(folder / "settings.npy", settings);
}

std::vector<long> doubled_sizes(long largest) {
  constexpr long kSmallest = 250, kAll = 60000;
  std::vector<long> sizes;
  for (long n = kSmallest; n <= std::min(largest, kAll); n *= 2) sizes.push_back(n);
  if (largest >= kAll) sizes.push_back(kAll);
  return sizes;
}

ScalingPanel vector_scaling(const std::vector<long>& n, std::ostream& out) {
  const auto largest = static_cast<std::size_t>(n.back());
  auto [rows, source] = real_data_or_stand_in(
      "Fashion-MNIST", "ten heaps of drawn rows", [&](const suite::data::DataSource& data) {
        if (data.stand_in) return drawn_rows(largest + kScalingTest);
        return fashion_mnist::load_fashion_images(data,
                                                  {.train = largest, .test = kScalingTest, .as_bytes = true});
      });
  out << "rows: " << source << "\n";
  const auto shared = std::make_shared<const fashion_mnist::FashionImages>(std::move(rows));
  ScalingPanel panel{"Kernel ridge regression by training samples", {exact_work(shared, n)}};
  if (ScalingWork work = landmark_work(shared, n); !work.n.empty()) panel.works.push_back(std::move(work));
  return panel;
}

std::function<arma::mat()> own_vector_work(const std::string& name, const std::filesystem::path& folder) {
  if (name != kExact && name != kOnLandmarks && name != kLetters) return {};
  const arma::mat train = read_input(folder, "train"), test = read_input(folder, "test"),
                  targets = read_input(folder, "targets");
  const arma::vec settings = arma::vectorise(read_input(folder, "settings"));
  if (name == kOnLandmarks) return [=] { return fit_on_landmarks(train, test, targets, settings); };
  std::shared_ptr<const kernels::Kernel<kernels::Vectors>> kernel =
      std::make_shared<const kernels::LinearKernel>();
  kernels::BandwidthGrid bandwidths;
  if (name == kLetters) {
    kernel = std::make_shared<const kernels::PolynomialKernel>(std::lround(settings(0)), settings(1));
  } else {
    bandwidths = kernels::BandwidthGrid({settings(0)});
  }
  return [=, ridge = settings.back()] {
    return fit_and_predict(train, test, targets, kernel, bandwidths, ridge);
  };
}

}  // namespace preimage::experiments::benchmarks
