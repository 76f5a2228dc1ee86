#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "preimage/outputs/forms.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "suite/data/testing_files.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
namespace fs = std::filesystem;
using own_data::OwnData;
using testing::is_close;
using testing::TemporaryFolder;
using testing::thrown_message;

namespace preimage::suite::own_data {
suite::study::Experiment make_experiment(const suite::config::Reader& root);
}

namespace {

const std::string kTable =
    "name,a,b,kind,tags,word,part\n"
    "7,1,2,\"sea, deep\",u;v,ab,0\n"
    "5,2,2.5,land,,ba,1\n"
    "+3,4,1,land,v,ab,1\n";

/// `dataset: {...}` of a config file in `folder`.
own_data::DataFile parse_in(const TemporaryFolder& folder, const std::string& dataset) {
  const suite::config::Value root =
      suite::config::parse_yaml("dataset: " + dataset + "\n", (folder.path() / "c.yaml").string());
  const suite::config::Reader reader(root);
  own_data::DataFile file = own_data::parse_data_file(reader.map("dataset"));
  reader.finish();
  CHECK_FALSE(reader.log().contains("dataset.path"));
  return file;
}

OwnData load(const std::string& text, const std::string& rest) {
  const TemporaryFolder folder;
  folder.write("t.csv", text);
  return own_data::load_own_data(parse_in(folder, "{name: vectors, path: t.csv, " + rest + "}"));
}

/// The message for a table or a file of pairs, without the folder's name.
std::string error(const std::string& name, const std::string& text, const std::string& rest) {
  const TemporaryFolder folder;
  const std::string path = folder.write(name, text).string();
  const std::string message = thrown_message<DataError>(
      [&] { own_data::load_own_data(parse_in(folder, "{path: " + name + ", " + rest + "}")); });
  return message.rfind(path, 0) == 0 ? message.substr(path.size()) : message;
}

suite::study::Experiment make(const TemporaryFolder& folder, const std::string& text) {
  const suite::config::Value root = suite::config::parse_yaml(text, (folder.path() / "c.yaml").string());
  const suite::config::Reader reader(root);
  suite::study::Experiment experiment = own_data::make_experiment(reader);
  reader.finish();
  return experiment;
}

std::shared_ptr<const suite::study::Task> draw(const TemporaryFolder& folder, const std::string& text) {
  const suite::data::DataSource source;
  return make(folder, text).draw({source, 1});
}

const std::string kVectors = "inputs: [a, b], outputs: kind, output_kind: class";

}  // namespace

TEST_CASE("a path is relative to the config's folder, and from --set to the current folder") {
  const TemporaryFolder folder;
  const auto path = [&](const std::string& typed) {
    return parse_in(folder, "{name: string_pairs, path: " + typed + "}").path;
  };
  CHECK(path("sub/p.tsv") == folder.path() / "sub/p.tsv");
  suite::config::Value root =
      suite::config::parse_yaml("dataset: {name: string_pairs, path: p.tsv}\n", "configs/c.yaml");
  suite::config::set_path(root, "dataset.path",
                          suite::config::parse_value("q.tsv", "--set dataset.path=q.tsv"));
  CHECK(own_data::parse_data_file(suite::config::Reader(root).map("dataset")).path == "q.tsv");
  CHECK(thrown_message<suite::ConfigError>([&] { parse_in(folder, "{name: string_pairs, path: [p]}"); }) ==
        folder.path().string() + "/c.yaml:1:37: dataset.path: expected a text, found a list");
}

TEST_CASE("a config names no file outside its folder, the command line any") {
  const TemporaryFolder folder, elsewhere;
  elsewhere.write("p.tsv", "a\tb\nc\td\n");
  fs::create_directory(folder.path() / "sub");
  folder.write("sub/p.tsv", "a\tb\nc\td\n");
  fs::create_symlink(elsewhere.path(), folder.path() / "out");
  fs::create_symlink(elsewhere.path() / "p.tsv", folder.path() / "p.tsv");
  fs::create_symlink("sub/p.tsv", folder.path() / "inside.tsv");
  const auto refusal = [&](const std::string& typed) {
    return thrown_message<suite::ConfigError>(
        [&] { parse_in(folder, "{name: string_pairs, path: \"" + typed + "\"}"); });
  };
  for (const std::string& typed :
       {elsewhere.path().string() + "/p.tsv", std::string("../p.tsv"), std::string("sub/../sub/p.tsv"),
        std::string("p.tsv"), std::string("out/p.tsv"), std::string("out/new.tsv"), std::string()}) {
    CHECK(refusal(typed) ==
          folder.path().string() +
              "/c.yaml:1:37: dataset.path: expected a file below the config's folder, found " +
              base::excerpt(typed) +
              "; to read any other file, name it on the command line: --set dataset.path=FILE");
  }
  for (const char* typed : {"sub/p.tsv", "./sub/p.tsv", "inside.tsv", "none.tsv"}) {
    CHECK(refusal(typed) == "(nothing was thrown)");
  }
  const std::string any = elsewhere.path().string() + "/../p.tsv";
  suite::config::Value root =
      suite::config::parse_yaml("dataset: {name: string_pairs, path: p.tsv}\n", "c.yaml");
  suite::config::set_path(root, "dataset.path", suite::config::parse_value(any, "--set dataset.path=" + any));
  CHECK(own_data::parse_data_file(suite::config::Reader(root).map("dataset")).path == any);
}

TEST_CASE("the identity is the kind and the content, compressed or not") {
  const TemporaryFolder folder;
  folder.write("t.csv", kTable);
  folder.write("t.csv.gz", suite::data::gzipped(kTable));
  for (const char* name : {"t.csv", "t.csv.gz"}) {
    const std::string dataset = "{name: vectors, path: " + std::string(name) + ", " + kVectors + "}";
    CHECK(own_data::load_own_data(parse_in(folder, dataset)).identity == "vectors " + base::sha256(kTable));
  }
  folder.write("p.tsv", "a\tb\nc\td\n");
  CHECK(own_data::load_own_data(parse_in(folder, "{name: string_pairs, path: p.tsv}")).identity ==
        "string_pairs " + base::sha256("a\tb\nc\td\n"));
}

TEST_CASE("ids are whole numbers of the id column, else lines, else the samples' numbers") {
  CHECK(load(kTable, kVectors).ids == std::vector<long>{2, 3, 4});
  CHECK(load(kTable, kVectors + ", id: name").ids == std::vector<long>{7, 5, 3});
  CHECK(load(kTable, "inputs: a, outputs: b, output_kind: vector, id: tags").ids ==
        std::vector<long>{0, 1, 2});
  const std::string one_number = "i,a,b\n7,1,2\n+7,2,1\n";  // two texts, one number
  CHECK(load(one_number, "inputs: a, outputs: b, output_kind: vector, id: i").ids == std::vector<long>{0, 1});
}

TEST_CASE("folds are read where they are asked for") {
  CHECK(load(kTable, kVectors + ", fold: part").folds == std::vector<int>{0, 1, 1});
  CHECK(load(kTable, kVectors).folds.empty());
}

TEST_CASE("a column of one value is refused with its name, unless it is allowed") {
  const std::string table = "a,b,c,y\n1,3,u,2\n2,3,u,2\n";
  const std::string advice = "; leave it out, or say dataset.constant_columns: allow";
  CHECK(error("t.csv", table, "name: vectors, inputs: a, outputs: y, output_kind: vector") ==
        ":1: column 'y': every row holds '2'" + advice);
  for (const char* kind : {"class", "label_set", "string"}) {
    CHECK(error("t.csv", table, "name: vectors, inputs: a, outputs: c, output_kind: " + std::string(kind)) ==
          ":1: column 'c': every row holds 'u'" + advice);
  }
  CHECK(error("p.tsv", "a\tb\na\tc\n", "name: string_pairs") == ": inputs: every row holds 'a'" + advice);
  CHECK(error("p.tsv", "a\tb\nc\tb\n", "name: string_pairs") == ": outputs: every row holds 'b'" + advice);
  CHECK(load(table, "inputs: b, outputs: c, output_kind: class, constant_columns: allow").ids.size() == 2);
}

TEST_CASE("a draw of classes: criterion, strata, texts") {
  const TemporaryFolder folder;
  folder.write("t.csv", kTable);
  const auto task = draw(folder, "dataset: {name: vectors, path: t.csv, " + kVectors +
                                     ", fold: part}\ninput_kernel: {name: linear}\n"
                                     "output_kernel: {name: class}\nloss: distance\n");
  const auto& [inputs, outputs] = task->data;
  const arma::mat K = kernels::points_of(inputs).gram(), L = kernels::points_of(outputs).gram();
  CHECK(is_close(K, arma::mat{{5, 7, 6}, {7, 10.25, 10.5}, {6, 10.5, 17}}, 1e-15));
  CHECK(is_close(inputs.get<arma::mat>(), arma::mat{{1, 2}, {2, 2.5}, {4, 1}}, 0.0));
  CHECK(is_close(L, 0.5 * arma::mat{{1, 0, 0}, {0, 1, 1}, {0, 1, 1}}, 0.0));
  REQUIRE(task->measures.size() == 2);
  CHECK(task->measures[0].name == "classification_loss");
  CHECK(task->measures[1].name == "feature_distance");
  CHECK(task->strata == std::vector<int>{1, 0, 0});
  CHECK(task->given_folds == std::vector<int>{0, 1, 1});
  CHECK(task->class_names == std::vector<std::string>{"land", "sea, deep"});
  CHECK(task->inputs == std::vector<std::string>{"1 2", "2 2.5", "4 1"});
  CHECK(task->outputs == std::vector<std::string>{"sea, deep", "land", "land"});
}

TEST_CASE("a draw of vectors: the loss in feature space, or its square, and the squared error") {
  const TemporaryFolder folder;
  folder.write("t.csv", kTable);
  const outputs::Prediction prediction{outputs::NewVectors{arma::mat{{1.5, 1.0}}}, {}};
  for (const auto& [loss, expected] :
       {std::pair{"distance", std::sqrt(2.5)}, std::pair{"squared_distance", 2.5}}) {
    const auto task =
        draw(folder,
             "dataset: {name: vectors, path: t.csv, inputs: name, outputs: [a, b], output_kind: "
             "vector}\ninput_kernel: {name: linear}\noutput_kernel: {name: linear}\nloss: " +
                 std::string(loss) + "\n");
    REQUIRE(task->measures.size() == 3);
    CHECK(task->measures[0].name ==
          (std::string(loss) == "distance" ? "feature_distance" : "squared_feature_distance"));
    CHECK(task->measures[1].name == "squared_error");
    CHECK(is_close(task->measures[0].values(prediction, {1}).value(), arma::vec{expected}, 1e-15));
    CHECK(is_close(task->measures[1].values(prediction, {1}).value(), arma::vec{2.5}, 1e-15));
    CHECK(task->outputs == std::vector<std::string>{"1 2", "2 2.5", "4 1"});
  }
}

TEST_CASE("draws of label sets and strings have texts and the feature distance") {
  const TemporaryFolder folder;
  folder.write("t.csv", kTable);
  const auto outputs = [&](const std::string& column, const std::string& kind, const std::string& kernel) {
    const auto task = draw(folder, "dataset: {name: vectors, path: t.csv, inputs: a, outputs: " + column +
                                       ", output_kind: " + kind + "}\ninput_kernel: {name: linear}\n" +
                                       "output_kernel: " + kernel + "\nloss: distance\n");
    CHECK(task->measures.size() == (kind == "string" ? 5 : 4));
    CHECK(task->measures[0].name == "feature_distance");
    CHECK(task->measures[1].name == (kind == "string" ? "symbol_error" : "hamming_loss"));
    CHECK_FALSE(task->data.inputs.has<kernels::Strings>());
    CHECK(task->strata.empty());
    return task->outputs;
  };
  CHECK(outputs("tags", "label_set", "{name: label_set}") == std::vector<std::string>{"u;v", "", "v"});
  CHECK(outputs("word", "string", "{name: subsequence, length: 1, decay: 1}") ==
        std::vector<std::string>{"ab", "ba", "ab"});
}

TEST_CASE(
    "outputs of zero norm are candidates where the kernel has one of them at most, unless the config says") {
  const TemporaryFolder folder;
  folder.write("t.csv", kTable);
  folder.write("p.tsv", "aab\txxyy\nab\tx\nb\t\n");
  const auto candidates = [&](const std::string& dataset, const std::string& kernel,
                              const std::string& more = "") {
    const auto task =
        draw(folder, "dataset: {" + dataset + "}\n" + more + "output_kernel: " + kernel +
                         "\nloss: distance\ninput_kernel: " +
                         (dataset.find("pairs") == std::string::npos ? "{name: linear}\n"
                                                                     : "{name: spectrum, length: 1}\n"));
    return arma::conv_to<std::vector<int>>::from(outputs::candidate_marks(task->data.outputs));
  };
  using Flags = std::vector<int>;
  const std::string sets = "name: vectors, path: t.csv, inputs: a, outputs: tags, output_kind: label_set";
  const std::string pairs = "name: string_pairs, path: p.tsv";
  CHECK(candidates(sets, "{name: label_set}") == Flags{1, 1, 1});  // the second is empty
  CHECK(candidates(sets, "{name: normalised, base: {name: label_set}}") == Flags{1, 1, 1});
  CHECK(candidates(sets, "{name: label_set}", "candidates: with_norm\n") == Flags{1, 0, 1});
  CHECK(candidates(pairs, "{name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}") ==
        Flags{1, 0, 0});
  CHECK(candidates(pairs, "{name: scaled, factor: 2, base: {name: spectrum, length: 2}}") == Flags{1, 0, 0});
  CHECK(candidates(pairs, "{name: subsequence, length: 2, decay: 0.5}", "candidates: all\n") ==
        Flags{1, 1, 1});
  CHECK(candidates(pairs, "{name: subsequence, length: 1, decay: 0.5}") == Flags{1, 1, 1});
  CHECK(candidates(pairs, "{name: n_gram, length: 2}") == Flags{1, 1, 1});
  CHECK(candidates(pairs, "{name: n_gram, length: 2}", "candidates: with_norm\n") == Flags{1, 1, 0});
  CHECK(candidates(pairs, "{name: gaussian_over, sigma: 1, base: {name: spectrum, length: 2}}",
                   "candidates: with_norm\n") == Flags{1, 1, 1});
}

TEST_CASE(
    "string pairs are seen symbol by symbol, and wrong symbols are counted against the symbols there are") {
  const TemporaryFolder folder;
  folder.write("p.tsv", "aab\txxyy\nab\txy\nb\t\n");
  const auto task =
      draw(folder,
           "dataset: {name: string_pairs, path: p.tsv}\ninput_kernel: {name: spectrum, length: 1}\n"
           "output_kernel: {name: n_gram, length: 2}\nloss: distance\n");
  CHECK(task->data.inputs.get<kernels::Strings>() == std::vector<std::string>{"aab", "ab", "b"});
  CHECK(task->data.outputs.get<kernels::Strings>() == task->outputs);
  const suite::study::Measure& measure = task->measures.at(1);
  const std::optional<arma::vec> losses =
      measure.values({outputs::NewStrings{{"xyyyy", "", "x"}}}, {0, 1, 2});
  REQUIRE(losses.has_value());
  CHECK(is_close(*losses, arma::vec{2.0, 2.0, 1.0} / 2.0, 1e-15));  // 6 symbols in 3 strings: 2 on average
  CHECK(is_close(*measure.values({outputs::Chosen{{1}}}, {0}), arma::vec{0.75}, 1e-15));  // xy for xxyy
  CHECK_FALSE(measure.values({outputs::NewStrings{{"x"}}}, {2}).has_value());
  CHECK_FALSE(measure.values({outputs::Classes{{1}}}, {0}).has_value());
}

TEST_CASE("experiments on one file share what the first has read, also when the file changes meanwhile") {
  const TemporaryFolder folder;
  const std::string text = "dataset: {name: vectors, path: t.csv, fold: part, " + kVectors +
                           "}\ninput_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n";
  const suite::data::DataSource source;
  std::string first_identity;
  folder.write("t.csv", kTable);
  {
    const suite::study::Experiment first = make(folder, text), second = make(folder, text);
    first_identity = first.data_identity(source);
    folder.write("t.csv", kTable + "9,5,5,land,v,ab,1\n");
    CHECK(second.data_identity(source) == first_identity);
    CHECK(second.size(source).samples == 3);
    CHECK(second.size(source).given_folds == std::vector<int>{0, 1, 1});
  }
  const suite::study::Experiment later = make(folder, text);
  CHECK(later.data_identity(source) != first_identity);
  CHECK(later.size(source).samples == 4);
}
