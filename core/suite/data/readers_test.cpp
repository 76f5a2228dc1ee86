// Compressed files, archives, lines and CSV: what is read, and how damage is reported.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <archive_entry.h>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/data/archive.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/row_stream.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
using data::gzipped;
using data::tar_of;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

/// A text that does not compress far, so that its compressed file can be cut anywhere.
std::string varied_text(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) text += std::to_string(i * i * 7919 + 13) + "\n";
  return text;
}

constexpr std::pair<const char*, const char*> kCompressions[] = {
    {"gzip", ".gz"}, {"bzip2", ".bz2"}, {"xz", ".xz"}, {"zstd", ".zst"}};

/// With a check sum, which libarchive leaves out.
const std::string kZstd("(\xb5/\xfd\x04Xq\0\0text,1\ntext,2\nK\xa2_\x8f", 27);

std::string compression_error(const std::string& bytes, const std::string& name = "x",
                              const data::CompressionLimits& limits = {}) {
  return thrown_message<DataError>([&] { data::decompress(bytes, name, limits); });
}

std::string archive_error(const TemporaryFolder& folder, const std::string& bytes,
                          const data::ArchiveLimits& limits = {}) {
  const auto path = folder.write("x.tar", bytes);
  return thrown_message<DataError>([&] { data::read_archive(path, limits); })
      .substr(folder.path().string().size() + 1);
}

std::string csv_error(const std::string& text) {
  return thrown_message<DataError>([&] {
    data::CsvReader csv(text, "t.csv");
    std::vector<std::string> fields;
    while (csv.next(fields)) {
    }
  });
}

using Rows = std::vector<std::vector<std::string>>;

Rows csv_rows(const std::string& text) {
  data::CsvReader csv(text, "t.csv");
  Rows rows{csv.header()};
  std::vector<std::string> fields;
  while (csv.next(fields)) rows.push_back(fields);
  return rows;
}

}  // namespace

TEST_CASE("compressed files are read, by their ending or their content; several streams are one text") {
  const TemporaryFolder folder;
  const std::string text = varied_text(100000);
  CHECK(data::read_maybe_compressed(folder.write("plain", text)) == text);
  CHECK(data::decompress(kZstd, "x") == "text,1\ntext,2\n");
  for (const auto& one : kCompressions) {
    const std::string by = one.first, ending = one.second;
    CAPTURE(by);
    const std::string whole = data::compressed(text, by);
    CHECK(data::read_maybe_compressed(folder.write("packed.csv", whole)) == text);
    CHECK(data::compression_of(whole, "x") == by);
    CHECK(data::decompress(whole + data::compressed("tail", by), "x") == text + "tail");
    CHECK(data::decompress(data::compressed("", by), "x" + ending).empty());
    CHECK(data::without_compression("a/b.csv" + ending) == "a/b.csv");
  }
}

TEST_CASE("compressed files that are cut, damaged or followed by anything are refused with their place") {
  for (const auto& one : kCompressions) {
    const std::string by = one.first, ending = one.second;
    CAPTURE(by);
    const std::string name = "x" + ending, text = "text,1\ntext,2\n";
    const std::string whole = ending == ".zst" ? kZstd : data::compressed(text, by);
    const std::string twice = data::compressed(whole, by), stream = by + " stream";
    for (std::size_t i = 0; i < whole.size(); ++i) {
      CAPTURE(i);
      const std::string cut = compression_error(whole.substr(0, i), name);
      CHECK(cut.starts_with(name + ": byte "));
      if (by[0] == 'g' && i > 1) CHECK(cut == fmt::format("{}: byte {}: truncated gzip stream", name, i));
      for (int bit = 0; bit < 8; ++bit) {
        std::string flipped = whole;
        flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
        std::string read = text;  // such bits as a time's change nothing
        const std::string error = thrown_message<DataError>([&] { read = data::decompress(flipped, name); });
        CHECK((error.starts_with(name + ": ") || read == text));
      }
    }
    const std::string behind = compression_error(whole + "xyz", name);
    CHECK(behind.starts_with(name + ": byte "));
    CHECK(behind.ends_with("3 bytes follow the end of the " + stream) == (by[0] == 'b' || by[0] == 'g'));
    CHECK(compression_error("plain text", name) == name + ": byte 0: expected a " + stream);
    if (by[0] != 'g')
      CHECK(compression_error(twice, name) == name + ": byte 0: expected one whole " + stream);
  }
  CHECK(thrown_message<DataError>([] { data::read_maybe_compressed("/none.xz"); }) ==
        "/none.xz: cannot read: No such file or directory");
}

TEST_CASE("compressed files that hold more than their limit are refused") {
  for (const auto& [by, ending] : kCompressions) {
    const std::string zeros = data::compressed(std::string(3 << 20, '0'), by);
    const auto limit = fmt::format(" bytes, the limit of a file of {}", zeros.size());
    const std::size_t most = std::max(std::size_t{1} << 20, 200 * zeros.size());
    CHECK(compression_error(zeros) == fmt::format("x: decompresses to more than {}{}", most, limit));
    CHECK(compression_error(zeros, "x", {.bytes = 1 << 19, .ratio = 1 << 20}) ==
          "x: decompresses to more than 524288" + limit);
    CHECK(data::decompress(zeros, "x", {.ratio = 1 << 20}).size() == 3 << 20);
  }
}

TEST_CASE("read_archive returns the files in order of their paths") {
  const TemporaryFolder folder;
  const std::string tar =
      tar_of({{"./d/", "", AE_IFDIR}, {"./d/b.pgm", "two"}, {"d/a.png", std::string(70000, 'x')}});
  for (const auto& path : {folder.write("a.tar", tar), folder.write("a.tar.gz", gzipped(tar))}) {
    const auto members = data::read_archive(path);
    CHECK(members.size() == 2);
    CHECK(members.begin()->first == "d/a.png");
    CHECK(members.at("d/a.png") == std::string(70000, 'x'));
    CHECK(members.at("d/b.pgm") == "two");
  }
  CHECK(data::parse_tar(tar, "x").size() == 2);
}

TEST_CASE("read_archive refuses what could leave the archive or surprise") {
  const TemporaryFolder folder;
  CHECK(archive_error(folder, tar_of({{"/etc/x", "1"}})) ==
        "x.tar: member '/etc/x': absolute or foreign path");
  CHECK(archive_error(folder, tar_of({{"C:\\x", "1"}})) ==
        "x.tar: member 'C:\\\\x': absolute or foreign path");
  CHECK(archive_error(folder, tar_of({{"a/../../x", "1"}})) ==
        "x.tar: member 'a/../../x': its path leaves the archive");
  CHECK(archive_error(folder, tar_of({{"..", "", AE_IFDIR}})) ==
        "x.tar: member '../': its path leaves the archive");
  CHECK(archive_error(folder, tar_of({{"a\tb", "1"}})) == "x.tar: a member's path holds control characters");
  CHECK(archive_error(folder, tar_of({{"l", "", AE_IFLNK}})) == "x.tar: member 'l': is a link");
  CHECK(archive_error(folder, tar_of({{"p", "", AE_IFIFO}})) ==
        "x.tar: member 'p': is neither a file nor a folder");
  CHECK(archive_error(folder, tar_of({{"a", "1"}, {"./a", "2"}})) == "x.tar: member 'a': occurs twice");
}

TEST_CASE("read_archive keeps its limits and reports damage") {
  const TemporaryFolder folder;
  const std::string tar = tar_of({{"a", std::string(5000, 'a')}, {"b", "1"}});
  CHECK(archive_error(folder, tar, {.member_bytes = 4999}) ==
        "x.tar: member 'a': larger than the limit of 4999 bytes");
  CHECK(archive_error(folder, tar, {.members = 1}) == "x.tar: more than the limit of 1 members");
  CHECK(archive_error(folder, tar.substr(0, 3000)).find("x.tar: member 'a': Truncated") == 0);
  CHECK(archive_error(folder, std::string(2000, 'z')) ==
        "x.tar: not a tar archive: Unrecognized archive format");
  CHECK(archive_error(folder, "") == "x.tar: not a tar archive: Unrecognized archive format");
  const auto cut = folder.write("cut.tar.gz", gzipped(tar).substr(0, 60));
  CHECK(thrown_message<DataError>([&] { data::read_archive(cut); }) ==
        cut.string() + ": byte 60: truncated gzip stream");
}

TEST_CASE("read_archive refuses a sparse file, whose zeros are not in the archive") {
  const TemporaryFolder folder;
  std::string tar = tar_of({{"s", std::string(512, 'x')}});
  const auto put = [&](std::size_t at, const std::string& field) { tar.replace(at, field.size(), field); };
  put(156, "S");                          // GNU's old sparse format: one piece of 512 bytes at 0
  put(257, std::string("ustar  \0", 8));  // its magic
  put(386, std::string("00000000000\0"
                       "00000001000\0",
                       24));
  put(483, std::string("00346545000\0", 12));  // real size: 60 MB
  CHECK(archive_error(folder, data::with_tar_sums(tar)) ==
        "x.tar: member 's': holds more than the archive: is a sparse file");
}

TEST_CASE("split_lines refuses more lines than the limit") {
  const std::string text(data::kMaxLines, '\n');
  CHECK(data::split_lines(text, "t").size() == data::kMaxLines);
  CHECK(thrown_message<DataError>([&] { data::split_lines(text + "\n", "t"); }) ==
        "t: more than the limit of 2000000 lines");
}

TEST_CASE("split_lines accepts LF, CRLF, a byte order mark and a last line without end") {
  using Lines = std::vector<std::string_view>;
  CHECK(data::split_lines("a\r\n\nb", "t") == Lines{"a", "", "b"});
  CHECK(data::split_lines("\xef\xbb\xbf"
                          "a\n",
                          "t") == Lines{"a"});
  CHECK(data::split_lines("", "t").empty());
  const std::string nul("a\nb\0c", 5);
  CHECK(thrown_message<DataError>([&] { data::split_lines(nul, "t"); }) ==
        "t:2: found a NUL byte, expected text (UTF-8 or ASCII)");
}

TEST_CASE("split_fields keeps empty fields") {
  using Fields = std::vector<std::string_view>;
  CHECK(data::split_fields("a\t\tb\t", '\t') == Fields{"a", "", "b", ""});
  CHECK(data::split_fields("", '\t') == Fields{""});
}

TEST_CASE("CsvReader reads RFC 4180") {
  CHECK(csv_rows("a,b\n1,2\n") == Rows{{"a", "b"}, {"1", "2"}});
  CHECK(csv_rows("a,b\r\n1,\r\n,4") == Rows{{"a", "b"}, {"1", ""}, {"", "4"}});
  CHECK(csv_rows("\xef\xbb\xbf\"a, x\",b\n\"he said \"\"no\"\"\",\"two\r\nlines\"\r\n") ==
        Rows{{"a, x", "b"}, {"he said \"no\"", "two\r\nlines"}});
  CHECK(csv_rows("a\n\"\"\n\n") == Rows{{"a"}, {""}, {""}});
  CHECK(csv_rows("a,b\n") == Rows{{"a", "b"}});
}

TEST_CASE("CsvReader counts lines across quoted line ends") {
  data::CsvReader csv("a,b\n\"x\ny\",1\n2,3\n", "t.csv");
  std::vector<std::string> fields;
  CHECK(csv.next(fields));
  CHECK(csv.line() == 2);
  CHECK(csv.next(fields));
  CHECK(csv.line() == 4);
  CHECK_FALSE(csv.next(fields));
}

TEST_CASE("CsvReader names the line of what is wrong") {
  CHECK(csv_error("a,b,c,d,e\n1,2,3,4,5\n1,2,3,4\n") == "t.csv:3: expected 5 fields, found 4");
  CHECK(csv_error("a,b\n1,2\n1,2,3\n") == "t.csv:3: expected 2 fields, found 3");
  CHECK(csv_error("a,b\n1,2,3\n").starts_with("t.csv:2: expected 2 fields, found 3; is a comma in a number"));
  CHECK(csv_error("a,b\n1,2\n\n3,4\n") == "t.csv:3: an empty line, expected 2 fields");
  CHECK(csv_error("a,b\n\"1,2\n") == "t.csv:2: a quoted field is not closed");
  CHECK(csv_error("a,b\n\"1\"x,2\n") == "t.csv:2: text follows the closing quote of a field");
  CHECK(csv_error("a,b\n1\"2,3\n").find("t.csv:2: a quote inside a field") == 0);
  CHECK(csv_error("") == "t.csv:1: empty, expected a header line of column names");
  CHECK(csv_error("a,b,a\n") == "t.csv:1: column 3 is 'a' again");
  CHECK(csv_error("a,,b\n") == "t.csv:1: column 2 has no name");
}

TEST_CASE("CsvReader wants column names that a message can show") {
  CHECK(csv_error("a,\"b\nc\"\n") ==
        "t.csv:1: column 2 has no name of one line and at most 256 bytes ('b\\nc')");
  CHECK(csv_error("\x1b[2J,b\n") ==
        "t.csv:1: column 1 has no name of one line and at most 256 bytes ('\\x1b[2J')");
  CHECK(csv_error("a," + std::string(257, 'b') + "\n") ==
        "t.csv:1: column 2 has no name of one line and at most 256 bytes ('" + std::string(60, 'b') +
            "...')");
  CHECK(csv_rows(std::string(256, 'b') + "\n").size() == 1);
}

TEST_CASE("CsvReader reads what programs export") {
  struct Case {
    const char* text;
    Rows rows;  // the header first
  };
  const Rows two = {{"a", "b"}, {"5", "6"}, {"7", "8"}};
  const Rows counted = {{"row", "a", "b"}, {"0", "5", "6"}, {"1", "7", "8"}};
  const std::vector<Case> cases = {
      {",a,b\n0,5,6\n1,7,8\n", counted},                      // pandas
      {"\"\",\"a\",\"b\"\n\"0\",5,6\n\"1\",7,8\n", counted},  // R: write.csv
      {"a,b\n0,5,6\n1,7,8\n", counted},                       // R: write.table(sep = ",")
      {"\"a\",\"b\"\n\"0\",5,6\n\"1\",7,8\n", counted},
      {",a,b\nx,5,6\ny,7,8\n", {{"row", "a", "b"}, {"x", "5", "6"}, {"y", "7", "8"}}},
      {",row,a\n0,5,6\n", {{"row_", "row", "a"}, {"0", "5", "6"}}},
      {",0\n0,.5\n1,7\n", {{"row", "0"}, {"0", ".5"}, {"1", "7"}}},  // a pandas series
      {"a,b,\n5,6,\n7,8,\n", two},
      {"a,b,,,\n5,6,,,\n7,8\n", two},
      {"a,b\n5,6,\n7,8,\n", two},
      {"a,b,\n1,6,\n2,8,\n", {{"a", "b"}, {"1", "6"}, {"2", "8"}}},
      {"a, b\n5, 6\n7,\t8\n", two},
      {"\"a\", \"b\"\r\n5, \"6\"\r\n7,8\r\n", two},
      {"a,b\r5,6\r7,8\r", two},
      {"a,b\r5,6\r7,8\n", two},
      {"\xef\xbb\xbf"
       "a,b\r\n5,6\r\n7,8\r\n\r\n",
       two},
      {"a,b\n5,6\n7,8\n\n\n", two},
      {"sep=,\r\na,b\r\n5,6\r\n7,8\r\n", two},  // Excel
      {"\n\r\na,b\n5,6\n7,8\n", two},
      {"a,b\r\n5,6\r\n7,8\r\n\x1a", two},                           // DOS
      {"a,b\n5, 6\n7,8\n", {{"a", "b"}, {"5", " 6"}, {"7", "8"}}},  // the header says nothing of blanks
      {"a;b\n5;6\n7;8\n", two},
      {"a\tb\n5\t6\n7\t8\n", two},
      {"sep=;\na;b\n5;6\n7;8\n", two},  // Excel where commas are decimal
      {"sep=\t\r\na\tb\r\n5\t6\r\n7\t8\r\n", two},
      {"\"a\";\"b\"\n\"5\";6\n7;\"8\"\n", two},
      {"a; b\n5; 6\n7; 8\n", two},
      {"a;b;\n5;6;\n7;8;\n", two},
      {"a\tb\n0\t5\t6\n1\t7\t8\n", counted},  // R: write.table(sep = "\t")
      {"\ta\tb\n0\t5\t6\n1\t7\t8\n", counted},
      {"a\tb\n\t6\n7\t\n", {{"a", "b"}, {"", "6"}, {"7", ""}}},
      {"a (x, y);b\n5;6\n", {{"a (x, y)", "b"}, {"5", "6"}}},
      {"a;b\n\"x;y, z\";6\n", {{"a", "b"}, {"x;y, z", "6"}}},
      {"a;b\nx, y;6\n", {{"a", "b"}, {"x, y", "6"}}},
      {"tags\nx;y\nz\n", {{"tags"}, {"x;y"}, {"z"}}},
      {"a,b;c\n5,6;7\n", {{"a", "b;c"}, {"5", "6;7"}}},
      {"a;b\n", {{"a", "b"}}},
      {"a|b\n5|6\n7|8\n", two},
      {"genres\nx|y\nz\n", {{"genres"}, {"x|y"}, {"z"}}},
      {"a\tb\nx y\t5\t6\nz\t7\t8\n", {{"row", "a", "b"}, {"x y", "5", "6"}, {"z", "7", "8"}}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.text);
    CHECK(csv_rows(one.text) == one.rows);
  }
}

TEST_CASE("CsvReader names what it does not read, and what to type") {
  const std::string plain16("a\0,\0b\0\n\0", 8), big16("\0a\0,\0b\0\n", 8);
  const std::string more =
      "; is a comma in a number (type a point) or in a text (put it in quotes), or has the first "
      "column of all rows no name (put one in front: `sed '1s/^/row,/' FILE > NEW`)?";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"sep=^\na^b\n1^2\n", "t.csv:1: 'sep=^': expected fields between commas, semicolons, tabs or |"},
      {"\x1f\x8b\x08",
       "t.csv: is compressed by gzip; where it comes from a stream: `gzip -dc FILE | preimage ...`"},
      {plain16,
       "t.csv: the file is in UTF-16LE, expected UTF-8: `iconv -f UTF-16LE -t UTF-8 FILE > NEW` converts it"},
      {big16,
       "t.csv: the file is in UTF-16BE, expected UTF-8: `iconv -f UTF-16BE -t UTF-8 FILE > NEW` converts it"},
      {std::string("a,b\n1,\0\n", 8), "t.csv:2: found a NUL byte, expected text (UTF-8 or ASCII)"},
      {"a,gr\xfc\xdf"
       "e\n1,2\n",
       "t.csv:1: column 2: 'gr\\xfc\\xdfe': invalid UTF-8 (byte 0xfc); a file in Latin-1 or "
       "Windows-1252 is converted by `iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW`"},
      {">seq1 human\nACGT\nAC\n>seq2\nGG\n",
       "t.csv: the file is in FASTA, which is read as a table: `preimage init FILE --target id` writes a "
       "config "
       "for it, where the word behind '>' is what is predicted"},
      {"Sales of 2020\n\nregion,sold\nn,4\n",
       "t.csv:1: one field has a text, as in a title; the header seems to be line 3: "
       "`tail -n +3 FILE > NEW` leaves the title out"},
      {"a\tb\nx\t5\t6\nx\t7\t8\n",
       "t.csv:2: expected 2 fields, found 3; is a separator in a text (put it in quotes), or has the first "
       "column of all "
       "rows no name (put one in front: `sed '1s/^/row\\t/' FILE > NEW`)?"},
      {"x,y\n1,5,2\n2,7,4\n4,1,5\n", "t.csv:2: expected 2 fields, found 3" + more},  // decimal commas
      {"a,b,\n5,6,7\n", "t.csv:2: 3 fields are filled, but the header has 2 names"},
      {"a,b\n0,5,6\n1,5,6\n2,5,6\n3,5,6\n4,5,6\n5,5,6\n7,5,6\n",
       "t.csv:8: the header has 2 names, rows have 3 fields, of which the first counts them: expected 6, "
       "found '7'" +
           more},
      {"a,b\n0,5,6\n1,5,6\n2,5\n", "t.csv:4: expected 3 fields, found 2"},
      {",,b\n0,1,2\n", "t.csv:1: column 2 has no name"},
  };
  for (const auto& [content, message] : cases) {
    const auto& text = content;
    CAPTURE(text);
    CHECK(csv_error(text) == message);
  }
}

namespace {

struct UsersTable {
  Rows rows;  // the header first
  std::vector<std::string> remarks;
};

UsersTable users_table(const std::string& text, const data::LineRules& rules = {}) {
  data::CsvReader csv(text, "t.csv", rules);
  UsersTable table{{csv.header()}, {}};
  std::vector<std::string> fields;
  while (csv.next(fields)) table.rows.push_back(fields);
  table.remarks = csv.remarks();
  return table;
}

std::string users_error(const std::string& text, const data::LineRules& rules = {}) {
  return thrown_message<DataError>([&] { users_table(text, rules); });
}

}  // namespace

TEST_CASE("a user's table is read where it is certain what it is, and that is said") {
  struct Case {
    std::string text;
    Rows rows;
    std::vector<std::string> remarks;
  };
  const Rows two = {{"a", "b"}, {"5", "6"}, {"7", "8"}};
  const std::string blanks = "t.csv: fields are read between blanks";
  const std::vector<Case> cases = {
      {"a,b\n5,6\n7,8\n", two, {}},
      {"a, b\n5, 6\n7, 8\n", two, {}},  // cut by commas, whatever blanks would do
      {"  a    b\n  5\t 6  \n 7    8\n", two, {blanks}},
      {"\"a\" \"b c\"\n\"1\" 5 \"x y\"\n\"2\" 7 \"z\"\n",  // R: write.table
       {{"row", "a", "b c"}, {"1", "5", "x y"}, {"2", "7", "z"}},
       {blanks}},
      {"a|b\n5|6\n7|8\n", two, {"t.csv: fields are read between |"}},
      {"a text\nof words\nof others\n", {{"a text"}, {"of words"}, {"of others"}}, {}},
      {"# a,b\n5,6\n7,8\n", {{"# a", "b"}, {"5", "6"}, {"7", "8"}}, {}},  // numpy.savetxt
      {"# a b\n5 6\n7 8\n", two, {blanks}},
      {"#tag,n\n#x,6\n", {{"#tag", "n"}, {"#x", "6"}}, {}},
      {"a,b\n5,6\na,b\n7,8\na,b\n", two, {"t.csv: left out, for they repeat the header: lines 3; 5"}},
      {",a\nx,6\n,a\ny,8\n",
       {{"row", "a"}, {"x", "6"}, {"y", "8"}},
       {"t.csv: left out, for they repeat the header: lines 3"}},
      {"0,1\n0,1\n2,3\n", {{"0", "1"}, {"0", "1"}, {"2", "3"}}, {}},  // names of columns that are numbers
      {"1990,1991,1992,k\n.5,.6,.7,x\n.5,.6,.7,y\n",
       {{"1990", "1991", "1992", "k"}, {".5", ".6", ".7", "x"}, {".5", ".6", ".7", "y"}},
       {}},
      {"a,,b,b,a_2,a\n1,2,3,4,5,6\n",
       {{"a", "column_2", "b", "b_2", "a_2", "a_3"}, {"1", "2", "3", "4", "5", "6"}},
       {"t.csv: column 2 has no name: it is named 'column_2'; column 4 is 'b' again: it is named 'b_2'; "
        "column 6 is 'a' "
        "again: it is named 'a_3'"}}};
  for (const Case& one : cases) {
    CAPTURE(one.text);
    const UsersTable table = users_table(one.text);
    CHECK(table.rows == one.rows);
    CHECK(table.remarks == one.remarks);
  }
}

TEST_CASE("what is said of a user's lines holds") {
  const Rows rows = {{"x0", "x1"}, {"5", "a"}, {"6", "b"}};
  CHECK(users_table("5,a\n6,b\n", {data::Header::none}).rows == rows);
  CHECK(users_table("# c, d, e\n5,a\n#\n6,b\n# f\n", {data::Header::none, "#"}).rows == rows);
  CHECK(users_table("#5,a\n6,b\n", {data::Header::none}).rows == Rows{{"x0", "x1"}, {"#5", "a"}, {"6", "b"}});
  CHECK(users_table("5,6\n7,9\n", {data::Header::first_line}).rows == Rows{{"5", "6"}, {"7", "9"}});
  CHECK(users_table("% c\na,b\n% d\n5,6\n", {data::Header::refuse, "%"}).rows ==
        Rows{{"a", "b"}, {"5", "6"}});
  const TemporaryFolder folder;
  const auto path = folder.write("t.csv", "# 1\n5,a\n# 2\n6,b\n# 3\n7,c\n# 4\n");
  for (const std::size_t block : {1, 2, 100}) {
    const auto table = data::open_rows(path, {data::Header::none, "#"}, block);
    CHECK(table->header() == rows.front());
    std::vector<std::size_t> lines;
    while (table->next()) lines.push_back(table->line());
    CHECK(lines == std::vector<std::size_t>{2, 4, 6});
  }
}

TEST_CASE("a user's table whose first lines are no header is named, with what to type") {
  const auto data = [](const std::string& shown, const std::string& separator, int last) {
    return fmt::format(
        "t.csv:1: the first line reads like data, not like names of columns ('{}'): say `header: none` below "
        "dataset "
        "(--header none), or write a header, `sed \"1i $(seq -f x%g -s '{}' 0 {})\" FILE > NEW`; the columns "
        "are x0 to "
        "x{} then. Where it is the header, say `header: first_line`",
        shown, separator, last, last);
  };
  CHECK(users_error("6,?,72\n1,85,66\n") == data("6, ?, 72", ",", 2));
  CHECK(users_error("5 7 a\n6 8 a\n7 9 b\n") == data("5, 7, a", " ", 2));
}

namespace {

std::string separated(std::string text, char separator) {
  std::replace(text.begin(), text.end(), ',', separator);
  return text;
}

}  // namespace

TEST_CASE("open_rows reads row by row what the reader of each format reads as a whole") {
  const TemporaryFolder folder;
  const std::string csv = "id,a,c\n0,5,x\n1,7,y\n2,,x\n3,1,y\n4,3,\n5,5,x\n";
  const std::string arff =
      "% a comment\n@relation r\n@attribute id numeric\n@attribute a numeric\n@attribute c {x, "
      "y}\n@data\n0,5,x\n1,7,y\n"
      "2,?,x\n3,1,y\n4,3,?\n5,5,x\n";
  Rows expected = csv_rows(csv);
  const std::vector<std::pair<std::string, std::string>> files = {
      {"t.csv", csv},
      {"s.csv", separated(csv, ';')},
      {"t.tsv", separated(csv, '\t')},
      {"t.arff", arff},
      {"a.txt", arff},
      {"t.csv.gz", data::gzipped(csv)},
      {"packed.csv", data::gzipped(csv)},
      {"t.tsv.gz", data::gzipped(separated(csv, '\t'))},
      {"t.csv.bz2", data::compressed(csv, "bzip2")},
      {"t.arff.xz", data::compressed(arff, "xz")},
      {"t.tsv.zst", data::compressed(separated(csv, '\t'), "zstd")}};
  for (const auto& [name, text] : files) {
    const auto path = folder.write(name, text);
    for (const std::size_t block : {1, 2, 4, 100}) {
      CAPTURE(path);
      CAPTURE(block);
      const auto table = data::open_rows(path, {}, block);
      Rows found{table->header()};
      for (std::vector<std::string> fields; table->next(fields);) found.push_back(fields);
      CHECK(found == expected);
    }
  }
  const std::vector<double> six = {1, 2, 3, 4, 5, 6};
  const std::string array = data::npy_of("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }", six);
  const auto named = data::open_rows(folder.write("X.npy", array));
  CHECK(named->header() == std::vector<std::string>{"x0", "x1"});
  CHECK(!named->name_columns({"a", "b", "c"}));
  CHECK(named->name_columns({"a", "b"}));
  CHECK(named->column("b") == 1);
  CHECK(!data::open_rows(folder.write("u.csv", csv))->name_columns({"a", "b", "c"}));
}

TEST_CASE("a stream of CSV is read as the whole text is, and says which of its rows repeat the header") {
  const TemporaryFolder folder;
  const std::string rows = "0,5,6\n1,7,8\n2,9,\n3,1,2\n4,3,4\n5,5,5\n6,6,6\n7,7,7\n";
  std::string cr = ",a,b\n" + rows;
  std::replace(cr.begin(), cr.end(), '\n', '\r');
  for (const std::string& text :
       {"a,b\n" + rows, ",a,b\n" + rows, "\xef\xbb\xbf,a,b\n" + rows + "\n\n", cr,
        "sep=,\n\n" + (",a,b\n" + rows), separated(",a,b\n" + rows, ';'), separated(",a,b\n" + rows, '\t'),
        "sep=;\n\n" + separated(",a,b\n" + rows, ';')}) {
    const auto path = folder.write("t.csv", text);
    for (const std::size_t ahead : {2, 3, 100}) {
      CAPTURE(text);
      CAPTURE(ahead);
      const auto table = data::open_rows(path, {}, ahead);
      CHECK(table->unnamed() == "row");
      Rows found{table->header()};
      for (std::vector<std::string> fields; table->next(fields);) {
        CHECK(table->line() == found.size() + (text.starts_with("sep=") ? 3 : 1));
        found.push_back(fields);
      }
      CHECK(found == csv_rows(text));
    }
  }
}

TEST_CASE(
    "a stream holds quoted line ends, and names rows that repeat its header, far behind the first ones") {
  const TemporaryFolder folder;
  std::string text = "a,b\n";
  for (int i = 0; i < 20; ++i) text += "1,\"x\ny\"\n";
  const auto table = data::open_rows(folder.write("t.csv", text + "a,b\n2,z\n"), {}, 1);
  std::size_t rows = 0;
  while (table->next()) ++rows;
  CHECK(rows == 21);
  CHECK(table->line() == 43);
  CHECK(table->remarks().at(0).ends_with("t.csv: left out, for they repeat the header: lines 42"));
}

TEST_CASE("CsvReader refuses more columns than the limit") {
  std::string header;
  for (std::size_t i = 0; i < data::kMaxColumns; ++i) header += std::to_string(i) + ",";
  header.pop_back();
  CHECK(csv_rows(header).front().size() == data::kMaxColumns);
  CHECK(csv_error(header + ",") == "t.csv:1: more than the limit of 100000 columns");
  CHECK(csv_error("a\n" + std::string(data::kMaxColumns, ',')) ==
        "t.csv:2: more than the limit of 100000 columns");
}

TEST_CASE("CsvReader refuses more rows than the limit") {
  std::string text = "a\n";
  for (std::size_t i = 0; i <= data::kMaxRows; ++i) text += "1\n";
  CHECK(csv_error(text) == "t.csv:1000002: more than the limit of 1000000 rows");
}

TEST_CASE("every text that csv_quoted has written is read again as it was") {
  std::string rows = "text\n";
  const std::vector<std::string> texts = {"-noise", "+bias", "=kde",   "@x",  "'-noise", "''=kde",
                                          "'x",     "'",     "-",      "-1",  "'-1",     "-1+2",
                                          "'-1+2",  "a,b",   "\"=a\"", "=\"", "\tx"};
  for (const std::string& text : texts) rows += data::csv_quoted(text) + "\n";
  const TemporaryFolder folder;
  data::CsvReader csv = data::open_quoted_csv(folder.write("t.csv", rows));
  std::vector<std::string> fields;
  for (const std::string& text : texts) {
    REQUIRE(csv.next(fields));
    CHECK(fields == std::vector<std::string>{text});
  }
}

TEST_CASE("csv_quoted leaves numbers and plain texts, and no text that a spreadsheet computes") {
  for (const char* same :
       {"", "-", "=", "+", "-1", "+1", "-0.5e-10", "-1 2 -3", "a=b", "1-1", "'x", "x@y", "raw-pixels"})
    CHECK(data::csv_quoted(same) == same);
  for (const char* formula : {"=1", "=cmd|' /C calc'!A0", "+a", "-a", "-1+2", "-inf", "@SUM(1)", "--", "\tx"})
    CHECK(data::csv_quoted(formula) == std::string("'") + formula);
  CHECK(data::csv_quoted("=a,\"b\"") == "\"'=a,\"\"b\"\"\"");
  CHECK(data::csv_quoted("\r=1") == "\"'\r=1\"");
}
