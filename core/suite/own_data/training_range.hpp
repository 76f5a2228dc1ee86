// New rows beside those that a model was fitted to: what they have that no training row has.
#pragma once

#include <armadillo>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "preimage/models/column_transform.hpp"
#include "suite/data/input_rows.hpp"
#include "suite/own_data/data_file.hpp"

namespace preimage::suite::own_data {

/// How many rows, and the first lines.
struct CountedRows {
  std::size_t count = 0;
  std::vector<std::size_t> first_lines;
  void add(std::size_t line);
  /// "lines 3, 8 and 2 more"
  std::string lines_in_words() const;
  /// "3 of 50 rows have", "1 of 50 rows has"
  std::string of(std::size_t all, const char* has = "has", const char* have = "have") const;
};

/// Rows that have a field of a kind, in all and by the place of the column.
struct CountedFields {
  CountedRows rows;
  std::map<std::size_t, CountedRows> columns;
  /// is(number, column)  whether a field is of the kind
  void see(const arma::mat& numbers, const std::vector<std::size_t>& lines,
           const std::function<bool(double number, std::size_t column)>& is);
  /// Gaps that are filled: a category without a value may be a level instead.
  void see_gaps(const arma::mat& numbers, const std::vector<std::size_t>& lines,
                const suite::data::VectorColumns& columns_read);
};

/// Counts new strings that have what no training string has. Of a symbol, a character or a byte of what is no
/// UTF-8, a kernel finds nothing in any of them. Where all training strings are molecules in SMILES
/// (TextShape), a symbol is an atom as samples::parse_smiles names it ("Br", "n", "N+"), and a new text that is
/// no molecule is counted for itself; so is one of no bytes where no training string is empty.
class UnseenSymbols {
 public:
  explicit UnseenSymbols(const std::vector<std::string>& training);
  /// returns  whether it is no molecule, or has an atom, that no training string has, or is empty
  bool see(const std::string& text, std::size_t line);
  /// "2 of 5 rows have a symbol in 'smiles' that no training row has: 'Q' first (lines 3, 4)", "1 of 5 rows has
  /// no molecule in 'smiles', ..."; a line for each that there is
  /// where  "in 'smiles'";  rows  all that were seen
  std::vector<std::string> remarks(const std::string& where, std::size_t rows) const;

 private:
  std::set<std::string, std::less<>> symbols_;
  bool are_molecules_ = false, has_empty_ = false;
  std::string first_, why_none_;
  CountedRows unseen_, no_molecules_, empty_;
};

/// Counts new rows, of which four things are said:
///   gaps that were filled;
///   a number below the smallest or above the largest of its column's training rows;
///   a category that no training row has;
///   a row whose nearest training row is farther than 2 R, R the largest distance of a training row from the
///   mean of all: no two training rows are farther from each other. Distances are those after `scale` and
///   `missing`, between indicators of categories.
class TrainingRange {
 public:
  /// training  n x d, as in OwnData; kept, and looked at again where a row lies near the bound
  /// options   those of the model's inputs; of several scales one
  /// cost      O(n d)
  TrainingRange(arma::mat training, const suite::data::VectorColumns& columns,
                const models::ColumnOptions& options);
  /// cost  O(rows d), and O(n d) for each row that is more than 2 R, less the smallest distance of a training
  ///       row, and at most 3 R from the mean
  /// returns  which of these rows are far
  std::vector<bool> see(const suite::data::InputTable& rows);
  /// A line for each of the four, in this order, where there are such rows.
  std::vector<std::string> remarks() const;

 private:
  struct Unseen {
    CountedRows rows;
    std::string first_text;
    std::string read_as;  // "'no'", of a column that one indicator tells; else ""
  };
  void see_categories(const suite::data::InputTable& rows);
  std::vector<bool> see_distances(const suite::data::InputTable& rows);
  bool is_far(const arma::rowvec& row) const;

  arma::mat training_;
  suite::data::VectorColumns columns_;
  models::ColumnTransform transform_;
  arma::rowvec least_, most_;              // NaN of categories, and of columns without a value
  arma::rowvec mean_;                      // of the transformed training rows
  double largest_ = 0.0, smallest_ = 0.0;  // distance from it
  std::size_t rows_ = 0;
  CountedFields gaps_, outside_;
  CountedRows other_categories_, far_;
  std::map<std::string, Unseen> unseen_;  // by the column's name
};

}  // namespace preimage::suite::own_data
