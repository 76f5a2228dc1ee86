// Samples in the plane, as a table and as a Gram matrix.
#pragma once

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "suite/data/npy.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/toy_data.hpp"

namespace preimage::testing {

/// 24 samples as a table with outputs of each kind and a fold, samples.csv; and as a Gram matrix of the linear
/// kernel, K.npy, with a table of outputs, Y.csv, and one of folds, F.csv.
struct PlanePlace {
  TemporaryFolder folder;
  arma::mat X = gaussian_matrix(24, 2, 61);

  PlanePlace() {
    std::string inputs = "a,b,kind,y,z,tags,word,fold\n", outputs = "kind,y,z,tags,word\n", folds = "part\n";
    const std::string kinds[] = {"u", "v", "w"}, tags[] = {"p;q", "", "q"}, words[] = {"ab", "abc", "cb"},
                      parts[] = {"early", "late", "later"};
    for (arma::uword i = 0; i < X.n_rows; ++i) {
      const std::size_t c = X(i, 0) > 0.5 ? 0 : X(i, 1) > 0.0 ? 1 : 2;
      const std::string row = fmt::format("{},{},{},{},{}", kinds[c], X(i, 0) * X(i, 1),
                                          X(i, 1) + static_cast<double>(i % 2), tags[c], words[c]);
      inputs += fmt::format("{},{},{},{}\n", X(i, 0), X(i, 1), row, i % 3);
      outputs += row + "\n";
      folds += parts[i % 3] + "\n";
    }
    folder.write("samples.csv", inputs);
    folder.write("Y.csv", outputs);
    folder.write("F.csv", folds);
    const arma::mat K = X * X.t();
    write("K.npy", 0.5 * (K + K.t()));
  }
  std::filesystem::path path(const std::string& name) const { return folder.path() / name; }
  std::filesystem::path write(const std::string& name, const arma::mat& matrix) const {
    suite::data::write_npy(path(name), matrix);
    return path(name);
  }
};

}  // namespace preimage::testing
