#include "suite/run/open_cells.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "suite/run/run_cell.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;

namespace {

std::vector<std::size_t> first_shards(std::size_t count, int shards) {
  std::vector<std::size_t> all;
  for (int shard = 0; shard < shards; ++shard) {
    const std::vector<std::size_t> own = shard_order(count, {shard, shards}, false);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace

TEST_CASE("shards cut the cells into stretches; who steals comes towards the others") {
  using Places = std::vector<std::size_t>;
  CHECK(shard_order(5, {0, 2}, false) == Places{0, 1});
  CHECK(shard_order(5, {1, 2}, false) == Places{2, 3, 4});
  CHECK(shard_order(5, {0, 2}, true) == Places{0, 1, 4, 3, 2});
  CHECK(shard_order(5, {1, 2}, true) == Places{2, 3, 4, 1, 0});
  CHECK(shard_order(6, {1, 3}, true) == Places{2, 3, 1, 0, 5, 4});
  CHECK(shard_order(0, {0, 3}, true).empty());
  CHECK(shard_order(2, {0, 3}, false).empty());
  for (const std::size_t count : {0u, 1u, 2u, 7u, 24u, 100u}) {
    std::vector<std::size_t> expected(count);
    for (std::size_t i = 0; i < count; ++i) expected[i] = i;
    for (const int shards : {1, 2, 3, 8, 16, 101}) {
      CHECK(first_shards(count, shards) == expected);
      std::vector<std::size_t> stolen = shard_order(count, {shards - 1, shards}, true);
      std::sort(stolen.begin(), stolen.end());
      CHECK(stolen == expected);
    }
  }
}

TEST_CASE("a word is quoted so that the shell reads it as it was") {
  CHECK(study::shell_quoted("configs/a-b_c.yaml") == "configs/a-b_c.yaml");
  CHECK(study::shell_quoted("") == "''");
  CHECK(study::shell_quoted("it's") == "'it'\\''s'");
  for (const std::string& word :
       {std::string("a b"), std::string("k=[1,2]"), std::string("it's \"$HOME\" `x`"), std::string("*;\\"),
        std::string("~"), std::string("")}) {
    CHECK(testing::run_words({"sh", "-c", "printf %s " + study::shell_quoted(word)}).out == word);
  }
}

TEST_CASE("options that are independent of the place name the same files in any folder") {
  study::SelectionOptions options;
  options.configs = {"a.yaml", "/b.yaml"};
  options.out = "here/../there";
  options.data = "data";
  const std::filesystem::path here = std::filesystem::current_path();
  const study::SelectionOptions same = study::independent_of_place(options);
  CHECK(same.configs == std::vector<std::filesystem::path>{here / "a.yaml", "/b.yaml"});
  CHECK(same.out == here / "there");
  CHECK(same.data == here / "data");
  options.data.reset();
  CHECK_FALSE(study::independent_of_place(options).data);
}

TEST_CASE("a cell is open until it is finished; a failed one until the next run has tried it") {
  const study::Study study = testing::parse(testing::toy_config());
  const data::DataSource no_data{};
  const std::vector<study::Cell> cells = testing::plan_cells(study, study.readings[0], 1, no_data);
  const testing::TemporaryFolder folder;
  records::RecordStore store(folder.path());
  OpenCells old(store, false, "old");
  OpenCells now(store, false, "now");
  OpenCells forced(store, true, "forced");
  CHECK(old.among({&cells[0], &cells[1]}) == std::vector<const study::Cell*>{&cells[0], &cells[1]});
  old.put(failed_record(cells[0], "out of luck"));
  CHECK_FALSE(old.is_open(cells[0]));
  CHECK(now.is_open(cells[0]));
  CHECK(now.among({&cells[0], &cells[1]}).size() == 2);
  CHECK(old.among({&cells[0], &cells[1]}) == std::vector<const study::Cell*>{&cells[1]});
  now.put(CellRunner(no_data).run(cells[0]));
  CHECK_FALSE(old.is_open(cells[0]));
  CHECK(forced.is_open(cells[0]));
  forced.put(*store.find(cells[0].key));
  CHECK_FALSE(forced.is_open(cells[0]));
}

TEST_CASE("the limits of the command line come before the profile's") {
  const study::Study study =
      testing::parse(testing::replaced(testing::toy_config(), "{repetitions: 2, readings: all}",
                                       "{repetitions: 2, readings: all, cell_time: 1.5, "
                                       "cell_memory: 300}"));
  const std::vector<study::Cell> cells = testing::plan_cells(study, study.readings[0], 1, {});
  study::StudyOptions options;
  CHECK(limits_of(cells[0], options).seconds == 1.5);
  CHECK(limits_of(cells[0], options).memory_mib == 300);
  options.run.cell_limits.memory_mib = 7;
  CHECK(limits_of(cells[0], options).seconds == 1.5);
  CHECK(limits_of(cells[0], options).memory_mib == 7);
  options.selected.profile = "short";
  CHECK_FALSE(limits_of(cells[0], options).seconds);
}

TEST_CASE("the command for a cell has all that made it") {
  study::Study study = testing::parse(testing::toy_config());
  study.file = "/a b/toy.yaml";
  const std::vector<study::Cell> cells = testing::plan_cells(study, study.readings[0], 1, {});
  study::StudyOptions options;
  options.selected.configs = {"/a b/toy.yaml", "/other.yaml"};
  options.selected.overrides = {{"learners.neighbours.k", "[1, 5]"}};
  options.selected.out = "/out";
  options.selected.reading = "exclusive";
  options.run.cell_limits = {2.5, 100};
  options.run.force = options.run.bitwise = options.selected.stand_in = true;
  const std::string command = command_for(cells[0], options);
  CHECK(command.substr(command.find(" run ")) ==
        " run '/a b/toy.yaml' --set 'learners.neighbours.k=[1, 5]' --profile quick --reading exclusive "
        "--stand-in --out /out --only " +
            cells[0].key.text().substr(0, 16) + " --cell-time 2.5 --cell-memory 100 --bitwise");
}
