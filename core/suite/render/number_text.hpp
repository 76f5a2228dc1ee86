// A number of a table in words: the same on a terminal, in a document and on a page.
#pragma once

#include <string>

#include "suite/results/result_table.hpp"

namespace preimage::suite::render {

/// As printed: "0.0798 +- 0.0067", or "" where nothing is published.
std::string published_text(const std::optional<records::Published>& published);

/// Whether the row says intervals in place of spreads: it has some, and nothing published beside them.
bool has_intervals(const results::TableRow& row);

/// Ours with its SD over repetitions, unless the row has intervals, and a dagger where pre-images did not
/// converge; "-" for one that should be there and is not, "" where the learner has no such measure.
std::string ours_text(const results::TableHead& head, const results::TableRow& row,
                      const results::Number& number);

/// Whether intervals of the row lie around estimates of their own, for the model that is fitted to all
/// samples.
bool has_estimates(const results::TableRow& row);

/// "0.0352"; "-" and "" as above.
std::string estimate_text(const results::Number& number);

/// "0.0214 to 0.0480", "all equal"; "-" and "" as above.
std::string interval_text(const results::Number& number);

/// "interval of the mean", "interval of the corrected number"
std::string interval_remark(const results::TableRow& row);

/// Its spread over the folds of a repetition: "+- 0.0052"; "-" and "" as above.
std::string fold_spread_text(const results::Number& number);

/// Which spreads those are: "+- SE over 5 folds"; "+- SD over 10 repetitions", "one split: no spread", or
/// beside intervals "mean of 2 x 5 folds"; "SE over 5 folds, averaged over repetitions".
std::string published_remark(const results::TableRow& row);
std::string ours_remark(const results::TableHead& head, const results::TableRow& row);
std::string fold_remark(const results::TableRow& row);

/// "< 0.0001", else 2 significant digits.
std::string p_text(double p);

/// "p, 95 %: corrected resampled t-test ...", or each behind its own word: what is behind p-values and
/// intervals; "" where there are none.
std::string tests_line(const results::ResultTable& table);

/// What p-values are corrected for, what chose, and where the differences are told; "" where nothing is
/// tested, or numbers of a paper have no intervals.
std::string corrections_line(const results::ResultTable& table);

/// The tests behind a table's p-values, each once; "" where nothing is tested.
std::string tests_text(const results::ResultTable& table);

/// Whether any number of the row is published.
bool any_published(const results::TableRow& row);

/// "holds"
std::string word(results::ClaimVerdict verdict);

/// "holds", "tie", "fails", or "-" where it could not be judged. Where repetitions cut the same samples
/// again, or nothing is drawn, this says nothing of other samples: "holds on these samples".
std::string claim_word(const results::TableHead& head, const results::TableClaim& claim);

/// "squared error, KDE: no number, its mean or spread is not finite"
std::string not_finite_text(const std::string& number);

/// The rows of a learner's choices: its title, "sigma = 2, ridge = 0.1", "6 of 10", "0.0412".
std::vector<std::vector<std::string>> choice_rows(const results::LearnerChoices& learner);

}  // namespace preimage::suite::render
