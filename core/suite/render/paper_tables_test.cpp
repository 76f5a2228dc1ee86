#include "suite/render/paper_tables.hpp"

#include <map>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "suite/results/testing_table.hpp"

using namespace preimage::suite;
using namespace preimage::suite::render;

namespace {

/// Two published columns, one of ours alone that failed, a second measure that the paper does not have.
results::ResultTable example() {
  results::ResultTable table = results::example_table();
  table.head.title = "A {table} of 50%";
  table.head.reproduces = "p_2002/table_1";
  table.head.reading = "smoothed-0.8";
  table.head.note = "a note";
  results::Number& knn = table.rows[0].numbers[1];
  knn.published = records::Published{"0.1250", 0.125, {}, "", records::SpreadKind::none, 0};
  knn.verdict->provisional = true;
  table.rows[1].title = "squared_error & co";
  table.rows[1].numbers[0].ours = records::Estimate{0.00009758, 0.00000123, 0.25, 10};
  table.claims.clear();
  table.footnotes.clear();
  return table;
}

/// The bodies of all commands by name. Fails where a name is not letters, is there twice, or braces do not
/// balance.
std::map<std::string, std::string> commands_of(const std::string& tex) {
  std::map<std::string, std::string> commands;
  const std::string opening = "\\newcommand{\\";
  std::string code;  // without comments
  std::istringstream lines(tex);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("% ") && !line.starts_with("%  ")) code += line + "\n";
  }
  for (std::size_t at = code.find(opening); at != std::string::npos; at = code.find(opening, at)) {
    const std::size_t begin = at + opening.size();
    const std::size_t end = code.find('}', begin);
    const std::string name = code.substr(begin, end - begin);
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") ==
          std::string::npos);
    REQUIRE(code[end + 1] == '{');
    int depth = 1;
    std::size_t i = end + 2;
    for (; depth > 0 && i < code.size(); ++i) {
      if (code[i] == '\\') {
        ++i;  // \{ is no brace
      } else if (code[i] == '{' || code[i] == '}') {
        depth += code[i] == '{' ? 1 : -1;
      }
    }
    REQUIRE(depth == 0);
    CHECK(commands.emplace(name, code.substr(end + 2, i - 1 - (end + 2))).second);
    at = i;
  }
  return commands;
}

const std::string kName = "pTwoZeroZeroTwoTableOneSmoothedZeroPointEight";

}  // namespace

TEST_CASE("every number is a command, with its spread, the published one, z and verdict") {
  const std::string tex = paper_tables({example()});
  CHECK(paper_tables({example()}) == tex);
  const auto commands = commands_of(tex);
  const std::string kde = kName + "TestLossKde";
  CHECK(commands.at(kde) == "0.0817");
  CHECK(commands.at(kde + "Sd") == "0.0069");
  CHECK(commands.at(kde + "Published") == "0.0798");
  CHECK(commands.at(kde + "PublishedSpread") == "0.0067");
  CHECK(commands.at(kde + "Z") == "\\ensuremath{+0.3}");
  CHECK(commands.at(kde + "Verdict") == "reproduced");
  CHECK(commands.at(kName + "TestLossKNnVerdict") == "not reproduced (provisional)");
  CHECK(commands.at(kName + "TestLossKNnPublishedSpread") == "--");
  CHECK(commands.at(kName + "SquaredErrorCoKde") == "\\ensuremath{9.758\\times10^{-5}}");
  CHECK(commands.at(kName + "SquaredErrorCoKdeSd") == "\\ensuremath{1\\times10^{-6}}");
  CHECK(commands.size() == 5 * 6 + 2);  // k-NN has no squared error
  CHECK(tex.find("\n% p_2002/table_1, reading smoothed-0.8: test loss, KDE\n\\newcommand{\\" + kde + "}{") !=
        std::string::npos);
}

TEST_CASE("what is missing says so, and why") {
  results::ResultTable table = example();
  const std::string tex = paper_tables({table});
  const auto commands = commands_of(tex);
  for (const char* ending : {"", "Sd", "Published", "PublishedSpread", "Z", "Verdict"})
    CHECK(commands.at(kName + "TestLossMyMethod" + ending) == "--");
  CHECK(tex.find(": test loss, my method\n%   no number of ours: a cell failed or was not run, or it is not "
                 "finite (60 cells, 2 "
                 "failed)\n%   not in the paper: no verdict\n") != std::string::npos);
  CHECK(tex.find(": test loss, k-NN\n%   published without spread\n") != std::string::npos);
  CHECK(commands.at(kName + "Caption").find(" --: no number, of 60 cells, 2 failed.") != std::string::npos);
  table.rows[0].numbers[1] = {"knn", false, table.rows[0].numbers[1].published, {}, {}};
  const std::string other = paper_tables({table});
  CHECK(other.find("%   no number of ours: this learner or measure is not part of the reading\n") !=
        std::string::npos);
  CHECK(commands_of(other).at(kName + "TestLossKNnPublished") == "0.1250");
  table.head.repetitions = 1;
  table.rows[0].folds = 1;
  const std::string split = paper_tables({table});
  CHECK(split.find("%   one split: no spread of ours\n") != std::string::npos);
  CHECK(commands_of(split).at(kName + "TestLossKdeSd") == "--");
}

TEST_CASE("the table has the rows and columns of the paper, ours above the published numbers") {
  const std::string tex = paper_tables({example()});
  const auto commands = commands_of(tex);
  CHECK(commands.at(kName + "Table") == R"(%
\begin{tabular}{@{}lcc@{}}
\toprule
 & KDE & k-NN \\
\midrule
test loss & 0.0817 $\pm$ 0.0069 & 0.1500 $\pm$ 0.0025 \\
 & (0.0798 $\pm$ 0.0067) & (0.1250) \\
\bottomrule
\end{tabular})");
  CHECK(tex.find("%   not in the paper, so not in the table: my method; squared_error & co\n") !=
        std::string::npos);
  CHECK(commands.at(kName + "Caption") ==
        "A \\{table\\} of 50\\%. Reading: smoothed-0.8 - a note (1 choice made after seeing the paper's "
        "numbers; "
        "explains 1 of 2). Ours: mean $\\pm$ SD over 10 repetitions; in parentheses: published $\\pm$ SE "
        "over 5 "
        "folds. --: no number, of 60 cells, 2 failed.");
}

TEST_CASE("a table that the paper does not print has all rows and columns") {
  results::ResultTable table = example();
  for (results::Number& number : table.rows[0].numbers) {
    number.published.reset();
    number.verdict.reset();
  }
  const std::string tabular = commands_of(paper_tables({table})).at(kName + "Table");
  CHECK(tabular.find(" & KDE & k-NN & my method \\\\\n") != std::string::npos);
  CHECK(tabular.find(
            "test loss & 0.0817 $\\pm$ 0.0069 & 0.1500 $\\pm$ 0.0025 & -- \\\\\nsquared\\_error \\& co & "
            "\\ensuremath{9.758\\times10^{-5}} $\\pm$ \\ensuremath{1\\times10^{-6}} &  & -- \\\\\n") !=
        std::string::npos);
  CHECK(tabular.find("()") == std::string::npos);
}

TEST_CASE("what did not converge carries a dagger, which the caption explains") {
  results::ResultTable table = example();
  results::mark_unconverged(table, "knn", {3, 800});
  const std::string tex = paper_tables({table});
  const auto commands = commands_of(tex);
  CHECK(commands.at(kName + "Table").find("0.1500 $\\pm$ 0.0025$^\\dagger$ \\\\") != std::string::npos);
  CHECK(commands.at(kName + "Caption")
            .find(" $^\\dagger$ k-NN: pre-image not converged for 3 of 800 test samples.") !=
        std::string::npos);
  CHECK(tex.find("%   not converged for 3 test samples\n") != std::string::npos);
}

TEST_CASE("stand-in data carry the word wherever they stand, and no word of agreement") {
  results::ResultTable table = example();
  table.head.stand_in = true;
  for (results::Number& number : table.rows[0].numbers) number.verdict.reset();
  const std::string tex = paper_tables({table});
  const auto commands = commands_of(tex);
  CHECK(commands.at(kName + "TestLossKde") == "0.0817 (stand-in)");
  CHECK(commands.at(kName + "TestLossKdeSd") == "0.0069 (stand-in)");
  for (const char* ending : {"Published", "PublishedSpread", "Z", "Verdict"})
    CHECK(commands.at(kName + "TestLossKde" + ending) == "--");
  CHECK(commands.at(kName + "Table").find("\\toprule\nstand-in data & KDE & k-NN \\\\\n") !=
        std::string::npos);
  CHECK(commands.at(kName + "Caption").find("STAND-IN DATA: drawn by formula") != std::string::npos);
  for (const auto& made : commands) {
    CAPTURE(made.first);
    for (const char* word : {"0.0798", "reproduced", "Ours", "explains"})
      CHECK(made.second.find(word) == std::string::npos);
  }
}

TEST_CASE(
    "names that would be equal are told apart in the order of the tables, and the first keeps its own") {
  results::ResultTable table = example();
  table.columns = {"KDE", "kde", "KDE Sd"};  // the third is the first one's spread
  results::ResultTable again = example();
  again.head.reading = "smoothed 0.8";
  const auto commands = commands_of(paper_tables({table, again}));
  CHECK(commands.at(kName + "TestLossKde") == "0.0817");
  CHECK(commands.at(kName + "TestLossKdeB") == "0.1500");
  CHECK(commands.at(kName + "TestLossKdeSd") == "0.0069");
  CHECK(commands.at(kName + "TestLossKdeSdB") == "--");
  CHECK(commands.at(kName + "BTestLossKde") == "0.0817");
  CHECK(commands.contains(kName + "Table"));
  CHECK(commands.contains(kName + "BTable"));
  CHECK(commands.size() == 2 * (5 * 6 + 2));
  const std::vector<results::ResultTable> many(30, example());
  CHECK(commands_of(paper_tables(many)).size() == 30 * (5 * 6 + 2));
}

TEST_CASE("a table without a name has one, and texts do not end their comments") {
  results::ResultTable table = example();
  table.head.title = "\u03c7\u00b2\n\\end{document}";
  table.head.reproduces = "";
  table.head.reading = "";
  const std::string tex = paper_tables({table});
  CHECK(tex.find("\n\\end{document}") == std::string::npos);
  CHECK(commands_of(tex).contains("endDocumentTable"));
  table.head.title = "\u03c7\u00b2";
  CHECK(commands_of(paper_tables({table})).contains("tableTable"));
  CHECK(commands_of(paper_tables({})).empty());
}
