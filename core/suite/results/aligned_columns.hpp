// Columns of a text for a screen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace preimage::suite::results {

enum class Align { left, right };

/// Columns that a UTF-8 text takes on a screen, of characters that take one each.
std::size_t width_of(const std::string& text);

/// A line per row, with two blanks between columns and none at the end. Each column is as wide as its longest cell, so that
/// no name breaks the lines.
/// columns  how each is aligned; a row has as many cells, or fewer
std::string aligned_columns(const std::vector<Align>& columns,
                            const std::vector<std::vector<std::string>>& rows);

}  // namespace preimage::suite::results
