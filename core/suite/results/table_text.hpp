// The table in the forms that people read.
#pragma once

#include <string>

#include "suite/results/result_table.hpp"
#include "suite/results/screen_text.hpp"

namespace preimage::suite::results {

/// Aligned text for a terminal.
Tinted table_as_text(const ResultTable& table);
/// GitHub Markdown.
std::string table_as_markdown(const ResultTable& table);
/// A booktabs tabular; special characters escaped.
std::string table_as_latex(const ResultTable& table);

}  // namespace preimage::suite::results
