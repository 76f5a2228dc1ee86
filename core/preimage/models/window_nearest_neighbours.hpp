#pragma once

#include <vector>

#include "preimage/models/method.hpp"
#include "preimage/sequences/string_decoding.hpp"

namespace preimage::models {

struct WindowNeighbourOptions {
  sequences::StringDecodingOptions decoding = {};
  std::vector<std::size_t> ks = {1};  // neighbours; of equals the smallest is preferred
};

/// Each output symbol by k nearest neighbours on the window of input symbols around it: the per-position
/// decoder without
/// an embedding.  [Bakir et al. 2003, sec. 4]
class WindowNeighbourMethod final : public Method {
 public:
  explicit WindowNeighbourMethod(WindowNeighbourOptions options);

  void require(const samples::DataSet& data) const override;
  std::size_t grid_size() const override { return options_.ks.size(); }
  base::Parameters parameters(std::size_t g) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;

 private:
  WindowNeighbourOptions options_;
};

}  // namespace preimage::models
