#include "experiments/report.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "base/file.hpp"
#include "experiments/gate/provenance.hpp"
#include "experiments/run_cell.hpp"
#include "records/table_text.hpp"

namespace preimage::experiments {

namespace fs = std::filesystem;

namespace {

/// The records of one reading, by learner, repetition and fold.
class ReadingRecords {
 public:
  ReadingRecords(const SelectedReading& selected, records::RecordStore& store) : selected_(selected) {
    for (const Cell& cell : selected.cells) {
      std::optional<records::ResultRecord> record = store.find(cell.key);
      ++(record ? (record->status == "ok" ? ok_ : failed_) : missing_);
      if (record) records_[{cell.learner->name, cell.repetition, cell.outer_fold}] = std::move(*record);
      folds_ = std::max(folds_, cell.outer_fold + 1);
    }
  }

  /// Of a finished or a failed cell; nullptr where there is none.
  const records::ResultRecord* any(const std::string& learner, int repetition, int fold) const {
    const auto found = records_.find({learner, repetition, fold});
    return found == records_.end() ? nullptr : &found->second;
  }

  const records::ResultRecord* find(const std::string& learner, int repetition, int fold) const {
    const records::ResultRecord* record = any(learner, repetition, fold);
    return record == nullptr || record->status != "ok" ? nullptr : record;
  }

  /// Empty where no record of the learner has the measure: it does not apply.
  records::FoldLosses losses(const std::string& measure, const std::string& learner) const {
    records::FoldLosses result(static_cast<std::size_t>(selected_.repetitions));
    bool applies = false;
    bool any_record = false;
    for (int repetition = 0; repetition < selected_.repetitions; ++repetition) {
      for (int fold = 0; fold < folds_; ++fold) {
        const records::ResultRecord* record = find(learner, repetition, fold);
        any_record = any_record || record != nullptr;
        std::optional<double> value;
        if (record != nullptr && record->measures.contains(measure)) {
          value = records::mean(record->measures.at(measure));
          applies = true;
        }
        result[static_cast<std::size_t>(repetition)].push_back(value);
      }
    }
    return applies || !any_record ? result : records::FoldLosses{};
  }

  /// Those of the test samples first, then those of the fit as a whole; each by name.
  std::vector<std::string> measures() const {
    std::map<std::string, bool> of_fit;
    for (const auto& [place, record] : records_) {
      for (const auto& [name, values] : record.measures) {
        const bool has_samples = values.size() == record.samples.size();
        of_fit[name] = !has_samples && (!of_fit.contains(name) || of_fit[name]);
      }
    }
    std::vector<std::string> names;
    for (const auto& [name, is_of_fit] : of_fit) names.push_back(name);
    std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return !of_fit[name]; });
    return names;
  }

  /// (test samples that an iterative decoder of the learner gave up on, all that one worked on)
  std::pair<std::size_t, std::size_t> unconverged(const std::string& learner) const {
    std::size_t count = 0;
    std::size_t all = 0;
    for (const auto& [place, record] : records_) {
      const auto found = record.diagnostics.find("converged");
      if (std::get<0>(place) != learner || found == record.diagnostics.end()) continue;
      count += static_cast<std::size_t>(std::count(found->second.begin(), found->second.end(), 0.0));
      all += found->second.size();
    }
    return {count, all};
  }

  std::size_t failed() const { return failed_; }
  std::size_t missing() const { return missing_; }

 private:
  const SelectedReading& selected_;
  std::map<std::tuple<std::string, int, int>, records::ResultRecord> records_;
  std::size_t ok_ = 0, failed_ = 0, missing_ = 0;
  int folds_ = 0;
};

std::vector<records::LedgerEntry> ledger_of(const Study& study) {
  if (study.reproduces.empty()) return {};
  const fs::path path = project_root() / "experiments" / study.experiment / "published.csv";
  return records::entries_of(records::load_ledger(path), study.reproduces);
}

std::vector<std::string> learner_names(const Reading& reading) {
  std::vector<std::string> names;
  for (const validation::ParsedLearner& learner : reading.learners) names.push_back(learner.name);
  return names;
}

/// The same with every loss passed through a function.
records::FoldLosses transformed(records::FoldLosses losses, const std::function<double(double)>& f) {
  for (auto& repetition : losses) {
    for (std::optional<double>& loss : repetition) {
      if (loss) loss = f(*loss);
    }
  }
  return losses;
}

/// Nothing where the claim is not meant for the reading, or it leaves a learner out.
std::optional<records::TableClaim> judged(const Claim& claim, const Reading& reading,
                                          const std::vector<std::string>& learners,
                                          const ReadingRecords& found) {
  if (std::count(claim.readings.begin(), claim.readings.end(), reading.name) == 0) return std::nullopt;
  const auto* better = std::get_if<std::string>(&claim.better);
  const auto* worse = std::get_if<std::string>(&claim.worse);
  for (const std::string* learner : {better, worse}) {
    if (learner != nullptr && std::count(learners.begin(), learners.end(), *learner) == 0)
      return std::nullopt;
  }
  // A number stands for a learner that always has it.
  const auto losses = [&](const ClaimSide& side, const ClaimSide& other) {
    if (const auto* learner = std::get_if<std::string>(&side)) return found.losses(claim.measure, *learner);
    return transformed(found.losses(claim.measure, std::get<std::string>(other)),
                       [&](double) { return std::get<double>(side); });
  };
  const records::FoldLosses low = losses(claim.better, claim.worse);
  const records::FoldLosses high =
      transformed(losses(claim.worse, claim.better), [&](double loss) { return loss + claim.margin; });
  return records::TableClaim{claim.text, records::judge_claim(low, high, reading.experiment.has_chance)};
}

records::ResultTable table_from(const SelectedReading& selected, const ReadingRecords& found, bool stand_in) {
  const Study& study = *selected.study;
  const Reading& reading = *selected.reading;
  records::TableHead head;
  head.title = study.title;
  head.reproduces = table_name(study);
  head.reading = reading.name;
  head.note = reading.note;
  head.choices_after_seeing = reading.choices_after_seeing;
  head.repetitions = selected.repetitions;
  head.has_chance = reading.experiment.has_chance;
  head.stand_in = stand_in && reading.experiment.has_stand_in;
  head.cells = selected.cells.size();
  head.failed = found.failed();
  head.missing = found.missing();
  const auto losses = [&](const std::string& measure, const std::string& learner) {
    return found.losses(measure, learner);
  };
  std::vector<std::string> learners = learner_names(reading);
  std::vector<records::LedgerEntry> entries = ledger_of(study);
  std::erase_if(entries, [&](const records::LedgerEntry& entry) {  // a reading that leaves a learner out
    return !entry.learner.empty() &&
           std::find(learners.begin(), learners.end(), entry.learner) == learners.end();
  });
  records::ResultTable table =
      records::build_table(head, entries, found.measures(), learners, losses, reading.places);
  for (const std::string& learner : learners) {
    const auto [count, all] = found.unconverged(learner);
    records::mark_unconverged(table, learner, count, all);
  }
  for (const Claim& claim : study.claims) {
    if (const auto with_verdict = judged(claim, reading, learners, found))
      table.claims.push_back(*with_verdict);
  }
  return table;
}

/// The figures of a config's first selected reading, from its first repetition.
void write_figures(const SelectedReading& selected, const ReadingRecords& found, const DataSource& data,
                   const fs::path& stem, WrittenTable& written) {
  if (selected.reading->experiment.figures.empty()) return;
  const std::shared_ptr<const Task> task = draw_task(*selected.study, *selected.reading, 0, data);
  const FigureContext context{
      *task, data.stand_in && selected.reading->experiment.has_stand_in,
      [&](const std::string& learner, int fold) { return found.find(learner, 0, fold); },
      [&](const std::string& learner, int fold,
          const validation::Indices& samples) -> std::optional<validation::Prediction> {
        const auto cell = std::find_if(selected.cells.begin(), selected.cells.end(), [&](const Cell& c) {
          return c.learner->name == learner && c.repetition == 0 && c.outer_fold == fold;
        });
        const records::ResultRecord* record = found.find(learner, 0, fold);
        if (record == nullptr) return std::nullopt;
        return predict_again(*cell, *task, *record, samples);
      }};
  for (const Figure& figure : selected.reading->experiment.figures) {
    const std::string bytes = figure.draw(context);
    const fs::path path = stem.string() + "_" + figure.file;
    if (bytes.empty()) {
      fs::remove(path);  // an older picture beside a table that lacks its numbers would mislead
      continue;
    }
    base::write_file_durably(path, bytes);
    written.files.push_back(path);
  }
}

std::string timing_rows(const SelectedReading& selected, const ReadingRecords& found) {
  std::string rows;
  for (const Cell& cell : selected.cells) {
    const records::ResultRecord* record = found.any(cell.learner->name, cell.repetition, cell.outer_fold);
    if (record == nullptr) continue;
    rows += fmt::format("{},{},{},{},{},{:.6f},{}\n", csv_quoted(selected.study->config),
                        csv_quoted(selected.reading->name), csv_quoted(cell.learner->name), cell.repetition,
                        cell.outer_fold, record->seconds, record->peak_memory_kib);
  }
  return rows;
}

std::string provenance_rows(const SelectedReading& selected, const ReadingRecords& found) {
  std::string rows;
  for (const validation::ParsedLearner& learner : selected.reading->learners) {
    rows += provenance_row(
        *selected.study, *selected.reading, learner.name, selected.cells,
        [&](const Cell& cell) { return found.any(cell.learner->name, cell.repetition, cell.outer_fold); });
  }
  return rows;
}

struct Forms {
  std::string text, markdown, latex, csv = records::csv_header(), provenance = provenance_header();
  void add(const records::ResultTable& table) {
    text += (text.empty() ? "" : "\n") + records::table_as_text(table);
    markdown += (markdown.empty() ? "" : "\n") + records::table_as_markdown(table);
    latex += (latex.empty() ? "" : "\n") + records::table_as_latex(table);
    csv += records::table_as_csv_rows(table);
  }
};

}  // namespace

std::vector<WrittenTable> write_reports(const Selection& selection, records::RecordStore& store,
                                        const StudyOptions& options, const DataSource& data) {
  std::vector<WrittenTable> result;
  std::string timings = "config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\n";
  for (const Study& study : selection.studies) {
    WrittenTable written;
    written.folder = options.out / options.profile / study.experiment;
    const fs::path stem = written.folder / study.config;
    Forms forms;
    bool first = true;
    for (const SelectedReading& selected : selection.readings) {
      if (selected.study != &study) continue;
      const ReadingRecords found(selected, store);
      const records::ResultTable table = table_from(selected, found, options.stand_in);
      forms.add(table);
      written.failed += table.head.failed;
      written.missing += table.head.missing;
      timings += timing_rows(selected, found);
      forms.provenance += provenance_rows(selected, found);
      if (first) write_figures(selected, found, data, stem, written);
      first = false;
    }
    written.text = forms.text;
    const std::pair<const char*, const std::string*> files[] = {
        {".txt", &forms.text}, {".md", &forms.markdown}, {".csv", &forms.csv}, {".tex", &forms.latex}};
    for (const auto& [ending, bytes] : files) {
      base::write_file_durably(stem.string() + ending, *bytes);
      written.files.emplace_back(stem.string() + ending);
    }
    base::write_file_durably(provenance_path(stem.string() + ".csv"), forms.provenance);
    result.push_back(std::move(written));
  }
  base::write_file_durably(options.out / options.profile / "timings.csv", timings);
  return result;
}

std::size_t print_reports(const Selection& selection, records::RecordStore& store,
                          const StudyOptions& options, const DataSource& data) {
  std::size_t incomplete = 0;
  for (const WrittenTable& table : write_reports(selection, store, options, data)) {
    std::cout << table.text << "\n";
    incomplete += table.failed + table.missing;
  }
  if (options.predictions) write_predictions(selection, store, data, *options.predictions);
  return incomplete;
}

}  // namespace preimage::experiments
