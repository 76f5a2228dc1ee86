#include "suite/results/table_words.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

namespace preimage::suite::results {

namespace {

std::string upper(std::string word) {
  for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
  return word;
}

}  // namespace

std::string published_spread_remark(const TableRow& row) {
  for (const TableNumber& number : row.numbers) {
    const std::string remark = number.published ? published_spread_remark(*number.published) : "";
    if (!remark.empty()) return remark;
  }
  return "";
}

bool has_spread(const TableHead& head, const TableRow& row) {
  return (head.repetitions > 1 && !head.same_splits) || row.folds != 1;
}

bool has_spread(const TableHead& head, const TableRow& row, const TableNumber& number) {
  return has_spread(head, row) && number.ours && number.ours->has_spread;
}

std::string spread_remark(const TableHead& head, const TableRow& row) {
  if (!has_spread(head, row)) return "";
  if (head.repetitions == 1) return "SD over folds / sqrt(folds)";
  if (!head.same_splits) return fmt::format("SD over {} repetitions", head.repetitions);
  return fmt::format("SD over folds / sqrt(folds), of means over {} repetitions", head.repetitions);
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

std::string in_words(const std::string& key) {
  std::string words = key;
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string shown_name(const std::string& key) {
  static const std::map<std::string, std::string> names = {
      {"kde", "KDE"},
      {"jkse", "JKSE"},
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
    shown += word == "kde" || word == "jkse" || word == "svm" ? upper(word) : word;
  }
  return shown;
}

std::string learner_title(const study::Study& study, const std::string& learner) {
  const std::vector<records::LedgerEntry> entries = records::entries_of(study.ledger, study.reproduces);
  const auto own = std::find_if(entries.begin(), entries.end(),
                                [&](const records::LedgerEntry& entry) { return entry.learner == learner; });
  if (learner.empty() || own == entries.end()) return shown_name(learner);
  const bool is_shared = std::any_of(entries.begin(), entries.end(), [&](const records::LedgerEntry& entry) {
    return entry.column_title == own->column_title && entry.learner != learner;
  });
  return is_shared ? shown_name(learner) : own->column_title;
}

}  // namespace preimage::suite::results
