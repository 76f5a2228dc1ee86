#include "suite/results/printed_pairs.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::results {

namespace {

using testing::TemporaryFolder;
using testing::thrown_message;
using Names = std::vector<std::string>;

TextTable read(const std::string& text, const char* name = "table") {
  const TemporaryFolder folder;
  return read_text_table(folder.write(name, text));
}

/// Of a PRINTED and a RERUN, as CSV or pasted.
JudgedPairs judged(const std::string& printed, const std::string& reruns) {
  TextTable table = read(printed);
  add_facts(table, {});
  return judge_pairs(table, read(reruns));
}

/// What is behind the file's name.
std::string refusal(const std::string& printed, const std::string& reruns) {
  const std::string message = thrown_message<DataError>([&] { judged(printed, reruns); });
  return message.substr(std::min(message.size(), message.find("table")));
}

const std::string kPrinted =
    "method,value,spread,spread_kind,runs,runs_draw,matters\n"
    "a,0.947,0.022,SD,10,seeds,0.05\nb,0.800,0.020,SD,10,seeds,0.05\n";
const std::string kMeans = "method,mean,sd,count\n";

}  // namespace

TEST_CASE("a cell as it is pasted: bold, footnotes, per cent, spreads in several spellings") {
  const std::pair<const char*, std::pair<std::string, std::string>> cells[] = {
      {"\\textbf{.947} $\\pm$ .022", {".947", ".022"}},
      {" **0.947** ± 0.022[^1]", {"0.947", "0.022"}},
      {"$94.7_{\\pm 2.2}$", {"94.7", "2.2"}},
      {".947{\\scriptsize$\\pm$.022}", {".947", ".022"}},
      {"80.0\\,\\%", {"80.0", ""}},
      {"78.4$^{a}$ (1.3)", {"78.4", "1.3"}},
      {"−1.5e-3 +/- 2e-4†", {"-1.5e-3", "2e-4"}},
      {"\\underline{0.815}\\footnote{of 3 runs}", {"0.815", ""}},
      {"n/a", {"", ""}},
      {"--", {"", ""}}};
  for (const auto& [cell, number] : cells) {
    CAPTURE(cell);
    CHECK(number_of_cell(cell, "t") == number);
  }
  for (const char* cell : {"$1.2 \\times 10^{-3}$", "10^3", "1.2.3", "0.5 of 7"})
    CHECK_THROWS_AS(number_of_cell(cell, "t"), DataError);
  CHECK(thrown_message<DataError>([] { number_of_cell("81,5", "t.tex"); }) ==
        "t.tex: expected a number, found '81,5' (a decimal comma: type 81.5)");
}

TEST_CASE("a tabular and a Markdown table are the same rows; comments, rules and titles across are none") {
  const TextTable latex = read(R"(\begin{table}\caption{5 \& 6}
\begin{tabular*}{\textwidth}{@{\extracolsep{\fill}}l rr}
% 7 & 8 & 9 \\
Method & Acc.~(\%) & Time \\[2pt] \midrule
k\_NN & .947{\scriptsize$\pm$.022} & 3 \\
\multicolumn{3}{c}{second part} \\ \cmidrule(l){2-3}
KDE & .80 & -- \\ \bottomrule
\end{tabular*}\end{table} 9 & 10 \\)");
  CHECK(latex.columns == Names{"row", "column", "value", "spread"});
  CHECK(latex.rows == std::vector<Names>{{"k_NN", "Acc. ( )", ".947", ".022"},
                                         {"k_NN", "Time", "3", ""},
                                         {"KDE", "Acc. ( )", ".80", ""}});
  const TextTable markdown = read("| m | acc |\n|---|:--|\n| a | **0.947** |\n| b | 80.0 % |\n");
  CHECK(markdown.columns == Names{"row", "value", "spread"});  // one column: the rows name the numbers
  CHECK(markdown.rows == std::vector<Names>{{"a", "0.947", ""}, {"b", "80.0", ""}});
  CHECK(thrown_message<DataError>([] {
          read("m & A & B \\\\\na & 1 & 2 \\\\\nb & 3 \\\\\n");
        }).ends_with(": row 2 'b' has 2 cells, the first row 3"));
}

TEST_CASE("rows are joined by the columns that both files have, or else by the texts that name them") {
  const JudgedPairs raw = judged(kPrinted, "method,value\na,0.941\nb,0.80\na,0.95\na,0.946\n");
  REQUIRE(raw.pairs.size() == 2);
  CHECK(raw.pairs[0].name == "a");
  CHECK(raw.pairs[0].ours->repetitions == 3);
  CHECK(testing::is_close(raw.pairs[0].ours->mean, (0.941 + 0.95 + 0.946) / 3.0, 1e-14));
  CHECK(raw.pairs[0].verdict->agreement == records::Agreement::reproduced);
  const JudgedPairs pasted =
      judged("m & A & B \\\\\nx & .50 & .60 \\\\\ny & .70 & .80 \\\\\n",
             "task,method,mean,sd,count\nB,y,.8,.01,10\nA,x,.5,.01,10\nB,x,.61,.01,10\n");
  REQUIRE(pasted.pairs.size() == 4);
  CHECK(pasted.pairs[1].ours->mean == 0.61);
  CHECK(*pasted.pairs[0].verdict->matters == doctest::Approx(0.1));  // half of .50 to .70, of one task
  CHECK_FALSE(pasted.pairs[2].verdict.has_value());                  // y of A was not rerun
  CHECK(judged(kPrinted, kMeans + "a,.947,.02,10\nc,1,1,5\n").remarks == Names{"c: rerun, and not printed"});
  CHECK(judged("value\n0.5\n", "anything\n0.5\n0.6\n").pairs[0].ours->repetitions == 2);
}

TEST_CASE("what is no pair of tables is refused with its place") {
  CHECK(refusal(kPrinted, kMeans + "a,nan,.02,10\n") ==
        "table:2: column 'mean': expected a number, found 'nan'");
  CHECK(refusal(kPrinted, kMeans + "a,.9,.02,0\n") ==
        "table:2: column 'count': expected a number of at least 1, found '0'");
  CHECK(refusal(kPrinted, kMeans + "a,.9,.02,9\na,.9,.02,9\n") == "table:3: this number stands here twice");
  CHECK(refusal("method,value\na,1\na,2\n", kMeans + "a,1,1,5\n") == "table: 'a' stands here twice");
  CHECK(refusal("method,value,runs\na,1,0\n", kMeans + "a,1,1,5\n") ==
        "table:2: column 'runs': expected a whole number from 1 to 100000, found '0'");
  CHECK(
      refusal("method,value,spread,spread_kind\na,1,.1,CI95\n", kMeans + "a,1,1,5\n")
          .starts_with("table:2: column 'folds': expected the number of folds behind a confidence interval"));
  CHECK(refusal(kPrinted, "name,mean,sd,count\nz,1,1,5\n").ends_with("no names are shared"));
}

TEST_CASE("what would explain numbers that disagree is suggested, and never applied") {
  const auto remarks = [](const std::string& reruns) {
    const JudgedPairs pairs = judged(kPrinted, kMeans + reruns);
    CHECK(pairs.pairs[0].verdict->agreement == records::Agreement::not_reproduced);
    return pairs.remarks;
  };
  CHECK(remarks("a,94.5,2.1,10\nb,80.1,2,10\n") ==
        Names{"are reruns in per cent, and printed numbers fractions? 0.01 x ours would be near"});
  CHECK(remarks("a,0.000947,0.00002,10\nb,0.0008,0.00002,10\n") ==
        Names{"are reruns smaller by a factor of 1,000? 1000 x ours would be near"});
  CHECK(remarks("a,-0.947,0.02,10\nb,-0.8,0.02,10\n") ==
        Names{"do reruns have the other sign? -1 x ours would be near"});
  CHECK(remarks("a,0.801,0.02,10\nb,0.946,0.02,10\n") ==
        Names{"are a and b swapped? Each rerun agrees with the other number"});
  CHECK(remarks("a,0.1,0.02,10\nb,0.2,0.02,10\n").empty());
  const auto said = [](const char* kind, const char* spread) {
    return judged(std::string("method,value,spread,spread_kind,runs,runs_draw\na,0.947,") + spread + "," +
                      kind + ",10,seeds\n",
                  kMeans + "a,0.946,0.02,10\n")
        .remarks;
  };
  CHECK(said("SE", "0.022") == Names{"a: the SE 0.022 is as large as our SD: is it an SD?"});
  CHECK(said("SD", "0.007") == Names{"a: the SD 0.007 is as small as an SE of 10 runs"});
  CHECK(said("SE", "0.007").empty());
  CHECK(said("SD", "0.022").empty());
}

}  // namespace preimage::suite::results
