// Graphs of strangers: a collection in files, between NUL bytes here, and molecules. A graph's text is read
// as the same graph.
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "preimage/samples/graph.hpp"
#include "preimage/samples/smiles.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/graph_collection.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
namespace samples = preimage::samples;
using preimage::testing::require;

namespace {

/// A refusal is a caller's mistake there.
template <class Parse>
void read_text(std::string_view text, const Parse& parse) {
  try {
    const samples::Graph graph = parse(text);
    require(!graph.nodes.empty(), "a graph has nodes");
    require(samples::parse_graph(samples::graph_text(graph)) == graph,
            "the text of a graph is read as the same");
  } catch (const std::invalid_argument& error) {
    preimage::testing::require_readable(error.what());
  }
}

void read_input(std::string_view input) {
  read_text(input, samples::parse_smiles);
  read_text(input, samples::parse_graph);
  std::vector<std::string_view> texts = data::split_fields(input, '\0');
  if (texts.size() < 2) return;
  texts.resize(5);
  const auto file = [&](std::size_t i) { return data::NamedText{"x.txt", std::string(texts[i])}; };
  const auto file_or_none = [&](std::size_t i) {
    return texts[i].empty() ? std::nullopt : std::optional(file(i));
  };
  const data::GraphCollection collection =
      data::parse_graphs({file(0), file(1), file_or_none(2), file_or_none(3), file_or_none(4)}, "x");
  require(!collection.graphs.empty() && collection.lines.size() == collection.graphs.size(),
          "a line per graph");
  require(collection.classes.empty() || collection.classes.size() == collection.graphs.size(),
          "a class per graph");
  for (const std::string& text : collection.graphs)
    require(!samples::parse_graph(text).nodes.empty(), "a graph");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
