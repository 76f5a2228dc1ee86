#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark_data.hpp"
#include "experiments/benchmarks/own_process.hpp"
#include "experiments/benchmarks/scaling_work.hpp"
#include "experiments/car_localization/car_images.hpp"
#include "experiments/car_localization/chi_square_boxes.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"
#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"
#include "suite/data/npy.hpp"

namespace preimage::experiments::benchmarks {

namespace {

using namespace experiments::car_localization;

constexpr const char* kWindows = "windows";
constexpr long kWindowStep = 4;  // pixels
// Words as in jkse_figure1.yaml's reading `small`.
constexpr const char* kData = "{dataset: {name: uiuc_cars}}";

/// What windows are cut from, and what they are compared with.
struct WindowSetup {
  Cars cars;
  std::string source;
  arma::mat shares;  // of the training boxes, n x bins
  const std::vector<LocalizationImage>& samples() const { return cars.images->samples; }
};

WindowSetup make_window_setup() {
  const suite::config::Value value = suite::config::parse_value(kData, "scaling");
  const CarOptions options = parse_cars(suite::config::Reader(value));
  auto [cars, source] =
      real_data_or_stand_in("UIUC cars", "car_scenes",
                            [&](const suite::data::DataSource& data) { return load_cars(data, options); });
  ImageRegions regions;
  for (std::size_t i = 0; i < cars.n_train; ++i) {
    for (const samples::Box& box : cars.boxes[i]) regions.push_back({&cars.images->samples[i].words, box});
  }
  arma::mat shares = box_histograms(regions, BoxHistogram::shares);
  return {std::move(cars), std::move(source), std::move(shares)};
}

/// The words of `rows` x `columns` grid points, from as many test images side by side and one below the other as it takes.
arma::mat mosaic(const WindowSetup& setup, arma::uword rows, arma::uword columns) {
  std::vector<const WordMap*> maps;
  for (std::size_t i = setup.cars.n_train; i < setup.samples().size(); ++i)
    maps.push_back(&setup.samples()[i].words);
  std::size_t tile_rows = maps.front()->grid.rows, tile_columns = maps.front()->grid.columns;
  for (const WordMap* map : maps) {
    tile_rows = std::min(tile_rows, map->grid.rows);
    tile_columns = std::min(tile_columns, map->grid.columns);
  }
  const std::size_t across = (columns + tile_columns - 1) / tile_columns;
  arma::mat words(rows, columns);
  for (arma::uword r = 0; r < rows; ++r) {
    for (arma::uword c = 0; c < columns; ++c) {
      const WordMap& map = *maps[(r / tile_rows * across + c / tile_columns) % maps.size()];
      words(r, c) = map.words[r % tile_rows * map.grid.columns + c % tile_columns];
    }
  }
  return words;
}

/// As many windows as asked for, in as many rows as columns where that may be, and the words below them.
void write_windows(const WindowSetup& setup, long n, const std::filesystem::path& folder) {
  const samples::Box& window = setup.cars.images->window;
  const Grid grid = setup.samples().front().words.grid;
  long down = 1;
  for (long d = 1; d * d <= n; ++d) down = n % d == 0 ? d : down;
  const long across = n / down;
  arma::mat boxes(static_cast<arma::uword>(n), 4);
  for (long w = 0; w < n; ++w) {
    const long row = w / across, column = w % across;
    boxes.row(static_cast<arma::uword>(w)) =
        arma::rowvec({static_cast<double>(column * kWindowStep), static_cast<double>(row * kWindowStep),
                      static_cast<double>(window.width), static_cast<double>(window.height)});
  }
  const auto points = [&](long windows, int side) {
    return static_cast<arma::uword>((windows * kWindowStep + side) / grid.stride + 1);
  };
  suite::data::write_npy(folder / "words.npy",
                         mosaic(setup, points(down, window.height), points(across, window.width)));
  suite::data::write_npy(folder / "windows.npy", boxes);
  suite::data::write_npy(folder / "shares.npy", setup.shares);
  suite::data::write_npy(folder / "settings.npy",
                         {{static_cast<double>(setup.samples().front().words.n_words),
                           static_cast<double>(grid.offset), static_cast<double>(grid.stride)}});
}

WordMap read_words(const std::filesystem::path& folder) {
  const arma::mat words = read_input(folder, "words").t();  // columns of the matrix: rows of the grid
  const arma::vec settings = arma::vectorise(read_input(folder, "settings"));
  WordMap map;
  map.grid = {static_cast<long>(settings(1)), static_cast<long>(settings(2)), words.n_rows, words.n_cols};
  map.n_words = static_cast<std::size_t>(settings(0));
  map.words.assign(words.begin(), words.end());
  return map;
}

/// Tables of the machine and all.
arma::mat window_scores(const WordMap& words, const std::vector<samples::Box>& boxes,
                        const arma::mat& shares) {
  const arma::vec coefficients(shares.n_rows, arma::fill::value(1.0 / static_cast<double>(shares.n_rows)));
  const kernels::ChiSquareExpansion expansion(shares, coefficients);
  ChiSquareTables tables(expansion, words.n_words);
  ChiSquareBoxScorer scorer(tables, words);
  const BoxRaster raster = box_raster(words.grid, boxes);
  arma::mat scores(boxes.size(), 1);
  arma::uword window = 0;
  for (const PyramidEdges& rows : raster.rows) {
    for (const PyramidEdges& columns : raster.columns) scores(window++) = scorer.score(columns, rows);
  }
  return scores;
}

}  // namespace

ScalingPanel window_scaling(const std::vector<long>& n, std::ostream& out) {
  const auto setup = std::make_shared<const WindowSetup>(make_window_setup());
  out << "windows: " << setup->source << "\n";
  ScalingWork work{kWindows,
                   fmt::format("scan for cars: chi-square scores of n windows against {} training boxes, "
                               "{} bins",
                               setup->shares.n_rows, setup->shares.n_cols),
                   "windows",
                   n,
                   1e-12,
                   {},
                   {}};
  work.write_inputs = [setup](long size, const std::filesystem::path& folder) {
    write_windows(*setup, size, folder);
  };
  work.contenders = {{"preimage", "", ""}, {"NumPy, window by window", "scaling_windows.py", "numpy"}};
  return {"Scan of an image by windows", {std::move(work)}};
}

std::function<arma::mat()> own_window_work(const std::string& name, const std::filesystem::path& folder) {
  if (name != kWindows) return {};
  const WordMap words = read_words(folder);
  const arma::mat windows = read_input(folder, "windows"), shares = read_input(folder, "shares");
  std::vector<samples::Box> boxes;
  for (arma::uword w = 0; w < windows.n_rows; ++w)
    boxes.push_back({static_cast<int>(windows(w, 0)), static_cast<int>(windows(w, 1)),
                     static_cast<int>(windows(w, 2)), static_cast<int>(windows(w, 3))});
  return [=] { return window_scores(words, boxes, shares); };
}

}  // namespace preimage::experiments::benchmarks
