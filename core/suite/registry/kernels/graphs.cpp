#include <memory>
#include <string_view>
#include <utility>

#include "preimage/kernels/graph_kernels.hpp"
#include "preimage/kernels/parsed_kernel.hpp"
#include "preimage/samples/smiles.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Choice kNotation{
    "notation", "graph | smiles",
    "what a text is: nodes and edges (C;C;O | 1-2 2-3), as a folder of graphs is read; or a "
    "molecule"};
constexpr const char* kTexts = "graphs, or molecules in SMILES";
constexpr Integer kRounds{"rounds", 0, 100, "h, how far around a node its labels see"};
constexpr Flag kEdgeLabels{"edge_labels", "a neighbour counts with the label of its edge"};

/// The kernel on graphs, of texts in the config's notation.
kernels::KernelPtr<kernels::Strings> of_texts(const config::Reader& reader,
                                              kernels::SharedKernel<kernels::Graphs> kernel) {
  return std::make_unique<kernels::ParsedKernel<samples::Graph>>(
      std::move(kernel), kNotation.is(reader, "smiles") ? samples::parse_smiles : samples::parse_graph);
}

kernels::KernelPtr<kernels::Strings> make_weisfeiler_lehman(const config::Reader& reader) {
  const auto rounds = kRounds.read_as<int>(reader);
  const bool sees_edge_labels = reader.has(kEdgeLabels.name) && kEdgeLabels.read(reader);
  return of_texts(reader, kernels::share(kernels::WeisfeilerLehmanKernel(rounds, sees_edge_labels)));
}

template <class Kernel>
kernels::KernelPtr<kernels::Strings> make_graph_kernel(const config::Reader& reader) {
  return of_texts(reader, kernels::share(Kernel()));
}

}  // namespace

void add_graphs(KernelTable& table) {
  auto& rows = table.rows<kernels::Strings>();
  rows.push_back({"weisfeiler_lehman", 1, "subtrees of graphs: the labels around each node, in rounds 0 to h",
                  facts_of(kRounds, kEdgeLabels, kNotation),
                  "{name: weisfeiler_lehman, rounds: 3, notation: graph}", make_weisfeiler_lehman, false,
                  kTexts});
  const auto add = [&](const std::string& name, const char* summary, auto* make) {
    rows.push_back({name, 1, summary, facts_of(kNotation), "{name: " + name + ", notation: graph}", make,
                    false, kTexts});
  };
  add("shortest_path", "pairs of nodes of graphs: both labels, and how far they are apart",
      make_graph_kernel<kernels::ShortestPathKernel>);
  add("vertex_histogram", "labels of the nodes of graphs", make_graph_kernel<kernels::VertexHistogramKernel>);
  add("edge_histogram", "labels of the edges of graphs", make_graph_kernel<kernels::EdgeHistogramKernel>);
}

}  // namespace preimage::suite::registry
