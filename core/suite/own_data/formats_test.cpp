// One table as a file of each format: init, run, fit and predict say the same of all. What CSV says is the
// right value: its reader is held to RFC 4180, and its numbers to NumPy and scikit-learn, by other tests.
#include <cstdint>
#include <map>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using preimage::suite::data::gzipped;
using preimage::suite::data::npy_of;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;
using Rows = std::vector<Words>;

/// 24 rows: numbers, some missing; a text, some missing, with blanks in one; a class that follows from them;
/// labels.
Rows formats_table() {
  Rows rows = {{"a", "b", "colour", "kind"}};
  const char* const colours[] = {"red", "dark green", "blue"};
  for (int i = 0; i < 24; ++i) {
    const int a = i * 7 % 24, b = i * 5 % 11;
    rows.push_back({i == 4 ? "" : std::to_string(a) + ".5", i == 9 ? "" : "-" + std::to_string(b),
                    i == 13 ? "" : colours[i * i % 3], a < 12 ? "low" : "high"});
  }
  return rows;
}

std::string delimited(const Rows& rows, const std::string& separator) {
  std::string text;
  for (const Words& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) text += (j > 0 ? separator : "") + row[j];
    text += "\n";
  }
  return text;
}

std::string arff(const Rows& rows) {
  std::string text =
      "% a comment\n@relation t\n@attribute a numeric\n@attribute b real\n@attribute colour {red, 'dark "
      "green', blue}\n"
      "@attribute kind {high, low}\n@data\n";
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      const std::string& field = rows[i][j];
      text += (j > 0 ? "," : "") + (field.empty()                          ? "?"
                                    : field.find(' ') == std::string::npos ? field
                                                                           : "'" + field + "'");
    }
    text += "\n";
  }
  return text;
}

/// By the name of the file.
std::map<std::string, std::string> files() {
  const Rows rows = formats_table();
  const std::map<std::string, std::string> plain = {{"c.csv", delimited(rows, ",")},
                                                    {"t.tsv", delimited(rows, "\t")},
                                                    {"t.txt", delimited(rows, "\t")},
                                                    {"s.csv", delimited(rows, ";")},
                                                    {"r.arff", arff(rows)}};
  std::map<std::string, std::string> all = plain;
  for (const auto& [name, text] : plain) all[name + ".gz"] = gzipped(text);
  return all;
}

struct FormatsPlace {
  TemporaryFolder folder;
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }

  /// What a program prints on standard output; requires that it ends well.
  static std::string said(const Words& words) { return ended_well(run_preimage(words)).out; }
  /// Writes a config by init, and returns the scores of its table.
  std::string scores(const Words& init, const std::string& config) const {
    Words words = {"init", "--out", at(config)};
    words.insert(words.end(), init.begin(), init.end());
    said(words);
    const std::string table = said({"run", at(config), "--quiet", "--out", at("out"), "--set", "title=t"});
    return table.substr(table.find("reading:"));
  }
  std::string model(const std::string& config) const {
    said({"fit", at(config), "--learner", "kde", "--out", at(config + ".pim"), "--results", at("out")});
    return at(config + ".pim");
  }
};

}  // namespace

TEST_CASE("a table gives the same scores and predictions in each format") {
  const FormatsPlace place;
  const auto all = files();
  for (const auto& [name, text] : all) place.folder.write(name, text);
  const std::string scores = place.scores({place.at("c.csv"), "--target", "kind"}, "c.yaml");
  CHECK(contains(scores, "classification loss"));
  const std::string model = place.model("c.yaml");
  const std::string predictions = FormatsPlace::said({"predict", model, place.at("c.csv")});
  CHECK(contains(predictions, "row,kind,score high,score low,far_from_training\n1,"));
  for (const auto& [name, text] : all) {
    const auto captured = name;
    CAPTURE(captured);
    CHECK(FormatsPlace::said({"predict", model, place.at(name)}) == predictions);
    if (name == "c.csv") continue;
    const std::string config = name + ".yaml";
    CHECK(place.scores({place.at(name), "--target", "kind"}, config) == scores);
    if (name.ends_with(".gz") || name == "t.txt") continue;
    CHECK(FormatsPlace::said({"predict", place.model(config), place.at(name)}) == predictions);
    CHECK(FormatsPlace::said({"predict", place.model(config), place.at("c.csv")}) == predictions);
  }
}

TEST_CASE("two arrays give what a file of their columns does") {
  const FormatsPlace place;
  std::vector<double> X;
  std::vector<std::int64_t> y;
  std::vector<double> z;
  Rows rows = {{"x0", "x1", "y", "z0", "z1"}};
  for (int i = 0; i < 24; ++i) {
    const int a = i * 7 % 24, b = i * 5 % 11;
    X.insert(X.end(), {a + 0.5, -b * 1.0});
    y.push_back(a / 8);
    z.insert(z.end(), {a + 0.25, b * 2.0});
    rows.push_back({std::to_string(a) + ".5", "-" + std::to_string(b), std::to_string(a / 8),
                    std::to_string(a) + ".25", std::to_string(2 * b)});
  }
  const auto header = [](const std::string& type, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  };
  place.folder.write("X.npy", npy_of(header("<f8", "24, 2"), X));
  place.folder.write("y.npy", npy_of(header("<i8", "24,"), y));
  place.folder.write("z.npy", npy_of(header("<f8", "24, 2"), z));
  const auto columns = [&](std::size_t from, std::size_t to) {
    Rows part;
    for (const Words& row : rows) {
      Words& fields = part.emplace_back(row.begin(), row.begin() + 2);
      fields.insert(fields.end(), row.begin() + static_cast<std::ptrdiff_t>(from),
                    row.begin() + static_cast<std::ptrdiff_t>(to));
    }
    return delimited(part, ",");
  };
  place.folder.write("classes.csv", columns(2, 3));
  std::string numbers = columns(3, 5);
  numbers.replace(numbers.find("z0,z1"), 5, "y0,y1");
  place.folder.write("numbers.csv", numbers);

  const auto same = [&](const std::string& array, const std::string& csv, const std::string& target,
                        const char* kind) {
    const std::string expected = place.scores({place.at(csv), "--target", target}, csv + ".yaml");
    CHECK(place.scores({"--inputs", place.at("X.npy"), "--target", place.at(array)}, array + ".yaml") ==
          expected);
    CHECK(contains(preimage::base::read_file(place.at(array + ".yaml"), 1 << 20),
                   std::string("output_kind: ") + kind));
    const std::string predictions =
        FormatsPlace::said({"predict", place.model(csv + ".yaml"), place.at(csv)});
    const std::string model = place.model(array + ".yaml");
    for (const std::string& file : {std::string("X.npy"), csv})
      CHECK(FormatsPlace::said({"predict", model, place.at(file)}) == predictions);
  };
  same("y.npy", "classes.csv", "y", "class");
  same("z.npy", "numbers.csv", "y0,y1", "vector");
}

TEST_CASE("columns that an array does not name are taken in order, and no others") {
  const FormatsPlace place;
  Rows rows = {{"height", "width", "kind"}};
  std::vector<float> X;
  for (int i = 0; i < 12; ++i) {
    const int height = i * 7 % 12;
    rows.push_back({std::to_string(height), std::to_string(i % 5), height < 6 ? "low" : "high"});
    X.insert(X.end(), {static_cast<float>(height), static_cast<float>(i % 5)});
  }
  place.folder.write("c.csv", delimited(rows, ","));
  place.folder.write("X.npy", npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (12, 2), }", X));
  place.folder.write("W.npy", npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (8, 3), }", X));
  place.scores({place.at("c.csv"), "--target", "kind"}, "c.yaml");
  const std::string model = place.model("c.yaml");
  const Finished found = run_preimage({"predict", model, place.at("X.npy")});
  CHECK(found.out == FormatsPlace::said({"predict", model, place.at("c.csv")}));
  CHECK(contains(found.err,
                 "predict: the file names no columns; they are taken in the order of the model's inputs: "));
  check_says(run_preimage({"predict", model, place.at("W.npy")}), 5,
             "W.npy:1: no column 'height'; known: x0, x1, x2");
}

TEST_CASE("what the outputs are is guessed from the type of their array") {
  const FormatsPlace place;
  constexpr int n = 24;
  std::vector<double> X, fractions;
  std::vector<std::int64_t> many, all_different, labels, counts;
  for (int i = 0; i < n; ++i) {
    X.push_back(i * 7 % n);
    fractions.push_back(i % 3);
    many.push_back(100 * (i % 12));
    all_different.push_back(3 * i * i);
    labels.insert(labels.end(), {i % 2, i / 12});
    counts.insert(counts.end(), {i % 2, i});
  }
  const auto header = [](const char* type, const char* shape) {
    return std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  };
  place.folder.write("X.npy", npy_of(header("<f8", "24,"), X));
  const std::vector<std::pair<std::string, const char*>> cases = {
      {npy_of(header("<f8", "24,"), fractions), "vector"},
      {npy_of(header("<i8", "24,"), many), "class"},
      {npy_of(header("<i8", "24,"), all_different), "vector"},
      {npy_of(header("<i8", "24, 2"), labels), "label_set"},
      {npy_of(header("<i8", "24, 2"), counts), "vector"},
  };
  for (const auto& [bytes, kind] : cases) {
    place.folder.write("y.npy", bytes);
    const std::string config =
        FormatsPlace::said({"init", "--inputs", place.at("X.npy"), "--target", place.at("y.npy")});
    CHECK(contains(config, std::string("  output_kind: ") + kind + "\n"));
    CHECK(contains(config, "  inputs: all\n"));
  }
}

TEST_CASE("images keep all pixels, and their size is in the config") {
  const FormatsPlace place;
  std::vector<std::uint8_t> images;
  std::vector<std::int64_t> y;
  for (int i = 0; i < 24; ++i) {  // 2 x 3 pixels, of which the first never changes
    for (int pixel = 0; pixel < 6; ++pixel)
      images.push_back(pixel == 0 ? 0
                                  : static_cast<std::uint8_t>((i % 2 == 0 ? 10 * pixel : 7) + i * pixel % 5));
    y.push_back(i % 2);
  }
  place.folder.write("X.npy",
                     npy_of("{'descr': '|u1', 'fortran_order': False, 'shape': (24, 2, 3), }", images));
  place.folder.write("y.npy", npy_of("{'descr': '<i8', 'fortran_order': False, 'shape': (24,), }", y));
  place.scores({"--inputs", place.at("X.npy"), "--target", place.at("y.npy")}, "c.yaml");
  std::string config = preimage::base::read_file(place.at("c.yaml"), 1 << 20);
  CHECK(contains(config, "  constant_columns: allow\n"));
  const std::string keys =
      "# image: {width: 3, height: 2}\n# virtual_examples: {shift: [-1, 0, 1], background: 0}\n";
  REQUIRE(contains(config, keys));
  config.replace(config.find(keys), keys.size(),
                 "image: {width: 3, height: 2}\nvirtual_examples: {shift: [0, 1]}\n");
  place.folder.write("c.yaml", config);
  CHECK(contains(FormatsPlace::said({"run", place.at("c.yaml"), "--quiet", "--out", place.at("out")}),
                 "0 failed"));
}

TEST_CASE("predicted label sets come back in the form of the data") {
  const FormatsPlace place;
  std::string columns = "x,deep,new,old\n", texts = "x,tags\n";
  for (int i = 0; i < 24; ++i) {
    const bool deep = i % 2 == 0, is_new = i >= 12;
    columns += std::to_string(i) + (deep ? ",1" : ",0") + (is_new ? ",1,0" : ",0,1") + "\n";
    texts += std::to_string(i) + "," + (deep ? "deep;" : "") + (is_new ? "new" : "old") + "\n";
  }
  place.folder.write("c.csv", columns);
  place.folder.write("t.csv", texts);
  CHECK(place.scores({place.at("c.csv"), "--target", "deep,new,old"}, "c.yaml") ==
        place.scores({place.at("t.csv"), "--target", "tags"}, "t.yaml"));
  const std::string in_columns = FormatsPlace::said({"predict", place.model("c.yaml"), place.at("c.csv")});
  const std::string in_texts = FormatsPlace::said({"predict", place.model("t.yaml"), place.at("t.csv")});
  // The same sets, put into words by a plain loop.
  std::string worded = "row,tags,far_from_training\n";
  const std::vector<std::string> labels = {"deep", "new", "old"};
  std::size_t at = in_columns.find('\n') + 1;
  CHECK(in_columns.substr(0, at) == "row,deep,new,old,far_from_training\n");
  for (int row = 1; at < in_columns.size(); ++row) {
    const std::size_t end = in_columns.find('\n', at);
    const std::string line = in_columns.substr(at, end - at);
    at = end + 1;
    REQUIRE(line.size() == std::to_string(row).size() + 8);
    std::string set;
    for (std::size_t j = 0; j < 3; ++j) {
      if (line[line.size() - 7 + 2 * j] == '1') set += (set.empty() ? "" : ";") + labels[j];
    }
    worded += std::to_string(row) + "," + set + ",0\n";
  }
  CHECK(in_texts == worded);
}

TEST_CASE("a format that is not read is refused alike by init, run, fit and predict") {
  const FormatsPlace place;
  place.folder.write("c.csv", delimited(formats_table(), ","));
  place.scores({place.at("c.csv"), "--target", "kind"}, "c.yaml");
  const std::string model = place.model("c.yaml"),
                    file = place.folder.write("f.parquet", std::string("PAR1\x15\0", 6)).string();
  const std::string line = "preimage: " + file + ": is Parquet, which is not read: write it as CSV\n";
  for (const Words& words :
       {Words{"init", file, "--target", "kind"},
        Words{"run", place.at("c.yaml"), "--set", "dataset.path=" + file, "--out", place.at("out")},
        Words{"fit", place.at("c.yaml"), "--set", "dataset.path=" + file, "--out", place.at("m.pim")},
        Words{"predict", model, file}}) {
    CAPTURE(words.front());
    const Finished refused = run_preimage(words);
    CHECK(refused.code == 5);
    CHECK(refused.out == "");
    CHECK(refused.err == line);
  }
}
