#include "suite/own_data/gram_file.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "suite/config/named_file.hpp"
#include "suite/config/number.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/npy.hpp"
#include "suite/own_data/dataset_keys.hpp"

namespace preimage::suite::own_data {

namespace fs = std::filesystem;

namespace {

/// Numbers of 32 bits have 1e-7; a matrix that is rounded by more is another matrix.
constexpr double kSymmetric = 1e-6;
/// Likewise: eigenvalues above minus this share of the largest row sum may be rounding.
constexpr double kDefinite = 1e-6;

bool is_npy(const fs::path& path) {
  return path.extension() == ".npy";
}

[[noreturn]] void fail(const fs::path& path, const std::string& message) {
  throw DataError(path.string() + ": " + message);
}

void require_gram(const arma::mat& K, const fs::path& path) {
  if (!K.is_square()) {
    fail(path, fmt::format("expected a square Gram matrix, found {} x {}; rows of new samples are for "
                           "`preimage predict MODEL --gram`",
                           K.n_rows, K.n_cols));
  }
  if (K.n_rows < 2) fail(path, fmt::format("expected at least 2 samples, found {}", K.n_rows));
  try {
    linalg::require_finite(K, path.string());
  } catch (const NumericalError& error) {
    throw DataError(error.what());
  }
  const double largest = arma::abs(K).max();
  for (arma::uword j = 0; j < K.n_cols; ++j) {
    if (K(j, j) < 0.0)
      fail(path, fmt::format("entry ({0}, {0}) is {1}: k(x, x) is never negative", j, K(j, j)));
    for (arma::uword i = j + 1; i < K.n_rows; ++i) {
      if (std::abs(K(i, j) - K(j, i)) > kSymmetric * largest) {
        fail(path, fmt::format(
                       "not symmetric: entry ({}, {}) is {}, entry ({}, {}) is {} (rows and columns from 0)",
                       i, j, K(i, j), j, i, K(j, i)));
      }
    }
  }
}

struct GramMatrix {
  kernels::Points points;
  std::string sha256;
};

GramMatrix load_gram(const fs::path& path) {
  const std::string bytes = base::read_file(path, data::kMaxNpyBytes);
  const arma::mat K = data::parse_npy(bytes, path.string());
  require_gram(K, path);
  return {kernels::Points::given(0.5 * (K + K.t())), base::sha256(bytes)};
}

void require_as_many(const fs::path& path, std::size_t found, const DataFile& file, std::size_t n) {
  if (found != n)
    fail(path, fmt::format("{} samples, but {} has {}: expected one row each, in the same order", found,
                           file.path.string(), n));
}

/// A file with one column beside the matrix. Its digest is added to the identity.
/// what  "fold"
data::CsvReader open_column(const fs::path& path, const std::string& what, OwnData& data) {
  std::string text = data::read_maybe_compressed(path);
  data.identity += fmt::format(" {}s {}", what, base::sha256(text));
  data::CsvReader csv(std::move(text), path.string());
  if (csv.header().size() != 1)
    fail(path, fmt::format("expected one column, the {} of each sample below a header line, found {} columns",
                           what, csv.header().size()));
  return csv;
}

void add_folds(const DataFile& file, const fs::path& path, OwnData& data) {
  data::CsvReader csv = open_column(path, "fold", data);
  const auto folds =
      std::get<data::ClassOutputs>(data::read_columns(csv, csv.header(), data::OutputKind::class_label));
  require_as_many(path, folds.labels.size(), file, data.ids.size());
  data.folds = folds.labels;
  data.fold_texts = texts_of(folds);
}

void add_groups(const DataFile& file, const fs::path& path, OwnData& data) {
  data::CsvReader csv = open_column(path, "group", data);
  auto [of, names] = data::read_groups(csv, csv.header().front());
  require_as_many(path, of.size(), file, data.ids.size());
  data.groups =
      std::make_shared<const study::Groups>(study::Groups{path.string(), std::move(of), std::move(names)});
}

/// "K.npy: ..." where the matrix has an eigenvalue that rounding does not explain.
std::optional<std::string> remark_on(const std::string& which, const kernels::Points& points) {
  const linalg::SymmetricMatrix K(points.gram(), which);
  const double scale = arma::sum(arma::abs(K.values()), 1).max();
  if (scale == 0.0) return std::nullopt;
  double below = 0.0;  // the largest power of ten that does not make it definite as a shift
  const double first = std::pow(10.0, std::ceil(std::log10(kDefinite * scale)));
  for (double shift = first; shift < 2.0 * scale && !linalg::is_positive_definite(K, shift); shift *= 10.0)
    below = shift;
  if (below == 0.0) return std::nullopt;
  return fmt::format(
      "the {} Gram matrix has an eigenvalue below {:.3g}, so it is no kernel's: distances from it may be "
      "wrong, and ridges "
      "smaller than its size fail",
      which, -below);
}

}  // namespace

DataFile parse_gram_files(const config::Reader& dataset) {
  DataFile file;
  file.path = config::named_file(dataset, keys::kInput.name);
  if (!is_npy(file.path) && !file.path.empty())  // a model names no file
    dataset.fail(keys::kInput.name,
                 "expected a NumPy array, name.npy: numpy.save, or `preimage gram ... --out K.npy`");
  GramFiles& gram = file.gram.emplace();
  gram.outputs = config::named_file(dataset, keys::kOutputs.name);
  gram.outputs_are_gram =
      is_npy(gram.outputs) || (gram.outputs.empty() && !dataset.has(keys::kOutputKind.name));
  if (dataset.has(keys::kFolds.name)) gram.folds = config::named_file(dataset, keys::kFolds.name);
  if (dataset.has(keys::kGroups.name)) gram.groups = config::named_file(dataset, keys::kGroups.name);
  if (gram.outputs_are_gram) return file;
  file.allow_constant = keys::kConstantColumns.is(dataset, "allow");
  read_output_kind(dataset, file.columns);
  file.columns.outputs = dataset.has(keys::kColumns.name) ? dataset.texts_unlogged(keys::kColumns.name)
                                                          : data::open_csv(gram.outputs).header();
  dataset.log_texts(keys::kColumns.name, file.columns.outputs);
  return file;
}

OwnData load_gram_data(const DataFile& file) {
  GramMatrix input = load_gram(file.path);
  const std::size_t n = input.points.size();
  OwnData data;
  data.identity = "gram " + input.sha256;
  data.inputs = std::move(input.points);
  data.ids = sample_numbers(n);
  data.columns = file.columns;
  const GramFiles& gram = file.gram.value();
  if (gram.outputs_are_gram) {
    GramMatrix output = load_gram(gram.outputs);
    require_as_many(gram.outputs, output.points.size(), file, n);
    data.identity += " outputs gram " + output.sha256;
    data.outputs = std::move(output.points);
  } else {
    std::string text = data::read_maybe_compressed(gram.outputs);
    data.identity += " outputs " + base::sha256(text);
    data::CsvReader csv(std::move(text), gram.outputs.string());
    data::Outputs outputs = data::read_outputs(csv, file.columns);
    require_as_many(gram.outputs, data::row_count(outputs), file, n);
    if (!file.allow_constant) refuse_constant_outputs(file, gram.outputs, outputs);
    data.outputs = std::move(outputs);
  }
  if (gram.folds) add_folds(file, *gram.folds, data);
  if (gram.groups) add_groups(file, *gram.groups, data);
  return data;
}

std::vector<std::string> remarks_on_definiteness(const OwnData& data) {
  std::vector<std::string> remarks;
  const auto add = [&](const char* which, const auto& side) {
    const auto* points = std::get_if<kernels::Points>(&side);
    if (points == nullptr) return;
    if (const auto remark = remark_on(which, *points)) remarks.push_back(*remark);
  };
  add("input", data.inputs);
  add("output", data.outputs);
  return remarks;
}

}  // namespace preimage::suite::own_data
