// The table in the forms that people read.
#pragma once

#include <string>

#include "suite/render/screen_text.hpp"
#include "suite/results/result_table.hpp"

namespace preimage::suite::render {

/// Aligned text for a terminal.
Tinted table_as_text(const results::ResultTable& table);
/// GitHub Markdown.
std::string table_as_markdown(const results::ResultTable& table);
/// A booktabs tabular; special characters escaped.
std::string table_as_latex(const results::ResultTable& table);

}  // namespace preimage::suite::render
