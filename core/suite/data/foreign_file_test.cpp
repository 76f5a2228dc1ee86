// Formats that are not read: each is named, with a line to type. The beginnings are those that pandas, NumPy,
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
std::string said_of(const std::string& name, const std::string& bytes) {
  const TemporaryFolder folder;
  const auto path = folder.write(name, bytes);
  std::string message = preimage::testing::thrown_message<preimage::DataError>([&] { open_table(path); });
  const std::string place = folder.path().string() + "/";
  for (std::size_t at = message.find(place); at != std::string::npos; at = message.find(place))
    message.erase(at, place.size());
  return message;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string zip_of(const std::string& first_member) {
  return "PK\x03\x04"s + std::string(26, '\0') + first_member;
}

}  // namespace

TEST_CASE("formats that are not read are named, with a line to type") {
  struct Case {
    std::string name, bytes, format, line;
  };
  const std::string pandas = "python3 -c \"import pandas; pandas.";
  const std::vector<Case> cases = {
      {"f.xlsx", zip_of("[Content_Types].xml"), "an Excel workbook",
       pandas + "read_excel('f.xlsx').to_csv('f.csv', index=False)\""},
      {"f.dat", zip_of("xl/workbook.xml"), "a ZIP archive", "unzip -p 'f.dat' > 'f.csv'"},
      {"f.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"s, "an Excel workbook (.xls)", "read_excel('f.xls')"},
      {"f.ods", zip_of("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
       "an OpenDocument spreadsheet", "engine='odf'"},
      {"f.npz", zip_of("X.npy\x93NUMPY"), "a file of several NumPy arrays (.npz)", "numpy.load('f.npz')"},
      {"f.zip", zip_of("a.csv1,2"), "a ZIP archive", "unzip -p 'f.zip' > 'f.csv'"},
      {"f.parquet", "PAR1\x15\x04"s, "Parquet",
       pandas + "read_parquet('f.parquet').to_csv('f.csv', index=False)\""},
      {"f", "PAR1\x15\x04"s, "Parquet", "read_parquet('FILE').to_csv('NEW.csv'"},
      {"f.feather", "ARROW1\0\0\xff"s, "Feather", "read_feather('f.feather')"},
      {"f.rds", gzipped("X\n\0\0\0\3"s), "an R object (.rds)",
       "Rscript -e \"write.csv(readRDS('f.rds'), 'f.csv', row.names = FALSE)\""},
      {"f.gz", gzipped("X\n\0\0\0\3"s), "an R object (.rds)", "readRDS"},
      {"f.RData", gzipped("RDX3\nX\n"), "an R workspace", "load('f.RData')"},
      {"f.mat", "MATLAB 5.0 MAT-file Platform: posix\0"s, "a MATLAB file", "scipy.io.loadmat('f.mat')"},
      {"f.mat", "MATLAB 7.3 MAT-file, Platform: GLNXA64\0"s, "a MATLAB file of version 7.3",
       "h5py.File('f.mat')"},
      {"f.h5", "\x89HDF\r\n\x1a\n\0"s, "HDF5", "h5py.File('f.h5')"},
      {"f.json", "[{\"a\": 1}]", "JSON", "read_json('f.json').to_csv('f.csv'"},
      {"f.txt", "{\"a\": [1, 2]}", "JSON", "read_json('f.txt')"},
      {"f.jsonl", "{\"a\": 1}\n{\"a\": 2}\n", "JSON, a row per line", "lines=True"},
      {"f.json.gz", gzipped("{\"a\": 1}\n{\"a\": 2}\n"), "JSON, a row per line",
       "read_json('f.json.gz', lines=True).to_csv('f.csv'"},
      {"f.svm", "1 1:0.5 7:2\n-1 2:1\n", "in the sparse format of LIBSVM", "open('f.svm')"},
      {"f.gct", "#1.2\n2\t3\nNAME\tDescription\ta\n", "a GCT file of genes by samples",
       "tail -n +3 'f.gct' > 'f.csv'"},
      {"f.txt", "!Series_title\t\"x\"\n", "a series matrix of GEO, genes by samples",
       "sed '/^[!^]/d; /^ *$/d' 'f.txt'"},
      {"f.ts", "# x\n@problemName p\n@data\n1,2:a\n", "a file of time series (.ts)",
       "s/:/,/g' 'f.ts' > 'f.csv'"},
      {"f.pkl", "\x80\x04\x95\x1e\0"s, "a pickle of Python", "read_pickle('f.pkl')"},
      {"f.sas7bdat", "\0\0\0"s, "a SAS file", "read_sas('f.sas7bdat')"},
      {"f.csv.bz2", "BZh91AY&SY\x01"s, "compressed by bzip2", "bunzip2 -c 'f.csv.bz2' > 'f.csv'"},
      {"$(x)'.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"s, "an Excel workbook (.xls)",
       "read_excel('FILE').to_csv('NEW.csv'"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const std::string said = said_of(one.name, one.bytes);
    CHECK(said.starts_with(one.name + ": is " + one.format + ", which is not read: `"));
    CHECK(contains(said, one.line));
    CHECK(!contains(said, "\n"));
  }
}

TEST_CASE("a text is a table, whatever its name says, unless it is another format's") {
  for (const char* name : {"f.xls", "f.mat", "f.csv", "f.dat"})
    CHECK(said_of(name, "a\tb\n1\t2\n") == "(nothing was thrown)");
  for (const char* name :
       {"FEA1", "PAR1", "BZh1", "$FL2", "<stata_dta>", "MATLAB 5.0 MAT-file", "SQLite format 3", "@x"})
    CHECK(said_of("f.csv", std::string(name) + ",y\n1,2\n") == "(nothing was thrown)");
  for (const char* text : {"[a],b\n1,2\n", "{x},y\n1,2\n", "1 2:3\n", "1 2:3\n4 5\n", "a:b c:d\n1:2 3:4\n"}) {
    CAPTURE(text);
    CHECK(said_of("f.csv", std::string(text)) == "(nothing was thrown)");
  }
}

TEST_CASE("names of tables are no names of configs") {
  for (const char* name : {"a.csv", "a.tsv.gz", "a.arff", "a.npy", "a.xlsx", "A.RDS", "a.csv.bz2"})
    CHECK(is_name_of_table(name));
  for (const char* name : {"a.yaml", "a.json", "a", "csv"}) CHECK(!is_name_of_table(name));
}
