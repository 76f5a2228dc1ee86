// What every loss of the table keeps; a new row is tested by its example.
#include "suite/registry/loss_table.hpp"

#include <filesystem>
#include <set>

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/samples/label_indicators.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::suite::registry {

namespace {

using kernels::Labels, kernels::LabelSets, kernels::Points, kernels::Strings, kernels::Vectors;

template <class Y>
losses::Loss<Y> loss_of(const std::string& yaml) {
  const config::Value value = config::parse_value(yaml, "loss");
  const config::Reader reader(value);
  losses::Loss<Y> loss = named_row(loss_table().rows<Y>(), reader).make(reader);
  reader.finish();
  return loss;
}

/// The current folder, for as long as it lives, is one with the file that an example names.
class FolderOfExamples {
 public:
  FolderOfExamples() : before_(std::filesystem::current_path()) {
    folder_.write("costs.csv", "true,a,b,c,d\na,0,1,2,3\nb,4,0,5,6\nc,7,8,0,9\nd,1,2,3,0\n");
    std::filesystem::current_path(folder_.path());
  }
  FolderOfExamples(const FolderOfExamples&) = delete;
  FolderOfExamples& operator=(const FolderOfExamples&) = delete;
  ~FolderOfExamples() { std::filesystem::current_path(before_); }

 private:
  testing::TemporaryFolder folder_;
  std::filesystem::path before_;
};

/// A perfect prediction has no loss, another one has; a sample's loss is its own: in any order, from any copy
/// of the samples.
/// outputs  of the rows that compare these, where not all of the type do
template <class Y>
void check_rows(const Y& truth, const Y& predicted, int& rows, const std::string& outputs = "") {
  using samples::select;
  const arma::uvec order = {2, 0, 1, 3};
  for (const LossRow<Y>& row : loss_table().rows<Y>()) {
    if (!outputs.empty() && row.outputs != outputs) continue;
    CAPTURE(row.name);
    ++rows;
    const losses::Loss<Y> loss = losses::loss_for(loss_of<Y>(row.example), truth);
    CHECK(loss.name == row.name);
    const arma::vec values = loss(truth, predicted).value();
    CHECK(values.n_elem == 4);
    CHECK(values.is_finite());
    CHECK(arma::accu(values) > 0.0);
    CHECK(arma::abs(loss(truth, truth).value()).max() < 1e-7);  // a root of what rounding leaves
    CHECK(testing::is_close(loss(select(truth, order), select(predicted, order)).value(),
                            arma::vec(values.elem(order)), 1e-14));
    CHECK(testing::is_close(losses::loss_for(loss_of<Y>(row.example), truth)(Y(truth), Y(predicted)).value(),
                            values, 0.0));
  }
}

}  // namespace

TEST_CASE("every loss: none where nothing is wrong, some where something is, each sample by itself") {
  const FolderOfExamples folder;
  int rows = 0;
  const auto names =
      std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a", "b", "c", "d"});
  check_rows<samples::NamedClasses>({{0, 1, 2, 3}, names, true}, {{0, 2, 2, 1}, names}, rows);
  const auto forecasts = [&](const Labels& labels, const arma::mat& scores) {
    return losses::ClassForecasts{{labels, names}, outputs::Scores{scores, {0, 1, 2, 3}}, {}};
  };
  check_rows(forecasts({0, 1, 2, 1}, {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 0}}),
             forecasts({1, 2, 2, 1}, arma::zeros(4, 4)), rows);
  check_rows<Labels>({1, 2, 3, 4}, {1, 3, 3, 2}, rows);
  check_rows<LabelSets>({{1}, {1, 2}, {}, {3}}, {{1}, {2}, {4}, {1, 3}}, rows);
  check_rows<samples::LabelIndicators>({{{1}, {1, 2}, {}, {3}}, 6}, {{{1}, {2}, {4}, {1, 3}}, 6}, rows);
  check_rows<Strings>({"abc", "b", "", "ca"}, {"abc", "ab", "c", "ac"}, rows, "strings");
  check_rows<Strings>({"(a b)", "(a b (c d e))", "(a)", "(a (b d e) c)"},
                      {"(a b)", "(a b c)", "(b)", "(a (b d e) (c f g))"}, rows, "trees in brackets");
  const Vectors truth = testing::gaussian_matrix(4, 2, 1), predicted = testing::gaussian_matrix(4, 2, 2);
  check_rows<Vectors>(truth, predicted, rows);
  const std::shared_ptr<const kernels::Kernel<Vectors>> kernel =
      std::make_shared<kernels::GaussianKernel>(1.0);
  check_rows<Points>(Points::of(kernel, std::make_shared<const Vectors>(truth)),
                     Points::of(kernel, std::make_shared<const Vectors>(predicted)), rows);
  CHECK(rows == static_cast<int>(loss_table().facts().size()));  // no row is of another type
}

TEST_CASE(
    "losses have names of their own; an unknown name is met with the nearest, an unknown key is found") {
  std::set<std::string> names;
  for (const LossFacts& facts : loss_table().facts()) CHECK(names.insert(facts.name).second);
  CHECK(testing::thrown_message<ConfigError>([] {
          loss_of<Strings>("{name: edit_eror}");
        }).find("did you mean 'edit_error'?") != std::string::npos);
  CHECK(testing::thrown_message<ConfigError>([] {
          loss_of<Labels>("{name: zero_one, k: 1}");
        }).find("k: unknown key") != std::string::npos);
}

}  // namespace preimage::suite::registry
