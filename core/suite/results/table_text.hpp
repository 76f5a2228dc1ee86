// The table in the forms that people read and programs take.
#pragma once

#include <string>

#include "suite/results/result_table.hpp"

namespace preimage::suite::results {

/// Aligned text for a terminal.
std::string table_as_text(const ResultTable& table);
/// GitHub Markdown.
std::string table_as_markdown(const ResultTable& table);
/// A booktabs tabular; special characters escaped.
std::string table_as_latex(const ResultTable& table);

/// One line per number, all digits: the form that `preimage check` compares. A table of several readings is
/// their rows below one header.
std::string csv_header();
std::string table_as_csv_rows(const ResultTable& table);

}  // namespace preimage::suite::results
