// Strings with symbols of several bytes, and of other lengths than their inputs, put together on own data.
#include "testing/made_language.hpp"

#include <map>
#include <sstream>

#include <doctest/doctest.h>

#include "suite/own_data/testing_own.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage;

namespace {

/// The row `ours` of a measure, by the names of the learners, which are words.
std::map<std::string, double> ours(const std::string& table, const std::string& measure) {
  std::istringstream lines(table.substr(table.find("\n  " + measure) + 3 + measure.size()));
  std::string header, row, name, ours;
  std::getline(lines, header);
  std::getline(lines, row);
  std::istringstream names(header), numbers(row);
  numbers >> ours;
  std::map<std::string, double> values;
  while (names >> name) numbers >> values[name];
  return values;
}

}  // namespace

TEST_CASE("a made language of eight rules is learned from 500 words, which no baseline knows") {
  const testing::TemporaryFolder folder;
  std::string pairs;
  for (const auto& [written, spoken] : testing::made_language()) pairs += written + "\t" + spoken + "\n";
  folder.write("p.tsv", pairs);
  const testing::Finished finished = testing::run_in(folder, testing::own_config("folds: 3", R"(
dataset: {name: string_pairs, path: p.tsv}
input_kernel: {name: n_gram, length: 3}
output_kernel: {name: n_gram, length: 2, tokens: characters}
loss: {name: symbol_error, tokens: characters}
learners:
  baseline: {method: mean_output}
  neighbours: {method: nearest_neighbours, k: [1, 3, 9]}
  positions:
    method: kernel_dependency_estimation
    ridge: [0.1, 10]
    decoder:
      {name: per_position, window: 3, window_weight: 10, k: 3, ties: all_tied, length: stop, tokens: characters}
)"));
  INFO(finished.out << finished.err);
  REQUIRE(finished.code == 0);
  const std::map<std::string, double> errors = ours(finished.out, "symbol error");
  CHECK(errors.at("positions") < 0.3);
  CHECK(errors.at("neighbours") > 2.0 * errors.at("positions"));
  CHECK(errors.at("baseline") > errors.at("neighbours"));
  CHECK(testing::contains(finished.out, "symbol_error, edit_error and edit_distance count characters"));
}
