// A NumPy array as a table: a row per entry of its first dimension, a column per entry of the others.
#pragma once

#include <string>
#include <vector>

#include "suite/data/npy.hpp"
#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

/// Columns are named by a prefix and their number: x0, x1, ..., the last dimension fastest; a single column is x. Images of n x h x
/// w become h w columns, line by line. line() counts rows from 1. Numbers keep their value: each is the shortest text that is
/// read back as the same double. A nan is a missing value. Truth values are 0 and 1.
class NpyReader final : public TableReader {
 public:
  /// throws  DataError as parse_npy_array; for more than kMaxRows rows or kMaxColumns columns, or none
  NpyReader(std::string bytes, std::string source, const std::string& prefix);
  NpyReader(const NpyReader&) = delete;  // entries are views into the bytes
  NpyReader& operator=(const NpyReader&) = delete;

  /// throws  DataError "source:row: ..." for a text that is no UTF-8, holds NUL or no character
  bool next(std::vector<std::string>& fields) override;
  NumberType number_type(std::size_t column) const override;
  bool has_names() const override { return is_named_; }
  /// Requires as many names as columns, no two alike.
  void name_columns(std::vector<std::string> names);

 private:
  std::string entry(std::size_t number) const;
  std::string text(std::string_view bytes) const;

  std::string bytes_;
  NpyArray array_;
  std::vector<std::size_t> places_;  // of a row's entries behind its first one
  std::size_t rows_ = 0, stride_ = 0, row_ = 0;
  bool is_named_ = false;
};

}  // namespace preimage::suite::data
