// Models of samples that are known by a Gram matrix, or by distances, beside the same fitted to the vectors.
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/linalg/distances.hpp"
#include "suite/config/number.hpp"
#include "suite/model/testing_model.hpp"
#include "suite/own_data/testing_gram.hpp"
#include "testing/config_text.hpp"

using namespace preimage;

namespace {

struct FittedKind {
  std::string kind, columns, kernel, learners;
};

const std::string kOfDistances =
    "  over: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.7, 3]}, ridge: [0.01, 1]}\n"
    "  near: {method: nearest_neighbours, k: [1, 3]}\n";
const FittedKind kFittedKinds[] = {
    {"class", "kind", "{name: class}",
     "  svm: {method: one_vs_rest_svm, bandwidth: {sigma: [1]}, ridge: [0.1]}\n"},
    {"vector", "y, z", "{name: linear}",
     "  closed: {method: kernel_dependency_estimation, bandwidth: {sigma: [1]}, ridge: [0.01], decoder: "
     "{name: "
     "closed_form}}\n  marks: {method: kernel_dependency_estimation, bandwidth: {sigma: [1]}, ridge: [0.01], "
     "map: {landmarks: 9, choose: uniform}}\n"},
    {"label_set", "tags", "{name: label_set}", ""},
    {"string", "word", "{name: n_gram, length: 2}", ""}};

std::string rows_text(const arma::mat& values) {
  std::string text;
  for (arma::uword i = 0; i < values.n_rows; ++i) {
    for (arma::uword j = 0; j < values.n_cols; ++j)
      text += fmt::format("{}{}", j > 0 ? "," : "", values(i, j));
    text += "\n";
  }
  return text;
}

arma::mat distances(const arma::mat& A, const arma::mat& B) {
  return arma::sqrt(linalg::squared_euclidean_distances(A, B));
}

/// The samples and 5 new ones.
struct ModelPlace : testing::PlanePlace {
  arma::mat Z = testing::gaussian_matrix(5, 2, 62);

  ModelPlace() {
    folder.write("new.csv", "a,b\n" + rows_text(Z));
    write("K_new.npy", Z * X.t());
    write("K_own.npy", Z * Z.t());
    folder.write("D.csv", rows_text(distances(X, X)));
    folder.write("D_new.csv", rows_text(distances(Z, X)));
  }

  /// The columns of predictions, of a config with this dataset.
  std::vector<std::vector<std::string>> predictions(const std::string& dataset, const std::string& learners,
                                                    const std::string& name,
                                                    const suite::study::NewInputsRequest& inputs,
                                                    std::optional<int> fold = {}) const {
    const std::string config =
        testing::own_config("folds: 3", dataset + "loss: distance\nlearners:\n" + learners);
    const auto fit = testing::fitted(folder.write("c.yaml", config), {name, fold});
    const auto table = testing::predicted(testing::restored(fit.file), inputs).table;
    std::vector<std::vector<std::string>> columns(table.header.size());
    for (const auto& row : table.rows)
      for (std::size_t j = 0; j < row.size(); ++j) columns[j].push_back(row[j]);
    if (table.header.back() == suite::model::kFarFromTraining) columns.pop_back();
    return columns;
  }
};

void require_same(const std::vector<std::vector<std::string>>& a,
                  const std::vector<std::vector<std::string>>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t j = 0; j < a.size(); ++j) {
    REQUIRE(a[j].size() == 5);
    REQUIRE(b[j].size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
      const auto x = suite::config::read_decimal(a[j][i]), y = suite::config::read_decimal(b[j][i]);
      CHECK(x.has_value() == y.has_value());
      if (x && y)
        CHECK(std::abs(*x - *y) <= 1e-12 * (1.0 + std::abs(*x)));
      else
        CHECK(a[j][i] == b[j][i]);
    }
  }
}

std::vector<std::string> names_in(const std::string& learners) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < learners.size(); at = learners.find('\n', at) + 1)
    names.push_back(learners.substr(at + 2, learners.find(':', at) - at - 2));
  return names;
}

}  // namespace

TEST_CASE("a model of a Gram matrix, and one of distances, predict what the model of the vectors does") {
  const ModelPlace place;
  for (const FittedKind& of : kFittedKinds) {
    const std::string output = "output_kernel: " + of.kernel + "\n",
                      linear = "input_kernel: {name: linear}\n";
    const std::string what = fmt::format("outputs: [{}], output_kind: {}}}\n", of.columns, of.kind);
    const std::string vectors =
        "dataset: {name: vectors, path: samples.csv, inputs: [a, b], " + what + output;
    const std::string gram = fmt::format(
        "dataset: {{name: gram, input: K.npy, outputs: Y.csv, columns: [{}], output_kind: {}}}\n{}",
        of.columns, of.kind, output);
    const std::string ridge = "  ridge: {method: kernel_dependency_estimation, ridge: [0.01, 1]}\n";
    const std::string learners = kOfDistances + of.learners;
    for (const std::string& name : names_in(learners + ridge)) {
      CAPTURE(of.kind + " " + name);
      const auto expected =
          place.predictions(vectors + linear, learners + ridge, name, {place.path("new.csv")});
      suite::study::NewInputsRequest inputs{place.path("K_new.npy")};
      if (name != "ridge") inputs.diagonal = place.path("K_own.npy");
      require_same(place.predictions(gram, learners + ridge, name, inputs), expected);
      if (name == "ridge") continue;
      require_same(place.predictions(vectors + "input_kernel: {name: from_distances, file: D.csv}\n",
                                     learners, name, {place.path("D_new.csv")}),
                   expected);
    }
  }
}

TEST_CASE("the training samples of an outer fold are found among the columns of all") {
  const ModelPlace place;
  const std::string output = "output_kernel: {name: linear}\n",
                    learner = "  ridge: {method: kernel_ridge, ridge: [0.1]}\n";
  require_same(
      place.predictions("dataset: {name: gram, input: K.npy, outputs: Y.csv, columns: [y, z], "
                        "output_kind: vector}\n" +
                            output,
                        learner, "ridge", {place.path("K_new.npy")}, 1),
      place.predictions("dataset: {name: vectors, path: samples.csv, inputs: [a, b], outputs: [y, z], "
                        "output_kind: vector}\ninput_kernel: {name: linear}\n" +
                            output,
                        learner, "ridge", {place.path("new.csv")}, 1));
}

TEST_CASE("outputs that are a Gram matrix are predicted by the numbers of samples") {
  const ModelPlace place;
  place.write("L.npy", place.X * place.X.t());
  const auto columns =
      place.predictions("dataset: {name: gram, input: K.npy, outputs: L.npy}\n",
                        "  kde: {method: kernel_dependency_estimation, ridge: [1e-9], centred: false}\n",
                        "kde", {place.path("K_new.npy")});
  REQUIRE(columns.size() == 2);
  for (arma::uword t = 0; t < 5; ++t)  // the identity is learned: the nearest training sample
    CHECK(columns[1][t] == std::to_string(1 + distances(place.Z.row(t), place.X).index_min()));
}
