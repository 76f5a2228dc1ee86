#include "suite/records/ledger_schema.hpp"

#include <nlohmann/json.hpp>

#include "suite/records/ledger_columns.hpp"

namespace preimage::suite::records {

namespace {

using Json = nlohmann::ordered_json;

/// Text without control characters.
constexpr const char* kText = "^[^\\u0000-\\u001f\\u007f]*$";
constexpr const char* kNumber = "[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?";

Json schema_of(LedgerColumnId id) {
  const std::string number = kNumber;
  Json schema = {{"description", kLedgerColumns[id].meaning}, {"type", "string"}};
  switch (id) {
    case kValue:
      schema["pattern"] = "^[ \\t]*" + number + "[ \\t]*$";
      break;
    case kSpread:
      schema["pattern"] = "^([ \\t]*" + number + "[ \\t]*)?$";
      break;
    case kSpreadKind:
      schema["enum"] = {"SE", "SD", "unstated", ""};
      break;
    case kFolds:
      schema["pattern"] = "^[0-9]*$";
      break;
    default:
      schema["pattern"] = kText;
  }
  return schema;
}

/// The field has no text, be its column there or not.
Json empty(const char* column) {
  return {{"properties", {{column, {{"const", ""}}}}}};
}

Json filled(const char* column) {
  return {{"required", {column}}, {"properties", {{column, {{"minLength", 1}}}}}};
}

/// A kind of spread exactly where there is a spread, and the folds behind a standard deviation.
Json spread_rules() {
  const Json is_standard_deviation = {{"required", {"spread_kind"}},
                                      {"properties", {{"spread_kind", {{"const", "SD"}}}}}};
  const Json some_folds = {{"required", {"folds"}}, {"properties", {{"folds", {{"pattern", "[1-9]"}}}}}};
  return Json::array(
      {{{"if", filled("spread")}, {"then", filled("spread_kind")}, {"else", empty("spread_kind")}},
       {{"if", is_standard_deviation}, {"then", some_folds}}});
}

}  // namespace

std::string ledger_schema() {
  Json properties = Json::object(), required = Json::array();
  for (std::size_t id = 0; id < kLedgerColumns.size(); ++id) {
    const LedgerColumn& column = kLedgerColumns[id];
    properties[column.name] = schema_of(static_cast<LedgerColumnId>(id));
    if (column.is_required) required.push_back(column.name);
  }
  const Json row = {{"type", "object"},
                    {"properties", properties},
                    {"required", required},
                    {"additionalProperties", false},
                    {"allOf", spread_rules()}};
  const Json root = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                     {"title", "published numbers of a paper: the rows of a CSV file, each field as text"},
                     {"type", "array"},
                     {"minItems", 1},
                     {"items", row}};
  return root.dump(1) + "\n";
}

}  // namespace preimage::suite::records
