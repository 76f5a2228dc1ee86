// Records that contradict their keys, as the store finds them.
#include "suite/records/cell_key.hpp"

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/records/record_store.hpp"
#include "suite/records/testing_record.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite::records;
using testing::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

/// What find says of the example with the first `from` replaced by `to` and a checksum that fits.
std::string warning_of(const std::string& from, const std::string& to) {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  const ResultRecord record = testing::example_record();
  const fs::path path = store.path_of(record.key);
  base::write_file_durably(path, testing::resealed(to_json(record), from, to));
  CHECK_FALSE(store.find(record.key));
  REQUIRE(store.warnings().size() == 1);
  const std::string line = store.warnings()[0], ignored = " (ignored: the cell counts as not computed)";
  REQUIRE(line.starts_with(path.string() + ": "));
  REQUIRE(line.ends_with(ignored));
  const std::size_t begin = path.string().size() + 2;
  return line.substr(begin, line.size() - begin - ignored.size());
}

}  // namespace

TEST_CASE("a record whose content contradicts its key is damaged") {
  const std::string parameters = "damaged record: its key is not that of its parameters";
  CHECK(warning_of("\"[0.1,1]\"", "\"[0.1,2]\"") == parameters);
  CHECK(warning_of("\"outer_fold\":\"4\"", "\"outer_fold\":\"5\"") == parameters);
  CHECK(warning_of("\"seed\":\"1\"", "\"seed\":\"2\"") == parameters);
  CHECK(warning_of("\"outer_fold\":4", "\"outer_fold\":0") ==
        "damaged record: identity.outer_fold is '0', expected '4' as its key has it");
  CHECK(warning_of("\"repetition\":3", "\"repetition\":0") ==
        "damaged record: identity.repetition is '0', expected '3' as its key has it");
  CHECK(warning_of("\"experiment\":\"toy\"", "\"experiment\":\"usps\"") ==
        "damaged record: identity.experiment is 'usps', expected 'toy' as its key has it");
  CHECK(warning_of("\"split\":", "\"split\":1") ==
        "damaged record: seeds.split does not follow from the study's seed in its key");
  CHECK(warning_of("\"samples\":[7,0", "\"samples\":[7,7") == "result.samples: a test sample occurs twice");
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  ResultRecord record = testing::example_record();
  record.outer_fold = 0;
  CHECK_THROWS_AS(store.put(record), DataError);
  CHECK(store.keys().empty());
}
