#include "suite/cli/json_output.hpp"

#include <iostream>

#include "suite/results/number_text.hpp"

namespace preimage::suite::cli {

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// null where it is none: "" says nothing.
Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json published_json(const statistics::Published& published) {
  return {{"value", published.value},
          {"text", published.text},
          {"spread", or_null(published.spread)},
          {"spread_kind", text_or_null(statistics::spread_name(published.spread_kind))},
          {"folds", published.folds}};
}

Json ours_json(const statistics::Ours& ours) {
  return {{"mean", ours.mean},
          {"sd", ours.has_spread ? Json(ours.sd) : Json(nullptr)},
          {"fold_spread", ours.fold_spread},
          {"repetitions", ours.repetitions},
          {"draws", ours.draws()}};
}

Json verdict_json(const statistics::Verdict& verdict) {
  return {{"word", statistics::word(verdict.agreement)},
          {"provisional", verdict.provisional},
          {"z", verdict.z},
          {"unit", verdict.unit}};
}

Json number_json(const results::TableNumber& number, const std::string& column) {
  return {{"learner", number.learner},
          {"column", column},
          {"published", number.published ? published_json(*number.published) : Json(nullptr)},
          {"ours", number.ours ? ours_json(*number.ours) : Json(nullptr)},
          {"verdict", number.verdict ? verdict_json(*number.verdict) : Json(nullptr)},
          {"unconverged", number.unconverged}};
}

Json row_json(const results::TableRow& row, const std::vector<std::string>& columns) {
  Json numbers = Json::array();
  for (std::size_t c = 0; c < row.numbers.size(); ++c) {
    if (!row.numbers[c].learner.empty() && row.numbers[c].applies)
      numbers.push_back(number_json(row.numbers[c], columns[c]));
  }
  return {{"measure", row.measure}, {"title", row.title}, {"folds", row.folds}, {"numbers", numbers}};
}

Json claims_json(const std::vector<results::TableClaim>& claims) {
  Json result = Json::array();
  for (const results::TableClaim& claim : claims) {
    result.push_back({{"text", claim.text},
                      {"verdict", claim.verdict ? Json(results::word(*claim.verdict)) : Json(nullptr)}});
  }
  return result;
}

}  // namespace

Json json_document(const std::string& verb) {
  return {{"format", "preimage-" + verb}, {"version", 1}};
}

Json json_of(const results::ResultTable& table, const std::string& config) {
  const results::TableHead& head = table.head;
  Json rows = Json::array();
  for (const results::TableRow& row : table.rows) rows.push_back(row_json(row, table.columns));
  return {{"config", config},
          {"title", head.title},
          {"reproduces", text_or_null(head.reproduces)},
          {"reading", head.reading},
          {"note", head.note},
          {"choices_after_seeing", head.choices_after_seeing},
          {"modified", text_or_null(head.modified)},
          {"stand_in", head.stand_in},
          {"repetitions", head.repetitions},
          {"cells", head.cells},
          {"failed", head.failed},
          {"missing", head.missing},
          {"rows", rows},
          {"claims", claims_json(table.claims)},
          {"warnings", table.warnings}};
}

void print_json(const Json& document) {
  std::cout << document.dump(2, ' ', true, Json::error_handler_t::replace) << "\n";
}

}  // namespace preimage::suite::cli
