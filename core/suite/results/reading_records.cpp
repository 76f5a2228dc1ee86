#include "suite/results/reading_records.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/sha256.hpp"
#include "preimage/models/prepared_method.hpp"
#include "preimage/outputs/prediction.hpp"
#include "suite/results/provenance.hpp"
#include "suite/results/table_words.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::results {

namespace {

/// The same with every loss passed through a function.
FoldLosses transformed(FoldLosses losses, const std::function<double(double)>& f) {
  for (auto& repetition : losses) {
    for (std::optional<double>& loss : repetition) {
      if (loss) loss = f(*loss);
    }
  }
  return losses;
}

/// Nothing where the claim is not meant for the reading, or it leaves a learner out.
std::optional<TableClaim> claim_of(const study::Claim& claim, const study::PlannedReading& planned,
                                   const std::vector<std::string>& learners, const ReadingRecords& found) {
  const study::Reading& reading = *planned.reading;
  if (std::ranges::count(claim.readings, reading.name) == 0) return std::nullopt;
  const auto* better = std::get_if<std::string>(&claim.better);
  const auto* worse = std::get_if<std::string>(&claim.worse);
  for (const std::string* learner : {better, worse}) {
    if (learner != nullptr && std::ranges::count(learners, *learner) == 0) return std::nullopt;
  }
  // Of two learners the better one has the larger gain. A number is one that a learner has at least or at
  // most, of gains, too.
  const bool is_gain =
      better != nullptr && worse != nullptr && reading.experiment.gains.contains(claim.measure);
  // A number is taken for a learner that always has it.
  const auto losses = [&](const study::ClaimSide& side, const study::ClaimSide& other) {
    if (const auto* learner = std::get_if<std::string>(&side)) {
      return transformed(found.losses(claim.measure, *learner),
                         [&](double value) { return is_gain ? -value : value; });
    }
    return transformed(found.losses(claim.measure, std::get<std::string>(other)),
                       [&](double) { return std::get<double>(side); });
  };
  study::Repeats repeats = study::Repeats::identical;
  for (const std::string* learner : {better, worse}) {
    if (learner != nullptr) repeats = std::max(repeats, planned.repeats_of(*learner));
  }
  const FoldLosses low = losses(claim.better, claim.worse);
  const FoldLosses high =
      transformed(losses(claim.worse, claim.better), [&](double loss) { return loss + claim.margin; });
  return TableClaim{claim.text, judge_claim(low, high, repeats)};
}

/// The names of the learners for which `is` holds; "" of none.
template <class Is>
std::string names_where(const study::Reading& reading, const Is& is) {
  std::vector<std::string> names;
  for (const registry::ParsedLearner& learner : reading.learners) {
    if (is(learner)) names.push_back(learner.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> remarks_of(const study::PlannedReading& planned) {
  const study::Experiment& experiment = planned.reading->experiment;
  const study::Protocol& protocol = planned.reading->protocol;
  std::vector<std::string> remarks;
  if (experiment.remarks) remarks = experiment.remarks(protocol);
  using registry::ParsedLearner;
  const std::string probable = names_where(
      *planned.reading, [](const ParsedLearner& learner) { return learner.probabilities.has_value(); });
  if (!probable.empty())
    remarks.push_back(fmt::format(
        "probabilities of {}: inner folds are used twice, to choose and, by their held-out decision values "
        "at the chosen point, for the calibrators",
        probable));
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    if (learner.program && !experiment.outside)
      remarks.push_back(fmt::format("{} is a program outside: {}", learner.name, learner.program->text));
  }
  const std::string alone =
      names_where(*planned.reading, [](const ParsedLearner& learner) { return learner.leaves_one_out; });
  if (!alone.empty() && (experiment.has_groups || protocol.ordered))
    remarks.push_back(
        fmt::format("{}: chooses in its training set by leaving out single samples, {}; the estimate is over "
                    "{} all the same",
                    alone, protocol.ordered ? "and trains on later ones" : "not groups",
                    protocol.ordered ? "the future" : "whole groups"));
  if (!experiment.has_chance || planned.study->point_reader != nullptr) return remarks;
  if (!planned.has_chance()) {
    remarks.push_back(
        fmt::format("run once: {} and {}, so every repetition would give the same numbers",
                    protocol.ordered        ? "outer and inner folds are in order"
                    : protocol.given_folds  ? "the outer folds are given"
                    : experiment.has_groups ? "every outer fold is one group"
                                            : "every outer fold is one sample",
                    protocol.ordered ? "nothing is drawn" : "no method chooses on inner folds"));
    return remarks;
  }
  const std::string once = names_where(*planned.reading, [&](const ParsedLearner& learner) {
    return planned.repeats_of(learner.name) == study::Repeats::identical;
  });
  if (!once.empty() && planned.repetitions > 1)
    remarks.push_back(
        fmt::format("run once: {}; nothing is drawn at random there, so repetitions add no spread", once));
  return remarks;
}

}  // namespace

ReadingRecords::ReadingRecords(const study::PlannedReading& planned, records::RecordStore& store,
                               std::vector<std::string>* newer)
    : planned_(planned) {
  const std::vector<const study::Cell*> cells = planned.all_cells();
  base::Sha256 without_result;
  const auto take = [&](std::size_t i, std::optional<records::ResultRecord> record) {
    const study::Cell& cell = *cells[i];
    const std::tuple place{*cell.learner, cell.repetition, cell.outer_fold};
    const bool is_of_pair = i >= planned.cells.size(), is_ok = record && record->status == "ok";
    if (!record && missing_++ == 0) first_missing_ = cell.key.text();
    if (record && !is_ok) ++failed_;
    if (!is_ok) without_result.update(cell.key.text());
    if (is_of_pair && is_ok) {
      auto& measures = pairs_[place];
      for (const auto& [name, values] : record->measures)
        if (record->is_per_sample(name)) measures.emplace(name, values);
    }
    if (is_of_pair) return;
    if (record) {
      record->parameters.clear();
      record->scores.reset();
      records_[place] = std::move(*record);
    }
    folds_ = std::max(folds_, cell.outer_fold + 1);
    int& repetitions = repetitions_[*cell.learner];
    repetitions = std::max(repetitions, cell.repetition + 1);
  };
  store.find_each(study::keys_of(cells), take, newer);
  without_result_ = without_result.hex_digest();
}

const records::ResultRecord* ReadingRecords::any(const std::string& learner, int repetition, int fold) const {
  const auto found = records_.find({learner, repetition, fold});
  return found == records_.end() ? nullptr : &found->second;
}

const records::ResultRecord* ReadingRecords::find(const std::string& learner, int repetition,
                                                  int fold) const {
  const records::ResultRecord* record = any(learner, repetition, fold);
  return record == nullptr || record->status != "ok" ? nullptr : record;
}

std::vector<const records::ResultRecord*> ReadingRecords::folds_of(const std::string& learner,
                                                                   int repetition) const {
  std::vector<const records::ResultRecord*> folds;
  for (int fold = 0; fold < folds_; ++fold) folds.push_back(find(learner, repetition, fold));
  const bool are_in_order =
      planned_.reading->protocol.has_fixed_folds() || planned_.repeats_of(learner) == study::Repeats::draws;
  if (are_in_order || std::ranges::count(folds, nullptr) > 0) return folds;
  std::ranges::stable_sort(folds, [](const auto* a, const auto* b) { return a->samples < b->samples; });
  return folds;
}

FoldLosses ReadingRecords::losses(const std::string& measure, const std::string& learner) const {
  const auto listed = repetitions_.find(learner);
  const int repetitions = listed == repetitions_.end() ? planned_.repetitions : listed->second;
  FoldLosses result(static_cast<std::size_t>(repetitions));
  bool applies = false;
  bool any_record = false;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (const records::ResultRecord* record : folds_of(learner, repetition)) {
      any_record = any_record || record != nullptr;
      std::optional<double> value;
      if (record != nullptr && record->measures.contains(measure)) {
        value = records::mean(record->measures.at(measure));
        applies = true;
      }
      result[static_cast<std::size_t>(repetition)].push_back(value);
    }
  }
  return applies || !any_record ? result : FoldLosses{};
}

std::optional<std::vector<NestedLosses>> ReadingRecords::nested_losses(const std::string& measure,
                                                                       const std::string& learner) const {
  std::vector<NestedLosses> cuts(planned_.repetitions_of(learner));
  int repetition = 0;
  for (NestedLosses& cut : cuts) {
    for (int fold = 0; fold < folds_; ++fold) {
      const records::ResultRecord* record = find(learner, repetition, fold);
      if (record == nullptr || !record->is_per_sample(measure)) return std::nullopt;
      cut.folds.push_back(record->measures.at(measure));
    }
    for (int p = 0; p < static_cast<int>(planned_.fold_pairs); ++p) {
      const auto found = pairs_.find({learner, repetition, folds_ + p});
      if (found == pairs_.end() || !found->second.contains(measure)) return std::nullopt;
      cut.pairs.push_back(found->second.at(measure));
    }
    ++repetition;
  }
  return cuts;
}

std::vector<const records::ResultRecord*> ReadingRecords::all_of(const std::string& learner) const {
  std::vector<const records::ResultRecord*> records;
  for (auto at = records_.lower_bound({learner, 0, 0});
       at != records_.end() && std::get<0>(at->first) == learner; ++at)
    records.push_back(&at->second);
  return records;
}

double ReadingRecords::rounding(const std::string& measure, const std::string& learner) const {
  std::size_t count = 0;
  double size = 0.0;  // the sum of the means of each record
  std::size_t records = 0;
  bool are_whole = true;
  for (const records::ResultRecord* record : all_of(learner)) {
    const auto found = record->measures.find(measure);
    if (found == record->measures.end() || found->second.empty()) continue;
    std::vector<double> sizes = found->second;
    for (double& value : sizes) {
      are_whole = are_whole && value == std::nearbyint(value);
      value = std::abs(value);
    }
    count += sizes.size();
    size += records::mean(sizes);
    ++records;
  }
  if (records == 0) return 0.0;
  return records::rounding_of_mean(count, size / static_cast<double>(records), are_whole);
}

std::vector<std::string> ReadingRecords::measures() const {
  std::map<std::string, bool> of_fit;
  for (const auto& [place, record] : records_) {
    for (const auto& [name, values] : record.measures) {
      const bool has_samples = record.is_per_sample(name);
      of_fit[name] = !has_samples && (!of_fit.contains(name) || of_fit[name]);
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, is_of_fit] : of_fit) names.push_back(name);
  std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return !of_fit[name]; });
  return names;
}

bool ReadingRecords::has_measures() const {
  return std::ranges::any_of(records_, [](const auto& entry) { return !entry.second.measures.empty(); });
}

std::vector<std::size_t> ReadingRecords::test_sizes() const {
  std::map<int, std::vector<std::size_t>> by_repetition;
  std::vector<std::size_t> largest(static_cast<std::size_t>(folds_), 0);
  for (const auto& [place, record] : records_) {
    const auto fold = static_cast<std::size_t>(std::get<2>(place));
    std::vector<std::size_t>& sizes = by_repetition[std::get<1>(place)];
    sizes.resize(largest.size(), 0);
    for (std::size_t* size : {&sizes[fold], &largest[fold]}) *size = std::max(*size, record.samples.size());
  }
  for (const auto& [repetition, sizes] : by_repetition) {
    if (std::ranges::count(sizes, 0U) == 0) return sizes;
  }
  return largest;
}

Share ReadingRecords::counted(const std::string& learner, const std::string& diagnostic, double value) const {
  Share share;
  for (const records::ResultRecord* record : all_of(learner)) {
    const auto found = record->diagnostics.find(diagnostic);
    if (found == record->diagnostics.end()) continue;
    share.count += static_cast<std::size_t>(std::ranges::count(found->second, value));
    share.all += found->second.size();
  }
  return share;
}

Share ReadingRecords::diagnosed(const std::string& learner, const std::string& diagnostic) const {
  Share share{counted(learner, diagnostic, 1.0).count, 0};
  for (const records::ResultRecord* record : all_of(learner)) share.all += record->samples.size();
  return share;
}

Share ReadingRecords::lacking(const std::string& measure, const std::string& learner) const {
  Share share;
  for (const records::ResultRecord* record : all_of(learner)) {
    if (record->status != "ok") continue;
    share.count += record->measures.contains(measure) ? 0 : 1;
    ++share.all;
  }
  return share;
}

std::map<std::string, Share> ReadingRecords::unseen_categories() const {
  std::map<std::string, std::set<std::string>> learners;  // by the diagnostic
  for (const auto& [place, record] : records_) {
    for (const auto& [name, values] : record.diagnostics) {
      if (name.starts_with(models::kUnseenCategory)) learners[name].insert(std::get<0>(place));
    }
  }
  std::map<std::string, Share> found;
  for (const auto& [name, names] : learners) {
    Share& most = found[name.substr(models::kUnseenCategory.size())];
    for (const std::string& learner : names) {
      const Share share = diagnosed(learner, name);
      if (share.all > most.all) most = share;
    }
  }
  return found;
}

records::RunsDraw draw_of(const study::Reading& reading) {
  const study::Experiment& experiment = reading.experiment;
  if (experiment.redraws_data) return records::RunsDraw::data;
  const bool splits =
      experiment.outside ? experiment.train_share.has_value() : !reading.protocol.has_fixed_folds();
  return splits ? records::RunsDraw::splits : records::RunsDraw::seeds;
}

ResultTable table_of(const study::PlannedReading& planned, const ReadingRecords& found, bool stand_in) {
  const study::Study& study = *planned.study;
  const study::Reading& reading = *planned.reading;
  TableHead head;
  head.title = study.title;
  head.reproduces = table_name(study);
  head.reading = reading.name;
  head.note = reading.note;
  head.modified = reading.modifications();
  head.choices_after_seeing = reading.choices_after_seeing;
  head.repetitions = planned.repetitions;
  head.has_chance = planned.has_chance();
  head.redraws_samples = reading.experiment.redraws_data && !reading.experiment.keeps_samples;
  head.same_splits = planned.repeats_one_draw();
  head.draw = draw_of(reading);
  if (reading.protocol.train_on == samples::TrainOn::one_fold) head.test_to_train = 0.0;
  if (reading.protocol.ordered)
    head.test_to_train = mean_test_to_train(found.test_sizes(), false, planned.training_sizes);
  head.repeats = planned.repeats;
  head.remarks = remarks_of(planned);
  if (!reading.experiment.outside && !reading.experiment.measures.empty())
    head.criterion = reading.experiment.measures.front();
  head.stand_in = stand_in && reading.experiment.has_stand_in;
  head.cells = planned.cells.size() + planned.pair_cells.size();
  head.failed = found.failed();
  head.missing = found.missing();
  const auto losses = [&](const std::string& measure, const std::string& learner) {
    return found.losses(measure, learner);
  };
  const std::vector<std::string> learners = reading.learner_names();
  std::map<std::string, records::TablePlace> places = reading.places;
  for (const std::string& learner : learners)
    places.try_emplace(learner, records::TablePlace{"", learner_title(study, learner)});
  std::vector<records::LedgerEntry> entries = records::entries_of(study.ledger, study.reproduces);
  std::erase_if(entries, [&](const records::LedgerEntry& entry) {  // a reading that leaves a learner out
    return !entry.learner.empty() && std::ranges::find(learners, entry.learner) == learners.end();
  });
  std::vector<std::string> measures = found.measures();
  if (measures.empty() && found.failed() > 0) measures = reading.experiment.measures;  // dashes, not nothing
  ResultTable table = build_table(head, entries, measures, learners, losses, places);
  for (TableRow& row : table.rows) {
    for (Number& number : row.numbers) {
      if (number.ours) number.ours->rounding = found.rounding(row.measure, number.learner);
    }
  }
  for (const std::string& learner : learners) {
    mark_unconverged(table, learner, found.counted(learner, "converged", 0.0));
    mark_unconverged(table, learner, found.diagnosed(learner, outputs::kNotTrained), "training");
    warn_of_condition(table, learner, found.diagnosed(learner, outputs::kIllConditioned));
    for (const std::string side : {"input", "output"})
      warn_of_lost_digits(table, learner, side, found.diagnosed(learner, "lost_" + side + "_digits"));
    const auto [unlikely, rows] = found.diagnosed(learner, study::kUnlikelyClass);
    if (2 * unlikely > rows)
      table.warnings.push_back(
          fmt::format("{}: {} of {} predictions are not the class of the largest probability: "
                      "are the columns of probabilities swapped?",
                      learner_title(study, learner), unlikely, rows));
  }
  for (const auto& [measure, where] : reading.experiment.undefined_where) {
    bool is_there = false;
    for (const std::string& learner : learners) {
      const auto [lacking, all] = found.lacking(measure, learner);
      is_there = is_there || lacking < all || all == 0;
      if (lacking > 0 && !where.empty())
        table.warnings.push_back(
            fmt::format("{} of {}: none in {} of {} outer folds, {}", measure, learner, lacking, all, where));
    }
    if (!is_there && where.empty())
      table.warnings.push_back(measure +
                               ": no learner has it, for none has probabilities; a program writes them in "
                               "columns `probability.CLASS`");
  }
  for (const auto& [column, unseen] : found.unseen_categories())
    warn_of_unseen_category(table, column, unseen);
  for (const study::Claim& claim : study.claims) {
    if (const auto with_verdict = claim_of(claim, planned, learners, found))
      table.claims.push_back(*with_verdict);
  }
  if (study.reproduces.empty())
    add_intervals(table, reading, losses, found.test_sizes(), planned.training_sizes);
  if (planned.fold_pairs > 0)
    add_nested_intervals(table, reading, [&](const std::string& measure, const std::string& learner) {
      return found.nested_losses(measure, learner);
    });
  table.comparisons = compare_methods(table, reading, losses, found.test_sizes(), planned.training_sizes);
  table.choices = choices_of(planned, found);
  return table;
}

}  // namespace preimage::suite::results
