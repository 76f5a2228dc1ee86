#include "suite/render/result_json.hpp"

#include <algorithm>
#include <cmath>

#include "preimage/base/collect.hpp"
#include "suite/render/number_text.hpp"

namespace preimage::suite::render {

namespace {

Json published_json(const records::Published& published) {
  return {{"value", published.value},
          {"text", published.text},
          {"spread", or_null(published.spread)},
          {"spread_kind", text_or_null(records::spread_name(published.spread_kind))},
          {"folds", published.folds},
          {"runs", published.runs}};
}

Json ours_json(const records::Estimate& ours) {
  return {{"mean", ours.mean},
          {"sd", ours.has_spread ? Json(ours.sd) : Json(nullptr)},
          {"fold_spread", ours.fold_spread},
          {"repetitions", ours.repetitions},
          {"draws", ours.draws()}};
}

/// null also of infinity.
Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json verdict_json(const records::Verdict& verdict, const records::Published& published) {
  const std::optional<double>& difference = published.largest_difference;
  return {{"word", records::word(verdict.agreement)},
          {"provisional", verdict.provisional},
          {"z", finite_or_null(verdict.z)},
          {"unit", finite_or_null(verdict.unit)},
          {"half_difference", difference ? Json(0.5 * *difference) : Json(nullptr)},
          {"matters", or_null(verdict.matters)},
          {"degrees_of_freedom", finite_or_null(verdict.degrees)},
          {"approximate", verdict.is_approximate},
          {"why", text_or_null(verdict.why())},
          {"rule", 2},
          {"word_by_rule_1", verdict.rule_1 ? Json(records::word(*verdict.rule_1)) : Json(nullptr)}};
}

Json interval_json(const results::Interval& interval) {
  Json ends = {{"low", interval.low}, {"high", interval.high}};
  if (interval.estimate) ends["estimate"] = *interval.estimate;
  return ends;
}

Json number_json(const results::Number& number, const std::string& column) {
  return {{"learner", number.learner},
          {"column", column},
          {"published", number.published ? published_json(*number.published) : Json(nullptr)},
          {"ours", number.ours ? ours_json(*number.ours) : Json(nullptr)},
          {"verdict", number.verdict ? verdict_json(*number.verdict, *number.published) : Json(nullptr)},
          {"unconverged", number.unconverged},
          {"interval", number.interval ? interval_json(*number.interval) : Json(nullptr)}};
}

Json row_json(const results::TableRow& row, const std::vector<std::string>& columns) {
  Json numbers = Json::array();
  for (std::size_t c = 0; c < row.numbers.size(); ++c) {
    if (!row.numbers[c].learner.empty() && row.numbers[c].applies)
      numbers.push_back(number_json(row.numbers[c], columns[c]));
  }
  return {{"measure", row.measure}, {"title", row.title}, {"folds", row.folds}, {"numbers", numbers}};
}

Json claim_json(const results::TableClaim& claim) {
  return {{"text", claim.text}, {"verdict", claim.verdict ? Json(word(*claim.verdict)) : Json(nullptr)}};
}

/// Differences of losses to the best learner of a row, as the page has them.
Json comparisons_json(const std::vector<results::RowComparison>& rows) {
  Json all = Json::array();
  for (const results::RowComparison& row : rows) {
    for (const results::MethodComparison& other : row.comparisons)
      all.push_back(
          {{"measure", row.measure},
           {"row", row.row},
           {"best", row.best},
           {"learner", other.learner},
           {"difference", other.test.mean},
           {"interval", {{"low", finite_or_null(other.test.low)}, {"high", finite_or_null(other.test.high)}}},
           {"p", other.has_p() ? Json(other.test.p) : Json()},
           {"adjusted_p", other.has_p() ? Json(other.adjusted_p) : Json()}});
  }
  return all;
}

Json choice_json(const results::Choice& choice) {
  Json parameters = Json::object();
  for (const auto& [name, value] : choice.parameters) parameters[name] = value;
  return {{"parameters", std::move(parameters)},
          {"outer_folds", choice.folds},
          {"inner_loss", choice.inner_loss}};
}

Json choices_json(const results::LearnerChoices& learner) {
  return {{"learner", learner.learner},
          {"outer_folds", learner.folds},
          {"chosen", base::collect(learner.chosen, choice_json)}};
}

/// By learner: which program computed its numbers from what.
Json provenance_json(const results::ReadingResults& results) {
  Json all = Json::object();
  for (const std::string& learner : results.learners) {
    const results::Provenance& from = results.provenance.at(learner);
    all[learner] = {{"program", text_or_null(from.program)},
                    {"blas_cores", text_or_null(from.blas_cores)},
                    {"inputs", from.inputs},
                    {"versions", from.versions},
                    {"data_content", text_or_null(from.data_content)}};
  }
  return all;
}

Json table_json(const results::ReadingResults& results, const std::string& config,
                const std::string& profile) {
  const results::ResultTable& table = results.table;
  const results::TableHead& head = table.head;
  const auto json_of_row = [&](const results::TableRow& row) { return row_json(row, table.columns); };
  return {{"config", config},
          {"title", head.title},
          {"reproduces", text_or_null(head.reproduces)},
          {"reading", head.reading},
          {"note", head.note},
          {"choices_after_seeing", or_null(head.choices_after_seeing)},
          {"modified", text_or_null(head.modified)},
          {"stand_in", head.stand_in},
          {"repetitions", head.repetitions},
          {"cells", head.cells},
          {"failed", head.failed},
          {"missing", head.missing},
          {"rows", base::collect(table.rows, json_of_row)},
          {"claims", base::collect(table.claims, claim_json)},
          {"choices", base::collect(table.choices, choices_json)},
          {"warnings", table.warnings},
          {"provenance", provenance_json(results)},
          {"profile", profile},
          {"comparisons", comparisons_json(table.comparisons)}};
}

}  // namespace

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json judged_json(const std::string& name, const records::Published& published,
                 const std::optional<records::Estimate>& ours,
                 const std::optional<records::Verdict>& verdict) {
  return {{"name", name},
          {"published", published_json(published)},
          {"ours", ours ? ours_json(*ours) : Json(nullptr)},
          {"verdict", verdict ? verdict_json(*verdict, published) : Json(nullptr)}};
}

Json to_json(const std::map<std::string, results::ScoreCount>& papers) {
  Json all = Json::array();
  for (const auto& [paper, count] : papers) {
    Json& one = all.emplace_back(Json{{"paper", paper}, {"numbers", count.judged()}});
    for (const results::NamedCount& named : results::counts_of(count)) {
      std::string key = named.name == "by rule 1" ? "reproduced by rule 1" : named.name;
      std::ranges::replace(key, ' ', '_');
      one[key] = or_null(named.count);
    }
    one["no_verdict"] = count.with(results::Standing::none);
  }
  return all;
}

Json to_json(const std::vector<results::ResultSet>& sets) {
  Json tables = Json::array();
  std::vector<results::NumberSet> numbers;
  for (const results::ResultSet& set : sets) {
    for (const results::ConfigResults& config : set.configs) {
      for (const results::ReadingResults& reading : config.readings)
        tables.push_back(table_json(reading, config.study->config, set.way.profile));
      numbers.push_back(config.numbers());
    }
  }
  return {{"format", "preimage-table"},
          {"version", 1},
          {"tables", std::move(tables)},
          {"papers", to_json(results::counts_by_paper(results::scores_of(numbers)))}};
}

}  // namespace preimage::suite::render
