// The numbers and sentences that a table has in all its forms.
#pragma once

#include <string>

#include "suite/records/mean_text.hpp"
#include "suite/records/result_record.hpp"
#include "suite/results/result_table.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::results {

inline constexpr const char* kDagger = "\u2020";
inline constexpr const char* kStandInNotice =
    "STAND-IN DATA: drawn by formula, not the paper's data; no number here may be compared with the paper's";

/// Behind the word of a claim that is judged on one set of samples.
inline constexpr const char* kOnTheseSamples = " on these samples";

/// What the published spreads of a row are: that of the first number with one, or "".
std::string published_spread_remark(const TableRow& row);

/// One split, once: no spread of ours.
bool has_spread(const TableHead& head, const TableRow& row);
/// The same of one number of the row: one fold of a learner that draws nothing has none beside others that
/// have.
bool has_spread(const TableHead& head, const TableRow& row, const Number& number);

/// What the spread of ours is: "SD over 10 repetitions", "SD over folds / sqrt(folds)" of one repetition, the
/// same "of means over 10 repetitions" where these have the same splits, "" without spread.
std::string spread_remark(const TableHead& head, const TableRow& row);

/// What the mean is over: "mean of 2 x 5 folds", "mean of 5 folds, each averaged over 2 repetitions", "mean
/// of 10 repetitions".
std::string mean_remark(const TableHead& head, const TableRow& row);

/// "1 choice made after seeing the paper's numbers; explains 3 of 3"
std::string explained_text(const ResultTable& table);

/// That of the table's reading.
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

/// What a learner or measure is called that no ledger names: "jkse" is "JKSE", "psnr_db" is "PSNR, dB". A key
/// that only a config has is its own name, with blanks for underscores and known words as they are called:
/// "kde_5" is "KDE 5".
std::string shown_name(const std::string& key);

/// What a learner of a config is called wherever its key need not be typed: as the paper's table heads its
/// column, unless another learner is in that column, too; else shown_name, unless that is the name of another
/// method or learner; else its key.
/// cost  O(learners)
std::string learner_title(const study::Study& study, const std::string& learner);

/// A text, and what it is of.
struct Shared {
  std::string text, by;
};
/// Adds what a text is of: each text is there once. between  the others and this one
void add_shared(std::vector<Shared>& all, const std::string& text, const std::string& by,
                const std::string& between);

/// The key with blanks for underscores.
std::string in_words(const std::string& key);

}  // namespace preimage::suite::results
