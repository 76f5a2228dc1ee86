// Losses of the table between all training outputs, and what is decided by them.
#include "suite/registry/pairwise_loss.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/text.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/loss_table.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::suite::registry {

namespace {

const kernels::Strings kRepeated = {"abc", "b", "abc", "ca", "", "b"};

arma::mat pairwise_losses(const std::string& loss, const samples::SampleSet& outputs) {
  const config::Value value = config::parse_value(loss, "loss");
  const decoders::PairwiseLoss pairwise = loss_table().make_pairwise(config::Reader(value));
  pairwise.require(outputs);
  return pairwise.values(outputs);
}

/// value(y_i, y_j) of all pairs.
template <class Y, class Value>
arma::mat pair_by_pair(const Y& all, const Value& value) {
  arma::mat result(all.size(), all.size());
  for (arma::uword i = 0; i < all.size(); ++i)
    for (arma::uword j = 0; j < all.size(); ++j) result(i, j) = value(all[i], all[j]);
  return result;
}

}  // namespace

TEST_CASE("losses between training outputs, of which some are equal") {
  const kernels::LabelSets sets = {{1}, {1, 2}, {}, {1, 2}, {3}};
  CHECK(testing::is_close(
      pairwise_losses("{name: hamming_loss}", samples::SampleSet(5).with(samples::LabelIndicators{sets, 6})),
      arma::mat{{0, 1, 1, 1, 2}, {1, 0, 2, 0, 3}, {1, 2, 0, 2, 1}, {1, 0, 2, 0, 3}, {2, 3, 1, 3, 0}} / 6.0,
      1e-15));
  const arma::mat Y = arma::round(testing::gaussian_matrix(6, 2, 81));
  arma::mat squares(6, 6);
  for (arma::uword i = 0; i < 6; ++i)
    for (arma::uword j = 0; j < 6; ++j) squares(i, j) = arma::accu(arma::square(Y.row(i) - Y.row(j)));
  CHECK(testing::is_close(pairwise_losses("{name: squared_error}", samples::SampleSet(6).with(Y)), squares,
                          1e-15));
  const std::shared_ptr<const kernels::Kernel<kernels::Vectors>> linear =
      std::make_shared<kernels::LinearKernel>();
  CHECK(testing::is_close(
      pairwise_losses("{name: feature_distance}", outputs::with_output_kernel<kernels::Vectors>(linear, Y)),
      arma::mat(arma::sqrt(squares)), 1e-12));
}

TEST_CASE("edits between strings are on one scale for all pairs") {
  const arma::mat edits = pair_by_pair(kRepeated, [](const std::string& a, const std::string& b) {
    return static_cast<double>(base::edit_distance(a, b));
  });
  for (const std::string loss : {"{name: edit_error}", "{name: edit_error, per: longer_string}"}) {
    const arma::mat found = pairwise_losses(loss, samples::SampleSet(6).with(kRepeated));
    CHECK(testing::is_close(found / found.max(), edits / edits.max(), 1e-14));
  }
}

TEST_CASE("a loss of other outputs is refused, and an unknown one is met with the nearest") {
  CHECK(testing::thrown_message<std::invalid_argument>([] {
          pairwise_losses("{name: edit_error}", samples::SampleSet(2).with(kernels::Labels{0, 1}));
        }) == "decoder expected_loss: loss edit_error needs outputs that are strings");
  CHECK(testing::thrown_message<ConfigError>([] {
          pairwise_losses("{name: edit_eror}", samples::SampleSet(6).with(kRepeated));
        }).find("did you mean 'edit_error'?") != std::string::npos);
  CHECK_THROWS_AS(pairwise_losses("{name: symbol_error}", samples::SampleSet(1).with(kernels::Strings{""})),
                  NumericalError);
}

}  // namespace preimage::suite::registry
