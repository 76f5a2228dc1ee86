#include "experiments/benchmarks/localization_setup.hpp"

#include <utility>

#include "experiments/benchmarks/benchmark_data.hpp"
#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

using namespace car_localization;

using experiments::car_localization::BoxHistogram;

namespace {

// Words as in jkse_figure1.yaml's reading `small`.
constexpr const char* kData = "{dataset: {name: uiuc_cars}}";

}  // namespace

std::vector<samples::Box> boxes_of(const Cars& cars,
                                   const experiments::car_localization::LocalizationImage& sample,
                                   const experiments::car_localization::ScanOptions& scan) {
  const samples::Box& window = cars.images->window;
  return experiments::car_localization::sliding_boxes(sample.image, window.width, window.height, scan.step,
                                                      scan.outside);
}

LocalizationSetup make_localization_setup() {
  const config::Value value = config::parse_value(kData, "localization");
  const CarOptions options = parse_cars(config::Reader(value));
  const auto load = [&](const data::DataSource& source) { return load_cars(source, options); };
  LocalizationSetup setup;
  auto [cars, source] = real_data_or_stand_in("UIUC cars", "car_scenes", load);
  setup.cars = std::move(cars);
  setup.source = std::move(source);
  const samples::SampleSet all(setup.cars.boxes.size());
  const samples::DataSet data{all.with(experiments::car_localization::all_images(setup.cars.images, 1)),
                              all.with(setup.cars.boxes)};
  const auto train = arma::regspace<arma::uvec>(0, setup.cars.n_train - 1);
  setup.pairs = experiments::car_localization::training_pairs(data.subset(train), 0.0, setup.scan.outside);
  const experiments::car_localization::ImageRegions regions =
      experiments::car_localization::regions_of(*setup.cars.images, setup.pairs);
  setup.shares = experiments::car_localization::box_histograms(regions, BoxHistogram::shares);
  setup.share_columns = setup.shares.t();
  setup.count_columns = experiments::car_localization::box_histograms(regions, BoxHistogram::counts).t();
  const auto n = static_cast<double>(setup.pairs.size());
  setup.coefficients = arma::vec(setup.pairs.size(), arma::fill::value(1.0 / n));
  setup.weights = setup.count_columns * setup.coefficients;
  for (std::size_t sample = setup.cars.n_train; sample < setup.samples().size(); ++sample) {
    for (const samples::Box& box : boxes_of(setup.cars, setup.samples()[sample], setup.scan))
      setup.windows.push_back({sample, box});
  }
  return setup;
}

}  // namespace preimage::experiments::benchmarks
