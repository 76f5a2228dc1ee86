#include "suite/own_data/distance_kernel.hpp"

#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/kernels/gram_from_distances.hpp"
#include "suite/config/named_file.hpp"
#include "suite/config/value.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/gzip.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

namespace fs = std::filesystem;

/// Read once; the Gram matrix is computed when samples ask for it.
struct DistanceKernel::File {
  std::string path, sha256;
  arma::uword rows;
  base::Lazy<kernels::Points> points;
};

namespace {

/// throws  DataError, for what the library throws of matrices that come from nowhere
kernels::Points points_at(const arma::mat& D, bool clips, const std::string& path) {
  const auto non_euclidean = clips ? kernels::NonEuclidean::clip : kernels::NonEuclidean::refuse;
  try {
    const arma::mat K = kernels::gram_from_distances(D, {}, non_euclidean);
    // Those of the file, whose digits are not lost in K; where K is clipped they are not its own.
    if (clips) return kernels::Points::given(K);
    return kernels::Points::given(K, arma::square(arma::symmatu(D)));
  } catch (const std::invalid_argument& error) {
    throw DataError(fmt::format("{}: {} (rows and columns from 0)", path, error.what()));
  } catch (const NumericalError& error) {
    throw DataError(
        fmt::format("{}: {}; not_euclidean: clip takes the nearest matrix that fits", path, error.what()));
  }
}

}  // namespace

bool names_distances(const config::Reader& root, const std::string& key) {
  const config::Reader map = root.map(key);
  if (!map.has("name")) return false;
  const config::Value& name = map.raw("name");
  return name.kind == config::Value::Kind::scalar && name.scalar == "from_distances";
}

DistanceKernel::DistanceKernel(const config::Reader& root, const std::string& key) {
  const config::Reader reader = root.map(key);
  reader.choice("name", {"from_distances"});
  reader.note_version("kernel.from_distances", 1);
  const fs::path path = config::named_file(reader, "file");
  const bool clips = reader.choice("not_euclidean", {"refuse", "clip"}, "refuse") == "clip";
  // Points of a sweep hold one copy, as of the data.
  static std::map<std::pair<fs::path, bool>, std::weak_ptr<const File>> all_held;
  std::weak_ptr<const File>& held = all_held[{path, clips}];
  file_ = held.lock();
  if (file_ == nullptr) {
    const std::string text = data::read_maybe_gzip(path, {.bytes = data::kMaxTextBytes});
    data::CsvReader table(text, path.string(), {data::Header::none});
    auto numbers =
        data::read_columns(table, table.header(), data::OutputKind::vector, data::Gaps::no_numbers);
    const auto D = std::make_shared<const arma::mat>(std::get<arma::mat>(std::move(numbers)));
    held = file_ =
        std::make_shared<const File>(File{path.string(), base::sha256(text), D->n_rows,
                                          base::Lazy<kernels::Points>([D, clips, name = path.string()] {
                                            return points_at(*D, clips, name);
                                          })});
  }
  reader.log_texts("file", {file_->sha256});
}

kernels::Points DistanceKernel::points(arma::uword samples) const {
  if (file_->rows != samples)
    throw DataError(
        fmt::format("{}: {} rows, but the data have {} samples: expected a row and a column for each, in "
                    "their order",
                    file_->path, file_->rows, samples));
  return *file_->points;
}

}  // namespace preimage::suite::own_data
