// Own data that come as Gram matrices: the same numbers as from the samples, and what is refused.
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/config_error.hpp"
#include "suite/own_data/gram_file.hpp"
#include "suite/own_data/testing_gram.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/run/run_cell.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;

namespace {

const std::string kRest =
    "protocol: {outer: {given: true}, inner: {folds: 3}}\n"
    "profiles: {quick: {repetitions: 2, readings: all}}\n";

struct OutputsOfKind {
  std::string kind, columns, kernel, learners;
};

const std::string kCommonLearners =
    "  ridge: {method: kernel_dependency_estimation, ridge: [0.01, 1]}\n"
    "  over: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.7, 3]}, ridge: [0.01, 1]}\n"
    "  near: {method: nearest_neighbours, k: [1, 3]}\n";

const OutputsOfKind kKinds[] = {
    {"class", "kind", "{name: class}", "  svm: {method: one_vs_rest_svm, ridge: [0.1, 1]}\n"},
    {"vector", "y, z", "{name: linear}",
     "  closed: {method: kernel_dependency_estimation, ridge: [0.01, 1], decoder: {name: closed_form}}\n"},
    {"label_set", "tags", "{name: label_set}", ""},
    {"string", "word", "{name: n_gram, length: 2}", ""}};

struct GramPlace : testing::PlanePlace {
  /// Every record of a config, by learner, fold and repetition.
  std::map<std::string, suite::records::ResultRecord> records(const std::string& dataset,
                                                              const std::string& learners) const {
    folder.write("c.yaml",
                 "title: t\nexperiment: own_data\nseed: 1\n" + dataset + kRest + "learners:\n" + learners);
    std::map<std::string, suite::records::ResultRecord> result;
    for (const suite::records::ResultRecord& record : testing::records_of(testing::plan_of(path("c.yaml"))))
      result[fmt::format("{} {} {}", record.learner, record.outer_fold, record.repetition)] = record;
    return result;
  }

  own_data::DataFile parsed(const std::string& dataset) const {
    const suite::config::Value root =
        suite::config::parse_yaml("dataset: {name: gram, " + dataset + "}\n", path("c.yaml").string());
    const suite::config::Reader reader(root);
    own_data::DataFile file = own_data::parse_data_file(reader.map("dataset"));
    reader.finish();
    return file;
  }
  own_data::OwnData loaded(const std::string& dataset) const {
    return own_data::load_own_data(parsed(dataset));
  }
  /// The message without the folder's name.
  template <class Error = DataError>
  std::string refusal(const std::string& dataset) const {
    std::string message = testing::thrown_message<Error>([&] { loaded(dataset); });
    const std::string prefix = folder.path().string() + "/";
    for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
      message.erase(at, prefix.size());
    return message;
  }
};

void require_same_numbers(const std::map<std::string, suite::records::ResultRecord>& a,
                          const std::map<std::string, suite::records::ResultRecord>& b) {
  REQUIRE(a.size() == b.size());
  for (const auto& entry : a) {
    CAPTURE(entry.first);
    const suite::records::ResultRecord &record = entry.second, &other = b.at(entry.first);
    REQUIRE_MESSAGE(record.status == "ok", record.reason);
    REQUIRE_MESSAGE(other.status == "ok", other.reason);
    CHECK(record.chosen == other.chosen);
    REQUIRE(record.measures.size() == other.measures.size());
    for (const auto& measure : record.measures)
      CHECK(testing::is_close(arma::vec(measure.second), arma::vec(other.measures.at(measure.first)), 1e-9));
    REQUIRE(record.inner_loss.has_value() == other.inner_loss.has_value());
    if (record.inner_loss) CHECK(*record.inner_loss == doctest::Approx(*other.inner_loss).epsilon(1e-9));
  }
}

const std::string kClasses = "input: K.npy, outputs: Y.csv, columns: kind, output_kind: class";

}  // namespace

TEST_CASE("a Gram matrix gives the numbers that its samples and kernel give, for outputs of every kind") {
  const GramPlace place;
  for (const OutputsOfKind& outputs : kKinds) {
    CAPTURE(outputs.kind);
    const std::string of_outputs =
        "output_kind: " + outputs.kind + "}\noutput_kernel: " + outputs.kernel + "\nloss: squared_distance\n";
    const auto from_samples =
        place.records("dataset: {name: vectors, path: samples.csv, inputs: [a, b], fold: fold, outputs: [" +
                          outputs.columns + "], " + of_outputs + "input_kernel: {name: linear}\n",
                      kCommonLearners + outputs.learners);
    const auto from_gram =
        place.records("dataset: {name: gram, input: K.npy, outputs: Y.csv, folds: F.csv, columns: [" +
                          outputs.columns + "], " + of_outputs,
                      kCommonLearners + outputs.learners);
    require_same_numbers(from_samples, from_gram);
  }
}

TEST_CASE("outputs that are a Gram matrix themselves give the samples and distances of their kernel") {
  const GramPlace place;
  const own_data::OwnData table =
      place.loaded("input: K.npy, outputs: Y.csv, columns: [y, z], output_kind: vector");
  const auto& Y = std::get<arma::mat>(std::get<suite::data::Outputs>(table.outputs));
  const arma::mat L = Y * Y.t();
  place.write("L.npy", 0.5 * (L + L.t()));
  const std::string gram = "dataset: {name: gram, input: K.npy, folds: F.csv, outputs: ";
  for (const char* loss : {"loss: distance\n", "loss: squared_distance\n"}) {
    auto from_vectors = place.records(
        gram + "Y.csv, columns: [y, z], output_kind: vector}\noutput_kernel: {name: linear}\n" + loss,
        kCommonLearners);
    const auto from_gram = place.records(gram + "L.npy}\n" + loss, kCommonLearners);
    for (auto& entry : from_vectors) {
      CHECK(entry.second.chosen_samples == from_gram.at(entry.first).chosen_samples);
      for (const char* other : {"squared_error", "absolute_error", "r_squared"})
        entry.second.measures.erase(other);
    }
    require_same_numbers(from_vectors, from_gram);
  }
}

TEST_CASE(
    "the identity is the content of every file; folds have the order of class names and keep their texts") {
  const GramPlace place;
  const auto digest = [&](const char* name) {
    return base::sha256(base::read_file(place.path(name), 1000000));
  };
  const own_data::OwnData data = place.loaded(kClasses + ", folds: F.csv");
  CHECK(data.identity ==
        "gram " + digest("K.npy") + " outputs " + digest("Y.csv") + " folds " + digest("F.csv"));
  CHECK(place.loaded("input: K.npy, outputs: K.npy").identity ==
        "gram " + digest("K.npy") + " outputs gram " + digest("K.npy"));
  CHECK(data.ids.front() == 0);
  CHECK(data.ids.back() == 23);
  CHECK(std::vector<int>(data.folds.begin(), data.folds.begin() + 4) == std::vector<int>{0, 1, 2, 0});
  CHECK(data.fold_texts[2] == "later");
  // Without `columns` all of the table.
  place.folder.write(
      "only.csv", "p,q\n" + [] {
        std::string rows;
        for (int i = 0; i < 24; ++i) rows += fmt::format("{},{}\n", i, i * i);
        return rows;
      }());
  CHECK(place.parsed("input: K.npy, outputs: only.csv, output_kind: vector").columns.outputs ==
        std::vector<std::string>{"p", "q"});
}

TEST_CASE("a matrix that is no Gram matrix, and files of other sizes, are one line") {
  const GramPlace place;
  const arma::mat K = place.X * place.X.t();
  place.write("wide.npy", K.head_rows(20));
  arma::mat bad = K;
  bad(3, 7) = arma::datum::nan;
  place.write("nan.npy", bad);
  bad = K;
  bad(7, 3) += 0.5;
  place.write("skew.npy", bad);
  bad = -K;
  place.write("minus.npy", bad);
  place.write("small.npy", K.submat(0, 0, 9, 9));
  place.write("one.npy", arma::mat(1, 1, arma::fill::ones));
  place.folder.write("two.csv", "a,b\n1,2\n");
  place.folder.write("short.csv", "part\nx\ny\n");
  const auto of_input = [&](const char* name) {
    return place.refusal(std::string("input: ") + name +
                         ", outputs: Y.csv, columns: kind, output_kind: class");
  };
  CHECK(of_input("wide.npy") ==
        "wide.npy: expected a square Gram matrix, found 20 x 24; rows of new samples are for `preimage "
        "predict MODEL --gram`");
  CHECK(of_input("nan.npy") == "nan.npy: entry (3, 7) is nan, not a finite number");
  CHECK(of_input("skew.npy").rfind("skew.npy: not symmetric: entry (7, 3) is ", 0) == 0);
  CHECK(of_input("minus.npy").rfind("minus.npy: entry (0, 0) is -", 0) == 0);
  CHECK(of_input("one.npy") == "one.npy: expected at least 2 samples, found 1");
  CHECK(of_input("small.npy") ==
        "Y.csv: 24 samples, but small.npy has 10: expected one row each, in the same order");
  CHECK(of_input("none.npy").rfind("none.npy: cannot read: ", 0) == 0);
  CHECK(place.refusal("input: K.npy, outputs: small.npy") ==
        "small.npy: 10 samples, but K.npy has 24: expected one row each, in the same order");
  CHECK(place.refusal(kClasses + ", folds: two.csv") ==
        "two.csv: expected one column, the fold of each sample below a header line, found 2 columns");
  CHECK(place.refusal(kClasses + ", folds: short.csv") ==
        "short.csv: 2 samples, but K.npy has 24: expected one row each, in the same order");
}

TEST_CASE("keys of samples are refused beside their Gram matrix, each with what would fit") {
  const GramPlace place;
  const auto refused = [&](const std::string& rest) {
    return testing::thrown_message<suite::ConfigError>([&] { place.records(rest, kCommonLearners); });
  };
  const std::string classes = "dataset: {name: gram, " + kClasses + ", folds: F.csv}\n";
  const std::string kernel = "output_kernel: {name: class}\nloss: distance\n";
  for (const char* key : {"input_kernel: {name: linear}\n", "scale: standard\n", "missing: mean\n"}) {
    const std::string message = refused(classes + kernel + key);
    CHECK(
        message.find(
            "not beside dataset.name: gram, whose matrix holds the kernel's values already; leave it out") !=
        std::string::npos);
  }
  const std::string both = "dataset: {name: gram, input: K.npy, outputs: K.npy, folds: F.csv}\n";
  CHECK(refused(both + kernel).find("output_kernel: not beside outputs that are a Gram matrix") !=
        std::string::npos);
  CHECK(refused(both + "loss: {name: squared_error}\n").find("loss: expected ") != std::string::npos);
  CHECK(place.refusal<suite::ConfigError>("input: K.csv, outputs: Y.csv, output_kind: class")
            .find("dataset.input: expected a NumPy array, name.npy") != std::string::npos);
  CHECK(
      place.refusal<suite::ConfigError>("input: ../K.npy, outputs: Y.csv, output_kind: class")
          .find(
              "dataset.input: expected a file below the config's folder, found '../K.npy'; to read any other "
              "file, name it on the command line: --set dataset.input=FILE") != std::string::npos);
  CHECK(place.refusal<suite::ConfigError>("input: K.npy, outputs: K.npy, output_kind: class")
            .find("output_kind") != std::string::npos);
}

TEST_CASE("a table says where a matrix has an eigenvalue that rounding does not explain") {
  const GramPlace place;
  CHECK(own_data::remarks_on_definiteness(place.loaded("input: K.npy, outputs: K.npy")).empty());
  arma::mat indefinite = place.X * place.X.t();
  indefinite = 0.5 * (indefinite + indefinite.t());
  indefinite(0, 1) = indefinite(1, 0) = indefinite(0, 1) + 10.0;
  place.write("indefinite.npy", indefinite);
  const arma::vec values = arma::eig_sym(indefinite);
  const auto remarks =
      own_data::remarks_on_definiteness(place.loaded("input: indefinite.npy, outputs: K.npy"));
  REQUIRE(remarks.size() == 1);
  const std::string start = "the input Gram matrix has an eigenvalue below ";
  REQUIRE(remarks[0].rfind(start, 0) == 0);
  const double bound = std::stod(remarks[0].substr(start.size()));
  CHECK(values.min() < bound);
  CHECK(bound < 0.099 * values.min());
  // Single precision is no reason to complain.
  const arma::mat rounded =
      arma::conv_to<arma::mat>::from(arma::conv_to<arma::fmat>::from(place.X * place.X.t()));
  place.write("rounded.npy", rounded);
  CHECK(own_data::remarks_on_definiteness(place.loaded("input: rounded.npy, outputs: K.npy")).empty());
}
