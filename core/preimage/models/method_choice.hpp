#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "preimage/models/method.hpp"

namespace preimage::models {

/// Several methods, or one under several input kernels, as one method, to be chosen among like grid points:
/// its grid is that of the first entry, then that of the second, and so on, so of equals the first is
/// preferred.
class MethodChoice final : public Method {
 public:
  struct Entry {
    base::Parameters parameters;  // that tell it from the others
    std::shared_ptr<const Method> method;
    std::optional<std::size_t> kernel = {};  // of the inputs' kernels::KernelChoices, the one that it sees
  };
  /// entries  one at least
  explicit MethodChoice(std::vector<Entry> entries) : entries_(std::move(entries)) {}
  /// The method under each of the inputs' kernels.  parameters  of each, in the order of the inputs'
  /// KernelChoices; one at least
  static MethodChoice of_kernels(const std::shared_ptr<const Method>& method,
                                 const std::vector<base::Parameters>& parameters);

  void require(const samples::DataSet& data) const override;
  bool is_random() const override;
  std::size_t grid_size() const override;
  base::Parameters parameters(std::size_t g) const override;
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept = {}) const override;
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override;
  void predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                        const FoldSink& sink) const override;

 private:
  /// The entry of a grid point, and the point's place in the entry's own grid.
  std::pair<const Entry*, std::size_t> at(std::size_t g) const;

  std::vector<Entry> entries_;
};

}  // namespace preimage::models
