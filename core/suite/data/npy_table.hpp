// A NumPy array as a table: a row per entry of its first dimension, a column per entry of the others.
#pragma once

#include <string>
#include <vector>

#include "suite/data/npy.hpp"
#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

/// Columns are named by a prefix and their number: x0, x1, ..., the last dimension fastest; a single column
/// is x. Images of n x h x w become h w columns, line by line. line() counts rows from 1. A number's text is
/// the shortest one that is read back as the same double. A nan is a missing value. Truth values are 0 and 1.
class NpyReader final : public TableReader {
 public:
  /// throws  DataError as parse_npy_array; for more than kMaxRows rows or kMaxColumns columns, or none
  NpyReader(std::string bytes, std::string source, const std::string& prefix);
  NpyReader(const NpyReader&) = delete;  // entries are views into the bytes
  NpyReader& operator=(const NpyReader&) = delete;

  using TableReader::next;
  bool next() override;
  /// throws  DataError "source:row: ..." for a text that is no UTF-8, holds NUL or no character
  const std::string& text(std::size_t column) const override;
  std::optional<double> number(std::size_t column) const override;
  NumberType number_type(std::size_t column) const override;
  bool has_names() const override { return is_named_; }
  /// Requires that no two are alike.
  bool name_columns(const std::vector<std::string>& names) override;

 private:
  std::string_view bytes_of(std::size_t column) const;
  std::string words(std::string_view bytes) const;

  std::string bytes_;
  NpyArray array_;
  mutable std::vector<std::string> texts_;  // of a row, as far as they are asked for
  std::vector<std::size_t> places_;         // of a row's entries behind its first one
  std::size_t rows_ = 0, stride_ = 0, row_ = 0;
  bool is_named_ = false;
};

}  // namespace preimage::suite::data
