// The table in the forms that people read.
#pragma once

#include <string>

#include "suite/render/screen_text.hpp"
#include "suite/results/result_table.hpp"

namespace preimage::suite::render {

/// Aligned text for a terminal.
Tinted table_as_text(const results::ResultTable& table);
/// What inner folds chose, a line each with how many outer folds have it; "" where nothing was chosen.
std::string choices_as_text(const results::ResultTable& table);
/// GitHub Markdown.
std::string table_as_markdown(const results::ResultTable& table);
/// A booktabs tabular; special characters escaped.
std::string table_as_latex(const results::ResultTable& table);

}  // namespace preimage::suite::render
