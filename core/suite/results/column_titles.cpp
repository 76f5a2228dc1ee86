#include "suite/results/column_titles.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

#include "suite/data/text_file.hpp"
#include "suite/records/ledger_columns.hpp"

namespace preimage::suite::results {

std::string folded(const std::string& text) {
  std::string letters = data::lower_case(text);
  for (const std::string_view dash : {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212"}) {
    for (std::size_t at = 0; (at = letters.find(dash)) != std::string::npos;) letters.erase(at, dash.size());
  }
  std::erase_if(letters, [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0; });
  return letters.empty() ? text : letters;
}

bool is_fact(const std::string& title) {
  static const std::set<std::string> kFacts = {"mean", "sd", "count", "sd_over_folds", "low", "high"};
  return kFacts.contains(title) ||
         std::any_of(records::kLedgerColumns.begin() + records::kValue, records::kLedgerColumns.end(),
                     [&](const records::LedgerColumn& known) { return known.name == title; });
}

std::string known_title(const std::string& title) {
  return title == "+-" || title == "+/-" || title == "±" ? "spread" : title;
}

bool is_called(const std::string& title, Called what) {
  static const std::map<Called, std::set<std::string>> kWords = {
      {Called::method,
       {"learner", "method", "model", "algorithm", "approach", "classifier", "estimator", "system", "agent"}},
      {Called::task,
       {"dataset", "data", "task", "benchmark", "table", "measure", "metric", "corpus", "language", "game",
        "domain", "environment", "env", "problem", "subject", "target", "split", "class", "site"}},
      {Called::run,
       {"seed", "split", "run", "fold", "repetition", "repeat", "rep", "trial", "draw", "index",
        "random_state"}},
      {Called::fold, {"fold", "folds", "foldid", "kfold", "cvfold", "testfold", "outerfold"}},
      {Called::step, {"epoch", "step", "iteration", "iter", "checkpoint"}}};
  const std::set<std::string>& words = kWords.at(what);
  // Of runs the title as it is, for is_of_one_run cuts it where their number begins.
  const std::string word = what == Called::run ? data::lower_case(title) : folded(title);
  const bool may_be_several = (what == Called::method || what == Called::task) && word.ends_with('s');
  return words.contains(word) || (may_be_several && words.contains(word.substr(0, word.size() - 1)));
}

bool is_of_one_run(const std::string& title) {
  return is_called(title.substr(0, title.find_first_of(" _#-0123456789")), Called::run);
}

}  // namespace preimage::suite::results
