// Models with valid sums whose facts and arrays a stranger has rewritten: loading refuses them in a line, or
// what was loaded predicts. An input chooses a model, then per rewriting an array or a fact and what becomes
// of it.
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "preimage/models/model_file.hpp"
#include "suite/model/testing_model.hpp"
#include "testing/fuzz_target.hpp"
#include "testing/temporary_folder.hpp"

namespace {

using namespace preimage;
using namespace preimage::suite;
using preimage::testing::require;
using Integers = std::vector<std::int64_t>;

/// A byte of the input after the other; zero behind its end.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  bool any() const { return !bytes_.empty(); }
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : next() % limit; }
  std::size_t next() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  std::string text() {
    const std::size_t count = std::min(below(24), bytes_.size());
    std::string text(bytes_.substr(0, count));
    bytes_.remove_prefix(count);
    return text;
  }

 private:
  std::string_view bytes_;
};

/// Files of one data set and the models of learners of each kind, fitted once per process.
class Models {
 public:
  Models() {
    std::string table = "a,b,kind,y,z,tags,word\n";
    const char* const kinds[] = {"u", "v", "w"};
    const char* const tags[] = {"p;q", "", "q"};
    const char* const words[] = {"ab", "abc", "cb"};
    for (int i = 0; i < 18; ++i) {
      table += std::to_string(i % 7) + "." + std::to_string(i % 3) + "," + std::to_string((i * i) % 5) + "," +
               kinds[i % 3] + "," + std::to_string(i % 4) + ".5," + std::to_string(i) + "," + tags[i % 3] +
               "," + words[(i / 2) % 3] + "\n";
    }
    folder_.write("d.csv", table);
    inputs_ = folder_.write("new.csv", "a,b\n0.5,1\n3.25,4\n6,0\n");
    const std::string kde = "{method: kernel_dependency_estimation, ridge: [0.1]",
                      wide = "{name: gaussian, sigma: 3}";
    fit("class", "kind", "{name: class}", "{method: one_vs_rest_svm, ridge: [0.1]}");
    fit("class", "kind", "{name: class}", "{method: nearest_neighbours, k: [2]}");
    fit("class", "kind", "{name: class}", "{method: joint_kernel_support_estimation, nu: [0.5]}");
    fit("class", "kind", "{name: class}", "{method: component_ridge, ridge: [0.1]}");
    fit("class", "kind", "{name: class}", kde + "}");
    fit("class", "kind", "{name: class}", kde + ", map: {landmarks: 5}}");
    fit("vector", "y, z", wide, kde + ", map: {landmarks: 5, choose: kmeans}, decoder: {name: fixed_point}}");
    fit("vector", "y, z", wide,
        kde + ", n_components: 2, decoder: {name: distance_constraint, neighbours: 4}}");
    fit("vector", "y, z", wide,
        "{method: kernel_dependency_estimation, map: support_vector_regression, C: 2, decoder: {name: "
        "fixed_point}}");
    fit("vector", "y, z", wide, kde + ", output_sketch: {kind: p_sparsified_gaussian, size: 6}}");
    fit("vector", "y, z", "{name: linear}", kde + ", decoder: {name: closed_form}}", "scale: standard\n");
    fit("vector", "y, z", "{name: linear}", "{method: mean_output}");
    fit("label_set", "tags", "{name: label_set}", kde + "}");
    fit("string", "word", "{name: n_gram, length: 2}", kde + "}");
  }
  std::size_t size() const { return files_.size(); }
  const models::ModelFile& file(std::size_t i) const { return files_[i]; }
  const std::filesystem::path& inputs() const { return inputs_; }

 private:
  void fit(const std::string& kind, const std::string& columns, const std::string& kernel,
           const std::string& learner, const std::string& more = "") {
    const std::filesystem::path config = folder_.write(
        "c.yaml",
        "title: t\nexperiment: own_data\nseed: 1\ndataset: {name: vectors, path: d.csv, output_kind: " +
            kind + ", outputs: [" + columns +
            "], inputs: [a, b]}\n"
            "protocol: {outer: {folds: 3}, inner: {folds: 2}}\ninput_kernel: {name: gaussian, sigma: 2}\n"
            "output_kernel: " +
            kernel + "\nloss: distance\n" + more + "learners:\n  one: " + learner +
            "\nprofiles: {quick: {repetitions: 1, readings: all}}\n");
    files_.push_back(testing::fitted(config).file);
  }

  testing::TemporaryFolder folder_;
  std::filesystem::path inputs_;
  std::vector<models::ModelFile> files_;
};

double odd_number(Bytes& bytes) {
  constexpr double kNumbers[] = {0.0,
                                 -0.0,
                                 -1.0,
                                 0.5,
                                 1.0,
                                 2.0,
                                 3.0,
                                 17.0,
                                 18.0,
                                 1e300,
                                 -1e300,
                                 1e-300,
                                 4503599627370497.5,
                                 std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity()};
  return kNumbers[bytes.below(std::size(kNumbers))];
}

std::int64_t odd_integer(Bytes& bytes) {
  constexpr std::int64_t kNumbers[] = {0,
                                       1,
                                       -1,
                                       2,
                                       3,
                                       17,
                                       18,
                                       1LL << 31,
                                       1LL << 32,
                                       std::numeric_limits<std::int64_t>::max(),
                                       std::numeric_limits<std::int64_t>::min()};
  return kNumbers[bytes.below(std::size(kNumbers))];
}

struct Rewrite {
  Bytes& bytes;
  void operator()(arma::mat& matrix) const {
    switch (bytes.below(6)) {
      case 0:
        if (!matrix.is_empty()) matrix = arma::mat(matrix.t());
        break;
      case 1:
        matrix.resize(bytes.below(40), bytes.below(40));
        break;
      case 2:
        matrix.resize(matrix.n_rows, matrix.n_cols + 1 + bytes.below(3));
        break;
      case 3:
        matrix.resize(matrix.n_rows + 1, matrix.n_cols);
        break;
      case 4:
        if (matrix.n_rows > 0) matrix.shed_row(0);
        break;
      default:
        if (!matrix.is_empty()) matrix(bytes.below(matrix.n_elem)) = odd_number(bytes);
    }
  }
  void operator()(Integers& numbers) const {
    switch (bytes.below(4)) {
      case 0:
        numbers.resize(bytes.below(40));
        break;
      case 1:
        numbers.push_back(odd_integer(bytes));
        break;
      case 2:
        if (!numbers.empty()) numbers.pop_back();
        break;
      default:
        if (!numbers.empty()) numbers[bytes.below(numbers.size())] = odd_integer(bytes);
    }
  }
  void operator()(std::string& text) const {
    if (bytes.below(2) == 0)
      text.resize(bytes.below(64));
    else
      text.insert(text.size() / 2, bytes.text());
  }
};

void rewrite_array(models::ModelFile& file, Bytes& bytes) {
  if (file.arrays.empty()) return;
  const auto at =
      std::next(file.arrays.begin(), static_cast<std::ptrdiff_t>(bytes.below(file.arrays.size())));
  const auto other =
      std::next(file.arrays.begin(), static_cast<std::ptrdiff_t>(bytes.below(file.arrays.size())));
  switch (bytes.below(6)) {
    case 0:
      file.arrays.erase(at);
      break;
    case 1:
      std::swap(at->second, other->second);
      break;
    case 2:
      at->second = other->second;
      break;
    case 3:
      file.arrays[bytes.text()] = at->second;
      break;
    default:
      std::visit(Rewrite{bytes}, at->second);
  }
}

void rewrite_fact(models::ModelFile& file, Bytes& bytes) {
  if (file.facts.empty()) return;
  const auto at = std::next(file.facts.begin(), static_cast<std::ptrdiff_t>(bytes.below(file.facts.size())));
  const auto other =
      std::next(file.facts.begin(), static_cast<std::ptrdiff_t>(bytes.below(file.facts.size())));
  switch (bytes.below(5)) {
    case 0:
      file.facts.erase(at);
      break;
    case 1:
      at->second = other->second;
      break;
    case 2:
      at->second = std::to_string(odd_integer(bytes));
      break;
    case 3:
      file.facts["parameters." + bytes.text()] = bytes.text();
      break;
    default:
      at->second = bytes.text();
  }
}

void read_input(std::string_view input) {
  static const Models fitted;
  Bytes bytes(input);
  models::ModelFile file = fitted.file(bytes.below(fitted.size()));
  for (int i = 0; i < 8 && bytes.any(); ++i)
    (bytes.below(4) == 0 ? rewrite_fact : rewrite_array)(file, bytes);
  const auto table = testing::predicted(testing::restored(std::move(file)), {fitted.inputs()}).table;
  require(table.rows.size() == 3, "each input has a prediction");
  for (const auto& row : table.rows)
    require(row.size() == table.header.size(), "a row is as long as the header");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
