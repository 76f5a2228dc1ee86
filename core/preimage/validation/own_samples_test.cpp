// A type of samples of one's own, as core/docs/library.md has it: its models are saved and loaded.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/models/stored_samples.hpp"
#include "testing/temporary_folder.hpp"

// Before the first use of models::Storable, whose answer must not change.
struct Interval;
void store_samples(preimage::models::ModelFile& file, const std::string& name,
                   const std::vector<Interval>& samples);
std::vector<Interval> restore_samples(preimage::models::As<std::vector<Interval>>,
                                      const preimage::models::ModelFile& file, const std::string& name);

#define main own_kernel_example
#include "examples/own_kernel.cpp"  // Interval, Intervals and OverlapKernel
#undef main

using Paths = std::vector<std::vector<int>>;  // of no namespace of the user's

/// How many places of two paths are equal.
class PathKernel final : public kernels::Kernel<Paths> {
 public:
  arma::mat cross_gram(const Paths& a, const Paths& b) const override {
    arma::mat K(a.size(), b.size(), arma::fill::zeros);
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j)
        for (std::size_t p = 0; p < std::min(a[i].size(), b[j].size()); ++p)
          K(i, j) += a[i][p] == b[j][p] ? 1 : 0;
    }
    return K;
  }
  arma::vec diagonal(const Paths& a) const override { return arma::diagvec(cross_gram(a, a)); }
};

void store_samples(models::ModelFile& file, const std::string& name, const Intervals& samples) {
  arma::mat rows(samples.size(), 2);
  for (std::size_t i = 0; i < samples.size(); ++i)
    rows.row(i) = arma::rowvec{samples[i].begin, samples[i].end};
  file.arrays[name] = rows;
}

Intervals restore_samples(models::As<Intervals>, const models::ModelFile& file, const std::string& name) {
  Intervals samples;
  file.numbers(name).each_row([&](const arma::rowvec& row) { samples.push_back({row(0), row(1)}); });
  return samples;
}

namespace preimage::models {

void store_samples(ModelFile& file, const std::string& name, const Paths& samples) {
  std::vector<std::string> texts;
  for (const std::vector<int>& path : samples) texts.emplace_back(path.begin(), path.end());
  file.store_texts(name, texts);
}

Paths restore_samples(As<Paths>, const ModelFile& file, const std::string& name) {
  Paths samples;
  for (const std::string& text : file.texts(name)) samples.emplace_back(text.begin(), text.end());
  return samples;
}

}  // namespace preimage::models

TEST_CASE("inputs and outputs of types of one's own are saved and loaded, and the model predicts the same") {
  static_assert(models::Storable<Intervals> && models::Storable<Paths>);
  static_assert(!models::Storable<std::vector<double>>);
  Intervals hours;
  Paths paths;
  for (int i = 0; i < 12; ++i) {
    hours.push_back({i % 3 * 4.0 + 0.1 * i, i % 3 * 4.0 + 5.0 - 0.2 * i});
    paths.push_back({i % 3, 7, i % 2});
  }
  const testing::TemporaryFolder folder;
  const auto estimator = models::kde(OverlapKernel(), PathKernel(), {.ridges = {0.1}});
  const auto model = estimator.fit(hours, paths);
  const Intervals new_hours = {{0.5, 4.0}, {4.5, 9.0}, {8.0, 12.0}};
  model.save(folder.path() / "m.pim");
  const Paths loaded = estimator.load(folder.path() / "m.pim").predict(new_hours).outputs;
  CHECK(own_kernel_example() == 0);
  CHECK(loaded == model.predict(new_hours).outputs);
  for (int i = 0; i < 3; ++i) CHECK(loaded[static_cast<std::size_t>(i)][0] == i);
}
