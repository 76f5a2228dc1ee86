// The numbers and sentences that a table has in all its forms.
#pragma once

#include <string>

#include "records/result_table.hpp"

namespace preimage::records {

inline constexpr const char* kDagger = "\u2020";
inline constexpr const char* kStandInNotice =
    "STAND-IN DATA: drawn by formula, not the paper's data; no number here may be compared with the paper's";

/// Behind the word of a claim that is judged on one set of samples.
inline constexpr const char* kOnTheseSamples = " on these samples";

/// Four decimals; four digits where those would say nothing ("9.758e-05"), or too much ("3.100e+240").
std::string mean_text(double value);

/// The spread with the decimals that mean_text gives its mean: "0.0021", "1e-06".
std::string spread_text(double mean, double spread);

/// What the printed spread is: "SE over 5 folds", "of a kind that is not stated", "" where none is printed.
std::string published_spread_remark(const Published& published);

/// What the published spreads of a row are: that of the first number with one, or "".
std::string published_spread_remark(const TableRow& row);

/// One split, once: no spread of ours.
bool has_spread(const TableHead& head, const TableRow& row);

/// What the spread of ours is: "SD over 10 repetitions", "SD over folds / sqrt(folds)" of one repetition, the
/// same "of means over 10 repetitions" where these have the same splits, "" without spread.
std::string spread_remark(const TableHead& head, const TableRow& row);

/// The name of a measure: its underscores are blanks.
std::string in_words(std::string name);

/// "1 choice made after seeing the paper's numbers; explains 3 of 3"
std::string explained_text(const ResultTable& table);

/// "smoothed-0.8", or "smoothed-0.8 (modified: dataset.smoothing=2)"
std::string reading_label(const std::string& reading, const std::string& modifications);
std::string reading_label(const TableHead& head);

/// The title, and whether it says what was computed: "... train on 200", "... train on 200 (modified)".
std::string title_text(const TableHead& head);

/// The reading's note; of a modified one that it describes what the config has: "without the modification:
/// ..."
std::string note_text(const TableHead& head);

/// "smoothed-0.8 - images smoothed by ... (1 choice made after seeing the paper's numbers; explains 3 of 3)"
std::string reading_text(const ResultTable& table);

/// "60 cells, 2 failed, 3 not run"
std::string cells_text(const TableHead& head);

}  // namespace preimage::records
