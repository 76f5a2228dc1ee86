// "all", ranges and `except` in a config: which columns are read, and what a cell's key has.
#include "suite/own_data/columns.hpp"

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "experiments/experiment_table.hpp"
#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/study.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::thrown_message;

namespace {

const std::string kTable =
    "id,x1,x2,10-12,kind,z,part\n"
    "7,1,2,3,u,1,0\n8,2,2.5,5,v,2,0\n9,4,1,4,u,3,1\n6,4,7,1,v,5,1\n";
const std::string kRest = ", output_kind: class, fold: part, id: id";

/// A folder with a table and a config.
class Place {
 public:
  explicit Place(const std::string& table = kTable) { folder_.write("t.csv", table); }

  /// dataset  "inputs: all, ..."
  suite::study::Study study(const std::string& dataset) const {
    const auto path = folder_.write(
        "c.yaml",
        testing::own_config("given: true", "dataset: {name: vectors, path: t.csv, " + dataset +
                                               "}\ninput_kernel: {name: linear}\noutput_kernel: {name: " +
                                               (testing::contains(dataset, "vector") ? "linear" : "class") +
                                               "}\n"
                                               "loss: distance\n"
                                               "learners: {a: {method: nearest_neighbours, k: 1}}\n"));
    return suite::study::load_study(path, {}, experiments::experiment_table());
  }
  std::string logged(const std::string& dataset, const std::string& key) const {
    const suite::study::Study read = study(dataset);
    const auto& parameters = read.readings.at(0).parameters;
    return parameters.contains(key) ? parameters.at(key) : "(not logged)";
  }
  std::string key(const std::string& dataset) const {
    const suite::study::Study read = study(dataset);
    return testing::plan_cells(read, read.readings.at(0), 1, suite::data::DataSource{}).at(0).key;
  }
  template <class Error>
  std::string error(const std::string& dataset) const {
    std::string message = thrown_message<Error>([&] { study(dataset); });
    const std::string folder = folder_.path().string() + "/";
    return message.rfind(folder, 0) == 0 ? message.substr(folder.size()) : message;
  }
  testing::TemporaryFolder& folder() { return folder_; }

 private:
  mutable testing::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("names are logged as they are, and no file is looked at for them") {
  Place place;
  std::filesystem::remove(place.folder().path() / "t.csv");
  CHECK(place.logged("inputs: [x2, x1], outputs: kind" + kRest, "dataset.inputs") == "[\"x2\",\"x1\"]");
  CHECK(place.logged("inputs: x1, outputs: kind" + kRest, "dataset.outputs") == "[\"kind\"]");
  CHECK(place.logged("inputs: x1, outputs: kind" + kRest, "dataset.except") == "(not logged)");
  CHECK(place.error<DataError>("inputs: all, outputs: kind" + kRest).rfind("t.csv: cannot ", 0) == 0);
}

TEST_CASE("the columns that are read are logged, however they are spelled") {
  const Place place;
  const std::string all = "[\"x1\",\"x2\",\"10-12\",\"z\"]";
  CHECK(place.logged("inputs: all, outputs: kind" + kRest, "dataset.inputs") == all);
  CHECK(place.logged("inputs: [all], outputs: kind" + kRest, "dataset.inputs") == all);
  CHECK(place.logged("inputs: [x1-x2, 10-12, z], outputs: kind" + kRest, "dataset.inputs") == all);
  const std::string without = "inputs: all, except: [z], outputs: kind" + kRest;
  CHECK(place.logged(without, "dataset.inputs") == "[\"x1\",\"x2\",\"10-12\"]");
  CHECK(place.logged(without, "dataset.except") == "(not logged)");
}

TEST_CASE("a cell's key is that of the columns really read") {
  const Place place;
  const std::string named = place.key("inputs: [x1, x2, 10-12, z], outputs: kind" + kRest);
  CHECK(place.key("inputs: all, outputs: kind" + kRest) == named);
  CHECK(place.key("inputs: [x1-x2, 10-12, z], outputs: kind" + kRest) == named);
  const std::string fewer = place.key("inputs: [x1, x2], outputs: kind" + kRest);
  CHECK(fewer != named);
  CHECK(place.key("inputs: x1-x2, outputs: kind" + kRest) == fewer);
  CHECK(place.key("inputs: all, except: [z, 10-12], outputs: kind" + kRest) == fewer);
  CHECK(place.key("inputs: [x2, x1], outputs: kind" + kRest) != fewer);
}

TEST_CASE("a file that gets another column has other cells under all") {
  Place place;
  const std::string all = "inputs: all, outputs: kind" + kRest;
  const std::string before = place.key(all);
  place.folder().write("t.csv",
                       "id,x1,x2,10-12,kind,z,part,new\n"
                       "7,1,2,3,u,1,0,3\n8,2,2.5,5,v,2,0,4\n9,4,1,4,u,3,1,1\n6,4,7,1,v,5,1,5\n");
  CHECK(place.logged(all, "dataset.inputs") == "[\"x1\",\"x2\",\"10-12\",\"z\",\"new\"]");
  CHECK(place.key(all) != before);
}

TEST_CASE("outputs of vectors take ranges and all, too") {
  const Place place;
  const std::string rest = ", output_kind: vector, fold: part, id: id";
  CHECK(place.logged("inputs: z, outputs: x1-x2" + rest, "dataset.outputs") == "[\"x1\",\"x2\"]");
  CHECK(place.logged("inputs: z, outputs: all, except: kind" + rest, "dataset.outputs") ==
        "[\"x1\",\"x2\",\"10-12\"]");
  CHECK(place.logged("inputs: all, outputs: x1-x2, except: kind" + rest, "dataset.inputs") ==
        "[\"10-12\",\"z\"]");
}

TEST_CASE("a wrong word for columns is one line that names file, column and the nearest name") {
  const Place place;
  CHECK(place.error<DataError>("inputs: x1-x3, outputs: kind" + kRest) ==
        "t.csv:1: no column 'x3' (of x1-x3), did you mean 'x1'?");
  CHECK(place.error<DataError>("inputs: all, except: [y1], outputs: kind" + kRest) ==
        "t.csv:1: no column 'y1' to leave out, did you mean 'x1'?");
  CHECK(place.error<suite::ConfigError>("inputs: x1, except: [z], outputs: kind" + kRest) ==
        "c.yaml:4:59: dataset.except: leaves columns out of 'all' and of ranges, and there is neither");
  CHECK(place.error<suite::ConfigError>("inputs: all, outputs: all" + kRest) ==
        "c.yaml:4:61: dataset.outputs: 'all' means what is left; name the outputs");
  CHECK(place.error<suite::ConfigError>("inputs: all, excep: [z], outputs: kind" + kRest) ==
        "c.yaml:4:52: dataset.excep: unknown key, did you mean 'except'?");
}
