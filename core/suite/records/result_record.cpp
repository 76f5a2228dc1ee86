#include "suite/records/result_record.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/records/json_fields.hpp"
#include "suite/records/result_differences.hpp"

namespace preimage::suite::records {

using nlohmann::json;

namespace {

// ---------------------------------------------------------------------------------------------- checks

void require_finite(double value, const std::string& source, const std::string& path) {
  if (!std::isfinite(value)) throw NumericalError(fmt::format("{}: {} is {}", source, path, value));
}

void require_finite(const std::vector<double>& values, const std::string& source, const std::string& path) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) require_finite(values[i], source, fmt::format("{}[{}]", path, i));
  }
}

/// Numbers per test sample and class, by the names of their parts.
std::map<std::string, const std::optional<ScoresPart>*> class_parts(const ResultRecord& record) {
  return {{"scores", &record.scores}, {"probabilities", &record.probabilities}};
}

void require_finite(const ResultRecord& record, const std::string& source) {
  for (const auto& [name, value] : record.chosen)
    require_finite(value, source, "result.chosen." + base::name_excerpt(name));
  if (record.inner_loss) require_finite(*record.inner_loss, source, "result.inner_loss");
  for (const auto& [name, values] : record.measures) {
    require_finite(values, source, "result.measures." + base::name_excerpt(name));
  }
  for (const auto& [name, values] : record.diagnostics) {
    require_finite(values, source, "result.diagnostics." + base::name_excerpt(name));
  }
  for (std::size_t i = 0; i < record.vectors.size(); ++i) {
    require_finite(record.vectors[i], source, fmt::format("result.vectors[{}]", i));
  }
  for (std::size_t i = 0; record.figure && i < record.figure->vectors.size(); ++i)
    require_finite(record.figure->vectors[i], source, fmt::format("figure.vectors[{}]", i));
  for (const auto& [name, part] : class_parts(record)) {
    for (std::size_t i = 0; *part && i < (*part)->values.size(); ++i)
      require_finite((*part)->values[i], source, fmt::format("{}.values[{}]", name, i));
  }
  require_finite(record.seconds, source, "circumstances.seconds");
}

/// path  with `name` behind it, where that is given
void require_count(std::size_t found, std::size_t samples, std::size_t other, const std::string& source,
                   std::string path, const std::string& name = "") {
  if (found == samples || found == other) return;
  path += base::name_excerpt(name);
  if (samples == other) {
    throw DataError(fmt::format("{}: {} has {} entries, expected {} (one per test sample)", source, path,
                                found, samples));
  }
  throw DataError(fmt::format("{}: {} has {} entries, expected {} (one per test sample) or {}", source, path,
                              found, samples, other));
}

void require_consistent(const ScoresPart& scores, std::size_t samples, const std::string& source,
                        const std::string& name) {
  const std::size_t rows = scores.classes.empty() ? 0 : samples;
  require_count(scores.values.size(), rows, rows, source, name + ".values");
  for (std::size_t i = 0; i < scores.values.size(); ++i) {
    if (scores.values[i].size() != scores.classes.size())
      throw DataError(fmt::format("{}: {}.values[{}] has {} entries, expected {} (one per class)", source,
                                  name, i, scores.values[i].size(), scores.classes.size()));
  }
}

void require_consistent(const ResultRecord& record, const std::string& source) {
  if (!base::is_sha256(record.key)) {
    throw DataError(fmt::format("{}: key {}: expected 64 lower-case hexadecimal digits", source,
                                base::excerpt(record.key)));
  }
  if (record.status != "ok" && record.status != "failed") {
    throw DataError(
        fmt::format("{}: result.status {}: expected 'ok' or 'failed'", source, base::excerpt(record.status)));
  }
  if ((record.status == "failed") == record.reason.empty()) {
    throw DataError(
        fmt::format("{}: result.reason: expected a text where, and only where, the status is "
                    "'failed'",
                    source));
  }
  const std::size_t n = record.samples.size();
  if (std::set<long>(record.samples.begin(), record.samples.end()).size() != n)
    throw DataError(source + ": result.samples: a test sample occurs twice");
  for (const auto& [name, values] : record.measures) {
    require_count(values.size(), n, 1, source, "result.measures.", name);
  }
  for (const auto& [name, values] : record.diagnostics) {
    require_count(values.size(), n, n, source, "result.diagnostics.", name);
  }
  require_count(record.chosen_samples.size(), n, 0, source, "result.chosen_samples");
  require_count(record.labels.size(), n, 0, source, "result.labels");
  require_count(record.vectors.size(), n, 0, source, "result.vectors");
  if (record.figure && record.figure->vectors.size() != record.figure->samples.size()) {
    throw DataError(fmt::format("{}: figure.vectors has {} entries, expected {} (one per sample)", source,
                                record.figure->vectors.size(), record.figure->samples.size()));
  }
  for (const auto& [name, part] : class_parts(record))
    if (*part) require_consistent(**part, n, source, name);
  for (const std::string& name : record.of_fold) {
    if (n != 1 || !record.measures.contains(name))
      throw DataError(fmt::format("{}: of_fold: {} is no measure of a fold with one test sample", source,
                                  base::excerpt(name)));
  }
}

// The fields of each part of a record, for its writer and its reader.

template <class Record, class Visit>
void visit_identity(Record& record, const Visit& visit) {
  visit("experiment", record.experiment);
  visit("config", record.config);
  visit("reading", record.reading);
  visit("learner", record.learner);
  visit("repetition", record.repetition);
  visit("outer_fold", record.outer_fold);
}

template <class Record, class Visit>
void visit_result(Record& record, const Visit& visit) {
  visit("status", record.status);
  visit("reason", record.reason);
  visit("chosen", record.chosen);  // an array of [name, value]: an object would lose the order
  visit("inner_loss", record.inner_loss);
  visit("samples", record.samples);
  visit("measures", record.measures);
  visit("chosen_samples", record.chosen_samples);
  visit("labels", record.labels);
  visit("vectors", record.vectors);
  visit("notes", record.notes);
  visit("diagnostics", record.diagnostics);
}

template <class Part, class Visit>
void visit_figure(Part& part, const Visit& visit) {
  visit("samples", part.samples);
  visit("vectors", part.vectors);
}

template <class Part, class Visit>
void visit_scores(Part& part, const Visit& visit) {
  visit("classes", part.classes);
  visit("values", part.values);
}

template <class Record, class Visit>
void visit_circumstances(Record& record, const Visit& visit) {
  visit("words", record.circumstances);
  visit("seconds", record.seconds);
  visit("peak_memory_kib", record.peak_memory_kib);
}

/// Writes a field. One without a value is not there.
struct Write {
  json& object;
  template <class T>
  void operator()(const char* name, const T& value) const {
    object[name] = value;
  }
  template <class T>
  void operator()(const char* name, const std::optional<T>& value) const {
    if (value) object[name] = *value;
  }
};

/// Reads a field, which must be there unless it may be without a value.
struct Read {
  Fields& fields;
  template <class T>
  void operator()(const char* name, T& value) const {
    fields.get(name, value);
  }
  template <class T>
  void operator()(const char* name, std::optional<T>& value) const {
    if (fields.has(name)) fields.get(name, value.emplace());
  }
};

json result_json(const ResultRecord& record) {
  json result = json::object();
  visit_result(record, Write{result});
  return result;
}

json record_json(const ResultRecord& record) {
  json root = json::object();
  root["schema"] = record.schema;
  root["key"] = record.key;
  visit_identity(record, Write{root["identity"]});
  root["parameters"] = record.parameters;
  root["seeds"] = record.seeds;
  root["result"] = result_json(record);
  if (record.figure) visit_figure(*record.figure, Write{root["figure"]});
  for (const auto& [name, part] : class_parts(record))
    if (*part) visit_scores(**part, Write{root[name]});
  if (!record.of_fold.empty()) root["of_fold"] = record.of_fold;
  visit_circumstances(record, Write{root["circumstances"]});
  return root;
}

std::string dump(const json& value, const std::string& source) {
  try {
    return value.dump();
  } catch (const json::type_error& error) {  // the only one dump() knows: a string that is not UTF-8
    throw DataError(fmt::format("{}: a text is not UTF-8: {}", source, error.what()));
  }
}

std::string source_of(const ResultRecord& record) {
  return fmt::format("record {}/{}/{}/{}/{}", record.experiment, record.reading, record.learner,
                     record.repetition, record.outer_fold);
}

// "sha256" sorts behind every other field, so it is always the end of the text, of fixed length.
constexpr std::string_view kDigestStart = ",\"sha256\":\"";
constexpr std::string_view kDigestEnd = "\"}\n";

/// The text without its last field, "sha256", after comparing it with the digest of that text.
std::string verified_body(std::string_view text, const std::string& source) {
  const std::size_t tail = kDigestStart.size() + 64 + kDigestEnd.size();
  const bool complete = text.size() > tail && text.ends_with(kDigestEnd) &&
                        text.substr(text.size() - tail, kDigestStart.size()) == kDigestStart;
  if (!complete) {
    throw DataError(
        fmt::format("{}: damaged record of {} bytes: no checksum at its end", source, text.size()));
  }
  const std::string_view written = text.substr(text.size() - kDigestEnd.size() - 64, 64);
  std::string body = std::string(text.substr(0, text.size() - tail)) + "}";
  if (base::sha256(body) != written) {
    throw DataError(fmt::format("{}: damaged record of {} bytes: wrong checksum", source, text.size()));
  }
  return body;
}

}  // namespace

bool ResultRecord::is_per_sample(const std::string& measure) const {
  const auto found = measures.find(measure);
  return found != measures.end() && found->second.size() == samples.size() && !of_fold.contains(measure);
}

void require_key(const std::string& key) {
  if (base::is_sha256(key)) return;
  throw DataError(fmt::format("cell key '{}': expected 64 lower-case hexadecimal digits", key));
}

std::string to_json(const ResultRecord& record) {
  const std::string source = source_of(record);
  if (const int schema = record.expected_schema(); record.schema != schema)
    throw DataError(fmt::format("{}: schema {}: expected {}", source, record.schema, schema));
  require_consistent(record, source);
  require_finite(record, source);
  std::string text = dump(record_json(record), source);
  const std::string digest = base::sha256(text);
  text.pop_back();  // the closing brace
  return text.append(kDigestStart).append(digest).append(kDigestEnd);
}

ResultRecord from_json(std::string_view text, const std::string& source) {
  const json root = parse_without_duplicates(verified_body(text, source), source);
  ResultRecord record;
  Fields fields(root, {source, ""});
  fields.get("schema", record.schema);
  if (record.schema > kRecordSchema) {
    throw NewerRecordError(
        fmt::format("{}: record schema {} is newer than this program's {}: use the version "
                    "of the program that wrote it",
                    source, record.schema, kRecordSchema));
  }
  if (record.schema < kSchemaWithoutParts)
    throw DataError(fmt::format("{}: unknown record schema {}", source, record.schema));
  fields.get("key", record.key);
  const auto read = [&](const char* name, const auto& visit) {
    Fields part = fields.object(name);
    visit(Read{part});
    part.finish();
  };
  read("identity", [&](const Read& field) { visit_identity(record, field); });
  fields.get("parameters", record.parameters);
  fields.get("seeds", record.seeds);
  read("result", [&](const Read& field) { visit_result(record, field); });
  if (record.schema >= kSchemaWithParts) {
    const bool has_scores = fields.has("scores"), has_probabilities = record.schema > kSchemaWithFolds;
    const bool is_tagged = record.schema > kSchemaWithParts && (!has_probabilities || fields.has("of_fold"));
    if (has_probabilities)
      read("probabilities", [&](const Read& field) { visit_scores(record.probabilities.emplace(), field); });
    if (is_tagged) {
      std::vector<std::string> names;
      fields.get("of_fold", names);
      record.of_fold.insert(names.begin(), names.end());
    }
    if (has_scores) read("scores", [&](const Read& field) { visit_scores(record.scores.emplace(), field); });
    if (!(has_scores || is_tagged || has_probabilities) || fields.has("figure"))
      read("figure", [&](const Read& field) { visit_figure(record.figure.emplace(), field); });
  }
  read("circumstances", [&](const Read& field) { visit_circumstances(record, field); });
  fields.finish();
  require_consistent(record, source);
  return record;
}

std::optional<ResultRecord> unchecked_identity(std::string_view text, const std::string& key) {
  const json root = json::parse(text, nullptr, false);
  if (!root.is_object() || root.value("key", json()) != key) return std::nullopt;
  const json identity = root.value("identity", json());
  ResultRecord record;
  for (const auto& [name, part] :
       {std::pair{"config", &record.config}, {"reading", &record.reading}, {"learner", &record.learner}}) {
    if (!identity.is_object() || !identity.contains(name) || !identity[name].is_string()) return std::nullopt;
    *part = identity[name].get<std::string>();
  }
  return record;
}

namespace {

constexpr std::string_view kModified = " (modified: ";

void compare_values(const json& a, const json& b, const std::string& field, ResultDifferences& found) {
  if (a.dump() == b.dump()) return;
  if (a.is_object() && b.is_object()) {
    std::set<std::string> names;
    for (const json* side : {&a, &b}) {
      for (const auto& [name, value] : side->items()) names.insert(name);
    }
    for (const std::string& name : names)
      compare_values(a.value(name, json()), b.value(name, json()), field.empty() ? name : field + "." + name,
                     found);
    return;
  }
  if (a.is_array() && b.is_array() && a.size() == b.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) compare_values(a[i], b[i], field, found);
    return;
  }
  FieldDifference& difference = found[field];
  ++difference.values;
  if (a.is_number() && b.is_number()) {
    difference.largest = std::max(difference.largest, std::abs(a.get<double>() - b.get<double>()));
  } else if (difference.example.empty()) {
    const auto text = [](const json& value) {
      if (value.is_array()) return fmt::format("{} entries", value.size());
      return value.is_null() ? "nothing" : value.dump().substr(0, 60);
    };
    difference.example = text(a) + " against " + text(b);
  }
}

}  // namespace

ResultDifferences result_differences(const ResultRecord& a, const ResultRecord& b) {
  ResultDifferences found;
  compare_values(result_json(a), result_json(b), "", found);
  return found;
}

std::string reading_label(const std::string& reading, const std::string& modifications) {
  return modifications.empty() ? reading : fmt::format("{}{}{})", reading, kModified, modifications);
}

ReadingLabel read_label(const std::string& label) {
  const std::size_t end = label.find(kModified);
  if (end == std::string::npos || !label.ends_with(")")) return {label, ""};
  const std::size_t begin = end + kModified.size();
  return {label.substr(0, end), label.substr(begin, label.size() - begin - 1)};
}

}  // namespace preimage::suite::records
