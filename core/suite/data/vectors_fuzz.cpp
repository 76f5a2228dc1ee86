// A table of the user's: each kind of output column.
#include <string>
#include <string_view>
#include <variant>

#include "suite/data/vectors.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void read_as(std::string_view input, data::OutputKind kind) {
  data::VectorColumns columns{{"a"}, {"b"}, kind, "c", "d"};
  const data::VectorData read = data::read_vectors(data::CsvReader(std::string(input), "x.csv"), columns);
  require(read.inputs.is_finite(), "inputs are finite");
  require(read.inputs.n_rows == read.ids.size() && read.folds.size() == read.ids.size(), "a row each");
  if (const auto* classes = std::get_if<data::ClassOutputs>(&read.outputs))
    for (const int label : classes->labels)
      require(static_cast<std::size_t>(label) < classes->names.size(), "a label has a name");
  if (const auto* numbers = std::get_if<arma::mat>(&read.outputs))
    require(numbers->is_finite() && numbers->n_rows == read.ids.size(), "outputs are finite");
}

void read_input(std::string_view input) {
  using data::OutputKind;
  for (const OutputKind kind :
       {OutputKind::string, OutputKind::class_label, OutputKind::label_set, OutputKind::vector})
    read_as(input, kind);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
