// FASTA: records as rows, whole and line by line.
#include "suite/data/fasta.hpp"

#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/data/row_stream.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

using Records = std::vector<std::vector<std::string>>;

/// The header first, then the rows.
Records records_of(data::TableReader& table) {
  Records records{table.header()};
  for (std::vector<std::string> fields; table.next(fields);) records.push_back(fields);
  return records;
}

Records records_of(const std::string& text) {
  const auto table = data::read_fasta(text, "t.fa");
  return records_of(*table);
}

std::string fasta_error(const std::string& text) {
  return thrown_message<DataError>([&] { records_of(text); });
}

}  // namespace

TEST_CASE("a record of FASTA is a row: its name, what else its line says, and its letters") {
  const Records expected = {{"id", "description", "sequence"},
                            {"1", "", "ACGTAC"},
                            {"seq|2", "of a mouse, 3 exons", "acgn*"},
                            {"", "", "M-.K"}};
  const std::string text =
      "\n;a comment\n>1\nACGT\n\nAC\n>seq|2 \t of a mouse, 3 exons  \nac gn*\n; another\n> \nM-.\nK";
  CHECK(records_of(text) == expected);
  std::string crlf, cr;
  for (const char c : "\xef\xbb\xbf" + text.substr(1)) {
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
    cr += c == '\n' ? '\r' : c;
  }
  for (const std::string& other : {text + "\n", text + "\n\n;\n", crlf, cr})
    CHECK(records_of(other) == expected);
  const auto table = data::read_fasta(text, "t.fa");
  std::vector<std::size_t> lines;
  while (table->next()) lines.push_back(table->line());
  CHECK(lines == std::vector<std::size_t>{3, 7, 10});
  CHECK(!table->next());
  CHECK((table->format(0).names_rows && table->format(1).names_rows && !table->format(2).names_rows));
}

TEST_CASE("bars in the first name cut all names into as many parts") {
  CHECK(records_of(">sp|P1|A_HUMAN of it\nMK\n>a|b\nMK\n>c|d|e|f\nMK\n") ==
        Records{{"id", "id_1", "id_2", "id_3", "description", "sequence"},
                {"sp|P1|A_HUMAN", "sp", "P1", "A_HUMAN", "of it", "MK"},
                {"a|b", "a", "b", "", "", "MK"},
                {"c|d|e|f", "c", "d", "e|f", "", "MK"}});
}

TEST_CASE("what is no FASTA is refused with its line") {
  CHECK(fasta_error("") == "t.fa: no line begins with '>', expected records of FASTA");
  CHECK(fasta_error("\n;x\n") == "t.fa: no line begins with '>', expected records of FASTA");
  CHECK(fasta_error("\nACGT\n>1\nA\n") ==
        "t.fa:2: found 'ACGT', expected a line that begins with '>' above a sequence");
  CHECK(fasta_error(">1\nA\n>two x\n\n>3\nA\n") == "t.fa:3: record 'two' has no sequence");
  CHECK(fasta_error(">1\nA\n>two") == "t.fa:3: record 'two' has no sequence");
  CHECK(fasta_error(">1\nAC\n40 30\n") ==
        "t.fa:3: found '4' in a sequence, expected letters, '*', '-' or '.'");
  CHECK(fasta_error(">1\nA\xc3\xa9\n") ==
        "t.fa:2: found '\\xc3' in a sequence, expected letters, '*', '-' or '.'");
  CHECK(fasta_error(std::string(">1\nA\n\0\n", 8)) ==
        "t.fa:3: found a NUL byte, expected text (UTF-8 or ASCII)");
}

TEST_CASE("files are FASTA by their names, and texts by their first letters, whole or as a stream") {
  for (const char* name : {"a.fasta", "a.FA", "a.fna", "a.faa", "a.fa.gz"})
    CHECK(data::has_fasta_ending(name));
  for (const char* name : {"a.csv", "fasta", "a.fa.csv"}) CHECK(!data::has_fasta_ending(name));
  for (const char* text : {">1\nACGT\n", ">1 a, b\r\n\r\nacgt*\r\n", "\xef\xbb\xbf>\nA", ">a\rM\r>b\rK\r"})
    CHECK(data::begins_as_fasta(text));
  for (const char* text :
       {">1\n", ">1\n5\n", ">1\nac gt\n", ">x,y\n1,2\n", "a\n>1\nACGT\n", "", ">a\tb\nA\tx\n"})
    CHECK(!data::begins_as_fasta(text));
  const TemporaryFolder folder;
  std::string text = ">1\n\n\nAC\nGT\n>2 x\nA\n";
  const Records expected = {{"id", "description", "sequence"}, {"1", "", "ACGT"}, {"2", "x", "A"}};
  for (const char* name : {"t.fa", "t.txt", "t.fa.gz", "packed"}) {
    const std::string bytes =
        name[1] == '.' && !std::string(name).ends_with(".gz") ? text : data::gzipped(text);
    const auto path = folder.write(name, bytes);
    CHECK(records_of(*data::open_rows(path, {}, 1)) == expected);
    CHECK(records_of(*data::open_table(path)) == expected);
    CHECK(data::TableFile(path).identity().starts_with("fasta "));
  }
  const auto path = folder.write("c.txt", ">a,b\n1,2\n");  // a table all the same
  CHECK(records_of(*data::open_rows(path, {data::Header::first_line, ""}, 1)) ==
        Records{{">a", "b"}, {"1", "2"}});
  text.push_back('\0');
  CHECK(thrown_message<DataError>([&] { records_of(*data::open_rows(folder.write("n.fa", text))); }) ==
        (folder.path() / "n.fa").string() + ":8: found a NUL byte, expected text (UTF-8 or ASCII)");
}
