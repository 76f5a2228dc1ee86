#include "suite/own_data/distance_kernel.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/kernels/gram_from_distances.hpp"
#include "suite/config/named_file.hpp"
#include "suite/config/value.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

namespace fs = std::filesystem;

/// Read once; the Gram matrix is computed when samples ask for it.
struct DistanceKernel::File {
  std::string path, sha256;
  std::shared_ptr<const std::string> text;
  std::shared_ptr<const arma::mat> distances;
  base::Lazy<kernels::Points> points;
};

namespace {

/// is_checked  they are a model's, which a fit has found to be Euclidean or has clipped
/// throws  DataError, for what the library throws of matrices that come from nowhere
kernels::Points points_at(const arma::mat& D, bool clips, const std::string& path, bool is_checked) {
  const auto non_euclidean = clips ? kernels::NonEuclidean::clip : kernels::NonEuclidean::refuse;
  try {
    const arma::mat K = is_checked && !clips ? kernels::new_from_distances(D, D).values
                                             : kernels::gram_from_distances(D, {}, non_euclidean);
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

bool clips_distances(const config::Reader& root, const std::string& key) {
  return root.map(key).choice("not_euclidean", {"refuse", "clip"}, "refuse") == "clip";
}

DistanceKernel::DistanceKernel(const config::Reader& root, const std::string& key) {
  const config::Reader reader = root.map(key);
  reader.choice("name", {"from_distances"});
  reader.note_version("kernel.from_distances", 1);
  const bool clips = clips_distances(root, key);
  const auto read = [clips](std::string text, const std::string& source, bool is_checked) {
    data::CsvReader table(text, source, {data::Header::none});
    auto numbers =
        data::read_columns(table, table.header(), data::OutputKind::vector, data::Gaps::no_numbers);
    const auto D = std::make_shared<const arma::mat>(std::get<arma::mat>(std::move(numbers)));
    const base::Lazy<kernels::Points> points([=] { return points_at(*D, clips, source, is_checked); });
    return std::make_shared<const File>(
        File{source, base::sha256(text), std::make_shared<const std::string>(std::move(text)), D, points});
  };
  if (std::optional<std::string> content = config::content_of(reader.raw("file"))) {
    file_ = read(*std::move(content), "the model's distances", true);
  } else {
    const fs::path path = config::named_file(reader, "file");
    // Points of a sweep hold one copy, as of the data.
    static std::map<std::pair<fs::path, bool>, std::weak_ptr<const File>> all_held;
    std::weak_ptr<const File>& held = all_held[{path, clips}];
    file_ = held.lock();
    if (file_ == nullptr) held = file_ = read(data::read_maybe_compressed(path), path.string(), false);
  }
  reader.log_texts("file", {file_->sha256});
  reader.note_file("file", file_->text);
}

kernels::Points DistanceKernel::points(arma::uword samples) const {
  if (file_->distances->n_rows != samples)
    throw DataError(
        fmt::format("{}: {} rows, but the data have {} samples: expected a row and a column for each, in "
                    "their order",
                    file_->path, file_->distances->n_rows, samples));
  return *file_->points;
}

kernels::Points DistanceKernel::new_points(const arma::mat& distances) const {
  kernels::NewFromDistances found = kernels::new_from_distances(distances, *file_->distances);
  return kernels::Points::beside_given(std::move(found.values), base::Lazy(std::move(found.squared_norms)),
                                       arma::square(distances));
}

}  // namespace preimage::suite::own_data
