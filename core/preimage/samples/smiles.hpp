// Molecules as graphs, from SMILES [Weininger 1988; OpenSMILES 1.0].
#pragma once

#include <string_view>

#include "preimage/samples/graph.hpp"

namespace preimage::samples {

/// Atoms are nodes, in the order of the text, and bonds edges. Read are: the organic subset (B C N O P S F Cl
/// Br I *, aromatic b c n o p s), brackets with any element (aromatic also se and as), bonds - = # $ : / \,
/// branches, rings (0 to 9, %10 to %99) and, between molecules, dots.
///   label of a node   the element, small where it is aromatic, and the charge: "C", "c", "N+", "Fe+2", "*"
///   label of an edge  "-", "=", "#", "$" or ":"; where none is written ":" between two aromatic atoms, also
///                     of two rings, else "-"; / and \ are "-"
/// Left out of the graph are isotopes, chirality, directions of bonds, counts of hydrogens and classes of
/// atoms. Hydrogens are nodes where they are atoms of their own: [H].
/// throws  std::invalid_argument "position 5: ring 1 is never closed" for all else: also for a ring or branch
///         that is not closed, two bonds between the same atoms, ends of a ring that name different bonds
/// cost    O(bytes log bytes)
Graph parse_smiles(std::string_view text);

}  // namespace preimage::samples
