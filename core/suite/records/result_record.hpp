// The result of one cell as a plain value, and its exact, self-checking JSON text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "preimage/base/error.hpp"

namespace preimage::suite::records {

// 2: diagnostics; 3: at least one of the parts "figure" and "scores"; 4: "of_fold"; 5: "probabilities"
inline constexpr int kRecordSchema = 5;
inline constexpr int kSchemaWithFolds = 4;
inline constexpr int kSchemaWithParts = 3;
inline constexpr int kSchemaWithoutParts = 2;
inline constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 28;  // 256 MiB

/// Predictions for a picture, which a result does not hold: vectors of some samples, tested or not.
struct FigurePart {
  std::vector<long> samples;                 // ids
  std::vector<std::vector<double>> vectors;  // one per sample
  bool operator==(const FigurePart&) const = default;
};

/// Decision values of classes (outputs::Scores), where an experiment keeps them, or probabilities.
struct ScoresPart {
  std::vector<std::string> classes;  // their texts; empty: the method has no such values
  std::vector<std::vector<double>>
      values;  // one row per test sample, a value per class; empty where there are none
  bool operator==(const ScoresPart&) const = default;
};

/// What one cell (experiment, reading, repetition, outer fold, learner) produced.
struct ResultRecord {
  int schema = kSchemaWithoutParts;  // expected_schema()
  std::string key;                   // the cell's identity: 64 lower-case hexadecimal digits

  // Identity in words, for people and tables. Not compared: the key says the same.
  std::string experiment;
  std::string config;
  std::string reading;
  std::string learner;
  int repetition = 0;
  int outer_fold = 0;

  // What the key was hashed from, and the seeds that were derived for the cell (purpose -> seed).
  std::map<std::string, std::string> parameters;
  std::map<std::string, std::uint64_t> seeds;

  // The result: compared to the last bit (result_differences).
  std::string status;                                   // "ok" or "failed"
  std::string reason;                                   // why it failed; empty where it is ok
  std::vector<std::pair<std::string, double>> chosen;   // hyper-parameters, in the grid's order
  std::optional<double> inner_loss;                     // of the chosen ones; nothing where none was computed
  std::vector<long> samples;                            // the test samples' ids
  std::map<std::string, std::vector<double>> measures;  // one value per test sample, or a single one
  /// Of a fold with one test sample, whose measures have one value each: the names of those that are a number
  /// of the fold as a whole. Else empty, for sizes tell. Of an older record it is not known, and empty. Not
  /// compared: it follows from the experiment.
  std::set<std::string> of_fold;
  // Predictions, in the order of `samples`; each is either empty or holds one entry per test sample.
  std::vector<long> chosen_samples;
  std::vector<std::string> labels;
  std::vector<std::vector<double>> vectors;  // of detections: left, top, width, height, score of each
  std::vector<std::string> notes;
  /// How an iterative decoder fared, one value per test sample: "converged" (1 or 0), "iterations",
  /// "residual".
  std::map<std::string, std::vector<double>> diagnostics;

  /// Of a cell that a figure shows. Not compared: it follows from the result's model.
  std::optional<FigurePart> figure;
  /// Of an experiment that keeps them. Not compared: older records have none, and the result is the same.
  std::optional<ScoresPart> scores;
  /// Of a learner with `probabilities`. Not compared: it follows from the result's model.
  std::optional<ScoresPart> probabilities;

  // Circumstances: never compared, never in a table (host, compiler, BLAS, threads, code version, ...).
  std::map<std::string, std::string> circumstances;
  double seconds = 0.0;
  long peak_memory_kib = 0;

  bool operator==(const ResultRecord&) const = default;
  /// A record without further parts has the bytes that older programs wrote.
  int expected_schema() const {
    if (probabilities) return kRecordSchema;
    if (!of_fold.empty()) return kSchemaWithFolds;
    return figure || scores ? kSchemaWithParts : kSchemaWithoutParts;
  }
  /// Whether a measure has a value per test sample.
  bool is_per_sample(const std::string& measure) const;
};

/// A record that a newer version of the program wrote. It is not damaged, and must not be replaced.
class NewerRecordError : public DataError {
 public:
  using DataError::DataError;
};

/// Throws DataError where `key` is not 64 lower-case hexadecimal digits.
void require_key(const std::string& key);

/// The record's file content: one line of JSON with sorted keys and the parts "identity", "parameters",
/// "seeds", "result", "circumstances" and, where there are such, "figure" (a picture shows the cell),
/// "scores", "of_fold" and "probabilities". Doubles are written so that they read back to the same bits. The
/// last field, "sha256", is the digest of the same text without that field.
/// throws  NumericalError where a number is not finite (JSON would make it null);
///         DataError where a text is not UTF-8, the status is unknown, or a measure or prediction does not
///         fit the number of test samples
std::string to_json(const ResultRecord& record);

/// Reads what to_json wrote; `source` names the file in messages. The checksum is verified before anything is
/// parsed, so every changed, missing or added byte is found.
/// throws  NewerRecordError for a newer schema; DataError for a wrong checksum, a duplicate, missing or
///         unknown field, a wrong type, or what to_json would refuse
ResultRecord from_json(std::string_view text, const std::string& source);

/// Config, reading and learner of a record that from_json refuses, of an older program or slightly damaged;
/// nothing where its text does not say them, or has another key.
std::optional<ResultRecord> unchecked_identity(std::string_view text, const std::string& key);

/// "smoothed-0.8", or "smoothed-0.8 (modified: dataset.smoothing=2)"
std::string reading_label(const std::string& reading, const std::string& modifications);

/// Of a label, as records and models hold it.
struct ReadingLabel {
  std::string reading, modifications;  // the second "" where nothing was modified
};
ReadingLabel read_label(const std::string& label);

}  // namespace preimage::suite::records
