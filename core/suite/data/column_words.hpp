// Words of a config that mean several columns of a table: "all", ranges like x0-x63, and all that begin
// alike, TAG_*.
#pragma once

#include <string>
#include <vector>

namespace preimage::suite::data {

/// The word for every column that has no other use.
inline constexpr const char* kAllColumns = "all";

/// The same in a file that has a column named "all", as tables of words do.
inline constexpr const char* kAnyColumn = "*";

/// The word for the columns that an ARFF file itself calls labels.
inline constexpr const char* kLabelColumns = "labels";

/// Whether a word may mean several columns, so that the header has to tell.
bool may_name_several(const std::string& word);

/// Names as a command line has them, with commas between: "a,b" and "\"a, b\",c". A text that is a column's
/// name is that column, whatever it holds; quotes are those of CSV.
std::vector<std::string> split_names(const std::vector<std::string>& texts,
                                     const std::vector<std::string>& header);

/// What words are expanded with.
struct ColumnsAtHand {
  std::vector<std::string> header;       // of the file
  std::string source;                    // its name, for messages
  std::vector<std::string> except;       // left out of "all" and of ranges; may itself hold ranges
  std::vector<std::string> taken;        // columns of another use: left out of "all" alone
  std::vector<std::string> labels = {};  // what the file itself calls labels
  std::string labels_doubt = {};         // why it does not say for certain which these are
};

/// Whether the words are "all", or "*", and nothing else, and no column has that name.
bool names_all(const std::vector<std::string>& words, const std::vector<std::string>& header);

/// The columns that the words name, in the order of the words:
///   all, *  every column of the header, in its order, that is neither taken nor left out; no other word
///           beside it
///   x0-x63  a common beginning and two whole numbers: x0, x1, ..., x63. Where the first has zeros in front,
///           all have as many digits as it has: x08-x10. Each of them must be there, or be left out
///   TAG_*   every column of the header, in its order, that has any text, also none, in place of the star
///   labels  what the file itself calls so, refused where that is in doubt, or where it calls none so
///   else    the word itself: whether there is such a column is for the reader of the file to say
/// A column that has exactly such a name is meant in the first place.
/// throws  DataError "file:1: no column 'x7' (of x0-x63), did you mean 'X7'?", also for a column to leave out
///         that is not there, or that is named by itself, too; for "all" beside other words; where no column
///         is left
std::vector<std::string> expand_columns(const std::vector<std::string>& words, const ColumnsAtHand& at_hand);

}  // namespace preimage::suite::data
