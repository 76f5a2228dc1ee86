// A kernel on the samples of the data themselves, from the distances between them in a file.
#pragma once

#include <memory>
#include <string>

#include "preimage/base/lazy.hpp"
#include "preimage/kernels/points.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::own_data {

/// Whether `key` is a map {name: from_distances, ...}.
/// throws  ConfigError where it is no map
bool names_distances(const suite::config::Reader& root, const std::string& key);

/// Of such a map: whether it says not_euclidean: clip.
bool clips_distances(const suite::config::Reader& root, const std::string& key);

/// `{name: from_distances, file: D.csv, not_euclidean: refuse | clip}`: the kernel of points at these
/// distances with the centre of all samples as origin.     [Weston et al., TR-098, eq. (5),
/// kernels/gram_from_distances.hpp] Row i of the file, and column i, is sample i of the data, in their order.
/// The file's content is logged, not its path, and noted for models.
class DistanceKernel {
 public:
  /// throws  ConfigError; DataError where the file holds no table of numbers
  DistanceKernel(const suite::config::Reader& root, const std::string& key);

  /// throws  DataError where the distances are of another number of samples, no distances, or, unless
  ///         not_euclidean: clip, fit no Euclidean space
  /// cost    O(n^3), once
  kernels::Points points(arma::uword samples) const;
  /// Of new samples. Requires that nothing is clipped, which changes distances.
  /// distances  t x n, to the samples of the data in their order
  /// throws     std::invalid_argument as kernels::new_from_distances
  kernels::Points new_points(const arma::mat& distances) const;

 private:
  struct File;
  std::shared_ptr<const File> file_;
};

}  // namespace preimage::suite::own_data
