#include "suite/records/ledger_schema.hpp"

#include <cstring>

#include <nlohmann/json.hpp>

#include "suite/records/ledger_columns.hpp"

namespace preimage::suite::records {

namespace {

using Json = nlohmann::ordered_json;

/// Text without control characters.
constexpr const char* kText = "^[^\\u0000-\\u001f\\u007f]*$";
constexpr const char* kNumber = "[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?";

Json schema_of(LedgerColumnId id) {
  const std::string number = kNumber, unsigned_number = "[+]?" + number.substr(std::strlen("[-+]?"));
  Json schema = {{"description", kLedgerColumns[id].meaning}, {"type", "string"}};
  switch (id) {
    case kValue:
      schema["pattern"] = "^[ \\t]*" + number + "[ \\t]*$";
      break;
    case kSpread:
      schema["pattern"] = "^([ \\t]*" + unsigned_number + "[ \\t]*)?$";
      break;
    case kMatters:  // above 0
      schema["pattern"] = "^([ \\t]*(?=[^eE]*[1-9])" + unsigned_number + "[ \\t]*)?$";
      break;
    case kSpreadKind:
      schema["enum"] = {"SE", "SD", "CI95", "unstated", ""};
      break;
    case kRunsDraw:
      schema["enum"] = {"data", "splits", "seeds", ""};
      break;
    case kFolds:
      schema["pattern"] = "^[0-9]*$";
      break;
    case kRuns:
      schema["pattern"] = "^(0*[1-9][0-9]*)?$";
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

/// A kind of spread exactly where there is a spread, and what a standard deviation or a confidence interval
/// is over.
Json spread_rules() {
  const auto is_kind = [](const char* kind) {
    return Json{{"required", {"spread_kind"}}, {"properties", {{"spread_kind", {{"const", kind}}}}}};
  };
  const auto matches = [](const char* column, const char* pattern) {
    return Json{{"required", {column}}, {"properties", {{column, {{"pattern", pattern}}}}}};
  };
  constexpr const char* kTwo = "^0*([2-9]|[1-9][0-9]+)$";
  const Json runs = matches("runs", kTwo);
  const Json no_folds = {{"properties", {{"folds", {{"pattern", "^0*$"}}}}}};
  const Json some_folds = {{"anyOf", {matches("folds", "[1-9]"), runs}}};
  const Json two_folds = {{"anyOf", {matches("folds", kTwo), {{"allOf", {no_folds, runs}}}}}};
  return Json::array(
      {{{"if", filled("spread")}, {"then", filled("spread_kind")}, {"else", empty("spread_kind")}},
       {{"if", is_kind("SD")}, {"then", some_folds}},
       {{"if", is_kind("CI95")}, {"then", two_folds}}});
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
