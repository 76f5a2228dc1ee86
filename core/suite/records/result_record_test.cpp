#include "suite/records/result_record.hpp"

#include <armadillo>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suite/records/result_differences.hpp"
#include "suite/records/testing_record.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::records;
using testing::resealed;
using testing::thrown_message;

namespace {

/// With the largest and the smallest seed.
ResultRecord extreme_record() {
  ResultRecord record = testing::example_record();
  record.seeds = {{"split", std::numeric_limits<std::uint64_t>::max()}, {"noise", 0}};
  return record;
}

/// A record's text with `from` replaced by `to` and a checksum that is right again: what a flawed or hostile
/// writer could leave, as opposed to a damaged file.
std::string rewritten(const std::string& from, const std::string& to) {
  return resealed(to_json(extreme_record()), from, to);
}

std::string refusal(const std::string& text) {
  return thrown_message<DataError>([&] { from_json(text, "cell.json"); });
}

std::string refusal(const std::string& from, const std::string& to) {
  return refusal(rewritten(from, to));
}

}  // namespace

TEST_CASE("a label says a reading and what was modified, and both are read from it") {
  struct Row {
    const char *reading, *modifications, *label;
  };
  for (const Row& row :
       {Row{"smoothed-0.8", "", "smoothed-0.8"},
        Row{"smoothed-0.8", "dataset.smoothing=2", "smoothed-0.8 (modified: dataset.smoothing=2)"},
        Row{"b", "title=a (modified: c)", "b (modified: title=a (modified: c))"}}) {
    CAPTURE(row.label);
    CHECK(reading_label(row.reading, row.modifications) == row.label);
    const ReadingLabel read = read_label(row.label);
    CHECK(read.reading == row.reading);
    CHECK(read.modifications == row.modifications);
  }
}

TEST_CASE("a record reads back as it was, bit for bit") {
  const ResultRecord record = extreme_record();
  const std::string text = to_json(record);
  const ResultRecord read = from_json(text, "cell.json");
  CHECK(read == record);
  CHECK(to_json(read) == text);
  CHECK(std::signbit(read.measures.at("loss")[1]));  // -0.0 == 0.0, so == does not see it

  ResultRecord failed = extreme_record();
  failed.status = "failed";
  failed.reason = "kernel_ridge: not positive definite";
  failed.inner_loss.reset();
  failed.measures.clear();
  CHECK(from_json(to_json(failed), "cell.json") == failed);
}

TEST_CASE("what a picture shows is a part of its own, which no comparison sees; older records have none") {
  const ResultRecord before = extreme_record();
  ResultRecord record = before;
  record.figure = {{5, 9}, {{0.1, -0.0}, {1e-300, 2.0}}};
  CHECK(thrown_message<DataError>([&] { to_json(record); }).find("schema 2: expected 3") !=
        std::string::npos);
  record.schema = kSchemaWithParts;
  CHECK(from_json(to_json(record), "cell.json") == record);
  CHECK(result_differences(record, before).empty());
  CHECK_FALSE(from_json(to_json(extreme_record()), "cell.json").figure);  // schema 2, as written before
  record.figure->vectors.pop_back();
  CHECK(thrown_message<DataError>([&] {
          to_json(record);
        }).find("figure.vectors has 1 entries, expected 2") != std::string::npos);
}

TEST_CASE(
    "of one test sample a record says which measures are of the fold as a whole; older records do not") {
  ResultRecord record = extreme_record();
  record.samples = {7};
  record.measures = {{"loss", {0.25}}, {"macro_f1", {0.5}}};
  record.chosen_samples.clear();
  record.labels.clear();
  record.vectors.clear();
  record.diagnostics.clear();
  const ResultRecord plain = record;
  const std::string before = to_json(record);
  CHECK(from_json(before, "cell.json").schema == kSchemaWithoutParts);
  CHECK(from_json(before, "cell.json").is_per_sample("macro_f1"));  // nothing says otherwise
  record.of_fold = {"macro_f1"};
  CHECK(thrown_message<DataError>([&] { to_json(record); }).find("schema 2: expected 4") !=
        std::string::npos);
  record.schema = record.expected_schema();
  const std::string text = to_json(record);
  const ResultRecord read = from_json(text, "cell.json");
  CHECK(read == record);
  CHECK(result_differences(record, plain).empty());
  CHECK(read.is_per_sample("loss"));
  CHECK_FALSE(read.is_per_sample("macro_f1"));
  CHECK_FALSE(read.is_per_sample("micro_f1"));
  record.scores = {{"u"}, {{0.5}}};
  CHECK(from_json(to_json(record), "cell.json") == record);
  CHECK(refusal(resealed(text, "[\"macro_f1\"]", "[\"micro_f1\"]")) ==
        "cell.json: of_fold: 'micro_f1' is no measure of a fold with one test sample");
  record.samples = {7, 8};
  record.measures = {{"loss", {0.25, 0.5}}, {"macro_f1", {0.5}}};
  record.scores.reset();
  CHECK(thrown_message<DataError>([&] { to_json(record); }).find("of_fold: 'macro_f1' is no measure of") !=
        std::string::npos);
  record.of_fold.clear();
  record.schema = record.expected_schema();
  CHECK_FALSE(from_json(to_json(record), "cell.json").is_per_sample("macro_f1"));  // sizes tell
}

TEST_CASE("decision values are a part of their own, which no comparison sees") {
  const ResultRecord plain = extreme_record();
  ResultRecord record = plain;
  const std::string before = to_json(record);
  record.scores = {{"u", "v"}, {{0.1, -0.0}, {1e-300, 2.0}, {0.0, 0.5}}};
  record.schema = record.expected_schema();
  CHECK(record.schema == kSchemaWithParts);
  const std::string text = to_json(record);
  CHECK(from_json(text, "cell.json") == record);
  CHECK(result_differences(record, plain).empty());
  CHECK_FALSE(from_json(before, "cell.json").scores);  // as written before
  record.figure = {{5}, {{0.1}}};
  CHECK(from_json(to_json(record), "cell.json") == record);
  record.figure.reset();
  CHECK(refusal(resealed(text, "\"u\",\"v\"", "\"u\"")) ==
        "cell.json: scores.values[0] has 2 entries, expected 1 (one per class)");
  CHECK(refusal(resealed(text, "\"scores\":{", "\"scored\":{")) == "cell.json: figure: missing field");
  record.scores->values.pop_back();
  CHECK(thrown_message<DataError>([&] {
          to_json(record);
        }).find("scores.values has 2 entries, expected 3 (one per test sample)") != std::string::npos);
  record.scores = ScoresPart{};  // a method without such values
  CHECK(from_json(to_json(record), "cell.json") == record);
  record.probabilities = ScoresPart{{"u", "v"}, {{1, 0}, {0.5, 0.5}, {0, 1}}};
  record.schema = record.expected_schema();
  CHECK(record.schema == kRecordSchema);
  CHECK(from_json(to_json(record), "cell.json") == record);
  CHECK(result_differences(record, plain).empty());
  record.probabilities->values.back().back() = arma::datum::nan;
  CHECK(thrown_message<NumericalError>([&] { to_json(record); }).find("probabilities.values[2][1] is nan") !=
        std::string::npos);
  record.probabilities->values.pop_back();
  CHECK(thrown_message<DataError>([&] {
          to_json(record);
        }).find("probabilities.values has 2 entries, expected 3 (one per test sample)") != std::string::npos);
}

TEST_CASE("every changed, missing or added byte is found") {
  const std::string text = to_json(extreme_record());
  long missed = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int mask : {0x01, 0x02, 0x20, 0x80, 0xff}) {
      std::string flipped = text;
      flipped[i] = static_cast<char>(flipped[i] ^ mask);
      missed += refusal(flipped).find("cell.json: damaged record") == std::string::npos ? 1 : 0;
    }
    missed += refusal(text.substr(0, i)).find("cell.json: damaged record") == std::string::npos ? 1 : 0;
  }
  CHECK(missed == 0);
  CHECK(refusal(text + "\n") ==
        fmt::format("cell.json: damaged record of {} bytes: no checksum at its end", text.size() + 1));
  CHECK(refusal(text + text) ==
        fmt::format("cell.json: damaged record of {} bytes: wrong checksum", 2 * text.size()));
}

TEST_CASE("a record with a right checksum and wrong content is refused") {
  CHECK(refusal("\"schema\":2", "\"schema\":0") == "cell.json: unknown record schema 0");
  CHECK(refusal("\"status\":\"ok\"", "\"status\":\"ok\",\"status\":\"ok\"") ==
        "cell.json: duplicate field 'status'");
  CHECK(refusal("\"status\":\"ok\",", "") == "cell.json: result.status: missing field");
  CHECK(refusal("\"status\":\"ok\"", "\"status\":\"ok\",\"statute\":1") ==
        "cell.json: result.statute: unknown field");
  CHECK(refusal("\"schema\":2", "\"schema\":2,\"scheme\":1") == "cell.json: scheme: unknown field");
  CHECK(refusal("\"repetition\":3", "\"repetition\":3.5") ==
        "cell.json: identity.repetition: expected an integer, found 3.5");
  CHECK(refusal("\"repetition\":3", "\"repetition\":2147483648") ==
        "cell.json: identity.repetition: expected an integer in range, found 2147483648");
  CHECK(refusal("\"split\":18446744073709551615", "\"split\":-1") ==
        "cell.json: seeds.split: expected an integer of at least 0, found -1");
  CHECK(refusal("[\"ridge\",0.1]", "[\"ridge\",null]") ==
        "cell.json: result.chosen[0][1]: expected a floating-point number, found null");
  CHECK(refusal("\"labels\":[", "\"labels\":[7,") == "cell.json: result.labels[0]: expected a text, found 7");
  CHECK(refusal("\"converged\":[1.0,0.0,1.0]", "\"converged\":[1.0]") ==
        "cell.json: result.diagnostics.converged has 1 entries, expected 3 (one per test sample)");
  CHECK(refusal("\"inner_loss\":0.25", "\"inner_loss\":1e999").find("cell.json: not JSON: ") == 0);
  CHECK(refusal("\"status\":\"ok\"", "\"status\":\"fine\"") ==
        "cell.json: result.status 'fine': expected 'ok' or 'failed'");
  CHECK(refusal("\"reason\":\"\"", "\"reason\":\"x\"") ==
        "cell.json: result.reason: expected a text where, and only where, the status is 'failed'");
  CHECK(refusal("\"split\":18446744073709551615", "\"a\\u001b[2J\\n\":-1") ==
        "cell.json: seeds.a\\x1b[2J\\n: expected an integer of at least 0, found -1");
  CHECK(refusal("\"key\":\"", "\"key\":\"Z").find("expected 64 lower-case hexadecimal digits") !=
        std::string::npos);
}

TEST_CASE("lists in lists are refused however deep, without a walk into them") {
  constexpr std::size_t kDeep = 200000;
  const std::string deep = std::string(kDeep, '[') + std::string(kDeep, ']');
  CHECK(refusal("\"samples\":[", "\"samples\":[" + deep + ",") ==
        "cell.json: result.samples[0]: expected an integer, found a list");
  CHECK(refusal("\"seconds\":1.5", "\"seconds\":{\"a\":1}") ==
        "cell.json: circumstances.seconds: expected a floating-point number, found a map");
}

TEST_CASE("a newer schema is named as such, because such a file must not be replaced") {
  const std::string text = rewritten("\"schema\":2", "\"schema\":6");
  CHECK(
      thrown_message<NewerRecordError>([&] { from_json(text, "cell.json"); }) ==
      "cell.json: record schema 6 is newer than this program's 5: use the version of the program that wrote "
      "it");
}

TEST_CASE("a number that is not finite is never written") {
  const double bad = std::numeric_limits<double>::quiet_NaN();
  const auto message = [](const ResultRecord& record) {
    return thrown_message<NumericalError>([&] { to_json(record); });
  };
  ResultRecord record = extreme_record();
  record.measures["loss"][2] = bad;
  CHECK(message(record) == "record toy/raw/kde/3/4: result.measures.loss[2] is nan");
  record = extreme_record();
  record.vectors[1][0] = -std::numeric_limits<double>::infinity();
  CHECK(message(record) == "record toy/raw/kde/3/4: result.vectors[1][0] is -inf");
  record = extreme_record();
  record.inner_loss = bad;
  CHECK(message(record) == "record toy/raw/kde/3/4: result.inner_loss is nan");
  record = extreme_record();
  record.chosen[0].second = bad;
  CHECK(message(record) == "record toy/raw/kde/3/4: result.chosen.ridge is nan");
  record = extreme_record();
  record.seconds = std::numeric_limits<double>::infinity();
  CHECK(message(record) == "record toy/raw/kde/3/4: circumstances.seconds is inf");
}

TEST_CASE("a record that contradicts itself is not written") {
  ResultRecord record = extreme_record();
  record.measures["loss"].push_back(1.0);
  CHECK(thrown_message<DataError>([&] { to_json(record); }) ==
        "record toy/raw/kde/3/4: result.measures.loss has 4 entries, expected 3 (one per test sample) or 1");
  record = extreme_record();
  record.labels.pop_back();
  CHECK(thrown_message<DataError>([&] { to_json(record); }) ==
        "record toy/raw/kde/3/4: result.labels has 2 entries, expected 3 (one per test sample) or 0");
  record = extreme_record();
  record.notes = {"\xff"};
  CHECK(thrown_message<DataError>([&] { to_json(record); }).find(": a text is not UTF-8: ") !=
        std::string::npos);
  record = extreme_record();
  record.schema = 7;
  CHECK(thrown_message<DataError>([&] { to_json(record); }) ==
        "record toy/raw/kde/3/4: schema 7: expected 2");
}

TEST_CASE("the result alone is compared, to the last bit, and has one text") {
  const ResultRecord record = extreme_record();
  ResultRecord other = record;
  other.config = "renamed";
  other.circumstances["host"] = "elsewhere";
  other.seconds = 99.0;
  other.peak_memory_kib = 1;
  CHECK(result_differences(other, record).empty());
  other.measures["loss"][0] = std::nextafter(other.measures["loss"][0], 1.0);
  CHECK(result_differences(other, record).size() == 1);
  CHECK(to_json(record).find(
            R"("result":{"chosen":[["ridge",0.1],["bandwidth",4.0]],"chosen_samples":[],)"
            R"("diagnostics":{"converged":[1.0,0.0,1.0]},"inner_loss":0.25,)"
            R"("labels":["a\"b","","\u0000\n"],"measures":{"loss":[0.30000000000000004,-0.0,5e-324],)"
            R"("squared_error":[1e+300]},"notes":["2 ties"],"reason":"","samples":[7,0,-1],"status":"ok",)"
            R"("vectors":[[1.0,0.3333333333333333],[2.0],[]]})") != std::string::npos);
}

TEST_CASE("whose a record is can be told of one that is refused") {
  const ResultRecord record = extreme_record();
  const std::string text = to_json(record);
  const std::optional<ResultRecord> damaged =
      unchecked_identity(text.substr(0, text.size() - 3) + "0\"}\n", record.key);
  REQUIRE(damaged.has_value());
  CHECK(damaged->config == record.config);
  CHECK(damaged->reading == record.reading);
  CHECK(damaged->learner == record.learner);
  CHECK_FALSE(unchecked_identity(text, std::string(64, '0')));
  CHECK_FALSE(unchecked_identity(text.substr(0, 40), record.key));
  CHECK_FALSE(unchecked_identity("[]", record.key));
}
