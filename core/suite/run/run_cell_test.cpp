#include "suite/run/run_cell.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiments/experiment_table.hpp"
#include "suite/records/result_record.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;

namespace {

/// The record of a cell of the config.
records::ResultRecord record_of(const testing::TemporaryFolder& folder, const std::string& config,
                                std::size_t cell = 0) {
  const study::Study study =
      study::load_study(folder.write("c.yaml", config), {}, experiments::experiment_table());
  const data::DataSource no_data{};
  return CellRunner(no_data).run(testing::plan_cells(study, study.readings[0], 1, no_data).at(cell));
}

/// The labels of a fold of a run on pairs whose outputs are, but for one, `output`, of three bytes;
/// the record must be writable.
std::vector<std::string> labels_for(const std::string& output, std::size_t fold = 0) {
  const testing::TemporaryFolder folder;
  std::string pairs;
  for (const char* input : {"abb", "bab", "aab", "bba"}) pairs += std::string(input) + "\t" + output + "\n";
  folder.write("p.tsv", pairs + "aba\txxx\n");
  const std::string config =
      testing::own_config("folds: 5",
                          "dataset: {name: string_pairs, path: p.tsv}\n"
                          "input_kernel: {name: spectrum, length: 1}\noutput_kernel: {name: spectrum, "
                          "length: 1}\nloss: distance\n"
                          "learners:\n"
                          "  kde: {method: kernel_dependency_estimation, ridge: 1, decoder: {name: "
                          "per_position, window: 1, k: 3, ties: lowest_index, length: predicted}}\n");
  const records::ResultRecord record = record_of(folder, config, fold);
  INFO(record.reason);
  CHECK(record.status == "ok");
  CHECK(records::from_json(records::to_json(record), "record").labels == record.labels);
  return record.labels;
}

}  // namespace

TEST_CASE("a loss or a mean of losses that is not finite fails its cell, which names the measure") {
  const auto reason_of = [](double scale) {
    const testing::TemporaryFolder folder;
    folder.write("t.csv", fmt::format("x,y,fold\n0,{0},0\n1,{0},0\n2,{0},0\n10,{1},1\n11,{1},1\n12,{2},1\n",
                                      scale, -scale, -2.0 * scale));
    const std::string config = testing::own_config(
        "given: true",
        "dataset: {name: vectors, path: t.csv, inputs: [x], outputs: [y], output_kind: vector, fold: fold}\n"
        "input_kernel: {name: linear}\noutput_kernel: {name: gaussian, sigma: 1}\nloss: squared_distance\n"
        "learners:\n  nearest: {method: nearest_neighbours, k: 1}\n");
    const records::ResultRecord record = record_of(folder, config);
    CHECK((record.status == "ok") == record.reason.empty());
    return record.reason;
  };
  CHECK(reason_of(1e100) == "");
  CHECK(reason_of(5.5e153) == "squared_error of 3 test samples: the mean is not finite");
  CHECK(reason_of(1e160) == "squared_error of 3 test samples is not finite");
}

TEST_CASE("a predicted string that is no text is written with \\xHH, any other as it is") {
  CHECK(labels_for("aaa") == std::vector<std::string>{"aaa"});
  CHECK(labels_for("\\\\\\") == std::vector<std::string>{"\\\\\\"});
  CHECK(labels_for("\xc3\xc3\xc3") == std::vector<std::string>{"\\xc3\\xc3\\xc3"});
  // A backslash beside such a byte is written so, too, or it could not be told from one that is written.
  CHECK(labels_for("\xc3\xc3\\", 3) == std::vector<std::string>{"\\x5c\\x5c\\xc3"});
}
