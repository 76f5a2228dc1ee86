#include "suite/results/table_words.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "suite/data/text_file.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::results {

namespace {

/// "KDE" of "kde", as the rows of learners write it; "" of another word.
std::string abbreviation_of(const std::string& word) {
  for (const registry::LearnerRow& row : registry::learner_table())
    if (data::lower_case(row.abbreviation) == word) return row.abbreviation;
  return "";
}

}  // namespace

std::string published_spread_remark(const TableRow& row) {
  for (const Number& number : row.numbers) {
    const std::string remark = number.published ? published_spread_remark(*number.published) : "";
    if (!remark.empty()) return remark;
  }
  return "";
}

bool has_spread(const TableHead& head, const TableRow& row) {
  return (head.repetitions > 1 && !head.same_splits) || row.folds != 1;
}

bool has_spread(const TableHead& head, const TableRow& row, const Number& number) {
  return has_spread(head, row) && number.ours && number.ours->has_spread;
}

std::string spread_remark(const TableHead& head, const TableRow& row) {
  return has_spread(head, row) ? spread_words(head.repetitions, head.same_splits) : "";
}

std::string mean_remark(const TableHead& head, const TableRow& row) {
  if (row.folds == 1) return fmt::format("mean of {} repetitions", head.repetitions);
  if (head.repetitions == 1) return fmt::format("mean of {} folds", row.folds);
  return head.same_splits
             ? fmt::format("mean of {} folds, each averaged over {} repetitions", row.folds, head.repetitions)
             : fmt::format("mean of {} x {} folds", head.repetitions, row.folds);
}

std::string explained_text(const ResultTable& table) {
  const std::optional<long> choices = table.head.choices_after_seeing;
  const std::string made = choices ? fmt::format("{} choice{} made after seeing the paper's numbers",
                                                 *choices, *choices == 1 ? "" : "s")
                                   : "choices after seeing the paper's numbers not stated";
  return fmt::format("{}; explains {} of {}", made, table.explained(), table.with_verdict());
}

std::string reading_label(const TableHead& head) {
  return records::reading_label(head.reading, head.modified);
}

std::string title_text(const TableHead& head) {
  return head.modified.empty() ? head.title : head.title + " (modified)";
}

std::string note_text(const TableHead& head) {
  return head.note.empty() || head.modified.empty() ? head.note : "without the modification: " + head.note;
}

std::string reading_text(const ResultTable& table) {
  const TableHead& head = table.head;
  std::string text = reading_label(head);
  if (!head.note.empty()) text += " - " + note_text(head);
  if (table.with_verdict() == 0) return text;
  return text + " (" + explained_text(table) + ")";
}

std::string cells_text(const TableHead& head) {
  std::string text = fmt::format("{} cells, {} failed", head.cells, head.failed);
  if (head.missing > 0) text += fmt::format(", {} not run", head.missing);
  return text;
}

void add_shared(std::vector<Shared>& all, const std::string& text, const std::string& by,
                const std::string& between) {
  const auto known = std::ranges::find(all, text, &Shared::text);
  if (known != all.end()) known->by += between + by;
  if (known == all.end()) all.push_back({text, by});
}

std::string in_words(const std::string& key) {
  std::string words = key;
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string shown_name(const std::string& key) {
  static const std::map<std::string, std::string> names = {
      {"one_vs_rest_svm", "1-vs-rest SVM"},
      {"l_bfgs", "L-BFGS"},
      {"psnr_db", "PSNR, dB"},
      {"symbol_accuracy_percent", "letters right, %"},
      {"word_accuracy_percent", "words right, %"},
      {"edit_accuracy_percent", "letters right by edit distance, %"},
      {"map_calls_per_C", "searches per C"},
  };
  if (const auto known = names.find(key); known != names.end()) return known->second;
  std::string shown;
  std::istringstream words(in_words(key));
  for (std::string word; std::getline(words, word, ' ');) {
    if (!shown.empty()) shown += " ";
    const std::string abbreviation = abbreviation_of(word);
    shown += abbreviation.empty() ? word : abbreviation;
  }
  return shown;
}

namespace {

/// Whether a name that is short for a method is short for this one: "kde" for kernel_dependency_estimation,
/// "svm" for one_vs_rest_svm.
bool is_short_for(const std::string& word, const std::string& method) {
  std::string initials;
  std::istringstream words(in_words(method));
  for (std::string part; words >> part; initials += part[0]) {
    if (part == word) return true;
  }
  return initials == word;
}

/// What a learner is called that no ledger names: as shown_name has it, unless that is the name of another
/// method. What a program of the user's runs is known to its user alone.
std::string own_title(const registry::ParsedLearner& learner, const study::Experiment& experiment) {
  std::istringstream words(experiment.outside ? "" : in_words(learner.name));
  for (std::string word; words >> word;) {
    if (!abbreviation_of(word).empty() && !is_short_for(word, learner.method)) return in_words(learner.name);
  }
  return shown_name(learner.name);
}

}  // namespace

std::string learner_title(const study::Study& study, const std::string& learner) {
  std::map<std::string, std::string> columns;  // of the paper's table, by learner
  for (const records::LedgerEntry& entry : records::entries_of(study.ledger, study.reproduces))
    if (!entry.learner.empty()) columns.emplace(entry.learner, entry.column_title);
  const auto is_of_another = [&](const std::string& title, const auto& titles) {
    return std::ranges::any_of(
        titles, [&](const auto& other) { return other.first != learner && other.second == title; });
  };
  const auto column = columns.find(learner);
  if (column != columns.end() && !is_of_another(column->second, columns)) return column->second;
  std::map<std::string, std::string> own;
  for (const study::Reading& reading : study.readings)
    for (const registry::ParsedLearner& other : reading.learners)
      if (!own.contains(other.name)) own.emplace(other.name, own_title(other, reading.experiment));
  const auto known = own.find(learner);
  const std::string title = known == own.end() ? shown_name(learner) : known->second;
  return is_of_another(title, own) || is_of_another(title, columns) ? learner : title;
}

}  // namespace preimage::suite::results
