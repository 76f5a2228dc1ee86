// Formats that are not read: each is named, with what to do. The beginnings are those that pandas, NumPy,
// SciPy, h5py and R write.
#include "suite/data/foreign_file.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/data/table_reader.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage::suite::data;
using namespace std::string_literals;

using preimage::testing::TemporaryFolder;

namespace {

/// What opening a file of that name and content says behind its path.
std::string with_notes(const std::string& name, const std::string& bytes) {
  const TemporaryFolder folder;
  const auto path = folder.write(name, bytes);
  std::string message = preimage::testing::thrown_message<preimage::DataError>([&] { open_table(path); });
  const std::string place = folder.path().string() + "/";
  for (std::size_t at = message.find(place); at != std::string::npos; at = message.find(place))
    message.erase(at, place.size());
  return message;
}

std::string zip_of(const std::string& first_member) {
  return "PK\x03\x04"s + std::string(26, '\0') + first_member;
}

}  // namespace

TEST_CASE("formats that are not read are named, with what to do") {
  struct Case {
    std::string name, bytes, format, to_do = "write it as CSV";
  };
  const std::string arrays =
      "save each of its arrays as .npy, for `preimage init --inputs X.npy --target y.npy`";
  const std::string packed = "an archive";
  const std::vector<Case> cases = {
      {"f.xlsx", zip_of("[Content_Types].xml"), "an Excel workbook"},
      {"f.dat", zip_of("xl/workbook.xml"), packed, "unpack it"},
      {"f.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"s, "an Excel workbook"},
      {"f.ods", zip_of("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
       "an OpenDocument spreadsheet"},
      {"f.npz", zip_of("X.npy\x93NUMPY"), "a file of several NumPy arrays (.npz)", arrays},
      {"f.zip", zip_of("a.csv1,2"), packed, "unpack it"},
      {"f.parquet", "PAR1\x15\x04"s, "Parquet"},
      {"f", "PAR1\x15\x04"s, "Parquet"},
      {"f.feather", "ARROW1\0\0\xff"s, "Feather"},
      {"f.rds", gzipped("X\n\0\0\0\3"s), "a file of R"},
      {"f.gz", gzipped("X\n\0\0\0\3"s), "a file of R"},
      {"f.RData", gzipped("RDX3\nX\n"), "a file of R"},
      {"f.mat", "MATLAB 5.0 MAT-file Platform: posix\0"s, "a MATLAB file", arrays},
      {"f.mat", "MATLAB 7.3 MAT-file, Platform: GLNXA64\0"s, "a MATLAB file", arrays},
      {"f.h5", "\x89HDF\r\n\x1a\n\0"s, "HDF5", arrays},
      {"f.json", "[{\"a\": 1}]", "JSON"},
      {"f.txt", "{\"a\": [1, 2]}", "JSON"},
      {"f.txt", "[\n  {\n \"a\": 1}]", "JSON"},
      {"f.jsonl", "{\"a\": 1}\n{\"a\": 2}\n", "JSON"},
      {"f.json.gz", gzipped("{\"a\": 1}\n{\"a\": 2}\n"), "JSON"},
      {"f.svm", "+1 1:0.5 7:2 # one\n-1 2:1\n", "in the sparse format of LIBSVM"},
      {"f.gct", "#1.2\n2\t3\nNAME\tDescription\ta\n", "a GCT file of genes by samples"},
      {"f.txt", "!Series_title\t\"x\"\n", "a series matrix of GEO, genes by samples"},
      {"f.ts", "# x\n@problemName p\n@data\n1,2:a\n", "a file of time series (.ts)"},
      {"f.pkl", "\x80\x04\x95\x1e\0"s, "a pickle of Python"},
      {"f.sas7bdat", "\0\0\0"s, "a SAS file"},
      {"f.7z", "7z\xbc\xaf\x27\x1c\0"s, packed, "unpack it"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    CHECK(with_notes(one.name, one.bytes) ==
          fmt::format("{}: is {}, which is not read: {}", one.name, one.format, one.to_do));
  }
}

TEST_CASE("a text is a table, whatever its name says, unless it is another format's") {
  for (const char* name : {"f.xls", "f.mat", "f.csv", "f.dat"})
    CHECK(with_notes(name, "a\tb\n1\t2\n") == "(nothing was thrown)");
  for (const char* name :
       {"FEA1", "PAR1", "BZh1", "$FL2", "<stata_dta>", "MATLAB 5.0 MAT-file", "SQLite format 3", "@x"})
    CHECK(with_notes("f.csv", std::string(name) + ",y\n1,2\n") == "(nothing was thrown)");
  for (const char* text : {"[a],b\n1,2\n", "{x},y\n1,2\n", "1 2:3\n", "1 2:3\n4 5\n", "a:b c:d\n1:2 3:4\n"}) {
    CAPTURE(text);
    CHECK(with_notes("f.csv", std::string(text)) == "(nothing was thrown)");
  }
}

TEST_CASE("names of tables are no names of configs") {
  for (const char* name : {"a.csv", "a.tsv.gz", "a.arff", "a.npy", "a.xlsx", "A.RDS", "a.csv.bz2"})
    CHECK(is_name_of_table(name));
  for (const char* name : {"a.yaml", "a.json", "a", "csv"}) CHECK(!is_name_of_table(name));
}
