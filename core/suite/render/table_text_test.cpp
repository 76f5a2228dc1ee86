// The forms of a small table, as literal texts.
#include "suite/render/table_text.hpp"

#include <doctest/doctest.h>

#include "suite/render/paper_tables.hpp"
#include "suite/results/table_words.hpp"
#include "suite/results/testing_table.hpp"

using namespace preimage::suite;
using namespace preimage::suite::render;

TEST_CASE("an override stands beside the reading's name in every form, and there is no verdict") {
  const std::string label = "raw (modified: dataset.smoothing=2)";
  const std::string reading = label + " - without the modification: pixels as they are";
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  const std::string text = table_as_text(results::modified_table()).text,
                    markdown = table_as_markdown(results::modified_table()),
                    latex = table_as_latex(results::modified_table()),
                    csv = results::csv_rows_of(results::modified_table()),
                    paper = paper_tables({results::modified_table()});
  has(text, "A table (modified)\nreading: " + reading + "\n");
  has(markdown, "### A table (modified)\n\nreading: " + reading + "\n");
  has(latex, "% A table (modified), reading: " + reading + "\n");
  has(latex, "\\end{tabular}\nReading " + label + ", no verdict\n");
  has(csv, "p/t1," + label + ",loss,kde,0.0798,0.0067,SE,0.0817,0.0069,10,0.007,,,,real,");
  has(paper, "A table (modified). Reading: " + reading + ". Ours: ");
  has(paper, "\n\\newcommand{\\pTOneRawModifiedDatasetSmoothingTwoTestLossKdeVerdict}{--}\n");
  has(paper, "no verdict: the reading is modified, dataset.smoothing=2");
  for (const std::string& form : {text, markdown, latex, csv, paper}) {
    CHECK(form.find("reproduced") == std::string::npos);
    CHECK(form.find("{+0.3}") == std::string::npos);
  }
  CHECK(text.find("    z ") == std::string::npos);
}

TEST_CASE("what inner folds chose is a line per combination, each with its share of the outer folds") {
  results::ResultTable table = results::example_table();
  CHECK(choices_as_text(table).empty());
  table.choices = {
      {"kde",
       "KDE",
       10,
       {{{{"sigma", 2.0}, {"ridge", 0.1}}, 9, 0.04125}, {{{"sigma", 0.5}, {"ridge", 1e-5}}, 1, 0.25}}},
      {"neighbours", "k-NN", 10, {{{{"k", 3.0}}, 10, 0.5}}}};
  CHECK(choices_as_text(table) ==
        "  learner  chosen on inner folds       in outer folds  inner loss\n"
        "  KDE      sigma = 2, ridge = 0.1             9 of 10      0.0413\n"
        "  KDE      sigma = 0.5, ridge = 1e-05         1 of 10      0.2500\n"
        "  k-NN     k = 3                             10 of 10      0.5000\n");
}

TEST_CASE("a number of hundreds of digits is written with four of them") {
  CHECK(records::mean_text(0.0817) == "0.0817");
  CHECK(records::mean_text(123456789.0) == "123456789.0000");
  CHECK(records::mean_text(-3.1e240) == "-3.100e+240");
  CHECK(records::spread_text(3.1e240, 2e239) == "2e+239");
}

TEST_CASE("a claim that is judged on draws of new data is not worded as one about these samples") {
  results::ResultTable table = results::example_table();
  CHECK(table_as_text(table).text.find("claim: KDE beats k-NN: holds on these samples\n") !=
        std::string::npos);
  table.head.redraws_samples = true;
  CHECK(table_as_text(table).text.find("claim: KDE beats k-NN: holds\n") != std::string::npos);
}

TEST_CASE("a number that is not finite is named below the table") {
  results::ResultTable table = results::example_table();
  table.not_finite = {"squared error, KDE"};
  const std::string line = "squared error, KDE: no number, its mean or spread is not finite\n";
  CHECK(table_as_text(table).text.find("  " + line) != std::string::npos);
  CHECK(table_as_markdown(table).find("- " + line) != std::string::npos);
  CHECK(table_as_latex(table).find("% " + line) != std::string::npos);
}

TEST_CASE(
    "p of the difference to the best stands in its column, with the number of tests that Holm adjusts") {
  results::ResultTable table = results::example_table();
  CHECK(table_as_text(table).text.find("    p ") == std::string::npos);  // where nothing is tested
  results::MethodComparison other{"KDE", "k-NN", "knn", {}, 0.0123};
  table.comparisons = {{"test loss", "loss", "kde", "a paired test", {other}, ""},
                       {"squared error", "squared_error", "", "", {}, "one split"}};
  const std::string one =
      "    p              best              0.012                        against the best";
  CHECK(table_as_text(table).text.find(one + "\n  squared error ") != std::string::npos);
  CHECK(table_as_text(table).text.find("\n  p: a paired test\n") != std::string::npos);
  other.learner = "mine";
  table.comparisons[0].comparisons.push_back(other);
  table.comparisons[0].comparisons[0].adjusted_p = 1e-5;
  CHECK(table_as_text(table).text.find("    p              best              < 0.0001          0.012      "
                                       "against the best, Holm for 2\n") != std::string::npos);
}

TEST_CASE("as text: aligned, a dash for what failed, only the columns that a row has") {
  CHECK(table_as_text(results::example_table()).text == R"(A table
reading: raw - pixels as they are (1 choice made after seeing the paper's numbers; explains 1 of 2)
  test loss        KDE               k-NN              my method
    published      0.0798 +- 0.0067  0.1250 +- 0.0075             +- SE over 5 folds
    ours           0.0817 +- 0.0069  0.1500 +- 0.0025  -          +- SD over 10 repetitions
      over folds   +- 0.0070         +- 0.0030         -          SE over 5 folds, averaged over repetitions
    z              +0.3              +3.3
    verdict        reproduced        not reproduced
  squared error    KDE               my method
    ours           2.0000 +- 0.5000  -          +- SD over 10 repetitions
      over folds   +- 0.2500         -          SE over 5 folds, averaged over repetitions
  claim: KDE beats k-NN: holds on these samples
  claim: k-NN beats mine: -
  in the ledger, no verdict: time: published 12
  60 cells, 2 failed
)");
}

TEST_CASE("below the numbers stands in every form what made verdicts so") {
  results::ResultTable table = results::example_table();
  table.reasons = {"test loss, k-NN: consistent: u 0.01 <= M 0.02; to decide: 27 repetitions"};
  CHECK(table_as_text(table).text.find("\n  " + table.reasons[0] + "\n") != std::string::npos);
  CHECK(table_as_markdown(table).find("\n- " + table.reasons[0] + "\n") != std::string::npos);
  CHECK(table_as_latex(table).find("\n% " + table.reasons[0] + "\n") != std::string::npos);
}

TEST_CASE("as Markdown") {
  CHECK(table_as_markdown(results::example_table()) == R"(### A table

reading: raw - pixels as they are (1 choice made after seeing the paper's numbers; explains 1 of 2)

| | KDE | k-NN | my method | |
|---|---|---|---|---|
| test loss, published | 0.0798 +- 0.0067 | 0.1250 +- 0.0075 |  | +- SE over 5 folds |
| test loss, ours | 0.0817 +- 0.0069 | 0.1500 +- 0.0025 | - | +- SD over 10 repetitions |
| test loss, over folds | +- 0.0070 | +- 0.0030 | - | SE over 5 folds, averaged over repetitions |
| test loss, z | +0.3 | +3.3 |  |  |
| test loss, verdict | reproduced | not reproduced |  |  |
| squared error, ours | 2.0000 +- 0.5000 |  | - | +- SD over 10 repetitions |
| squared error, over folds | +- 0.2500 |  | - | SE over 5 folds, averaged over repetitions |

- claim: KDE beats k-NN: holds on these samples
- claim: k-NN beats mine: -
- in the ledger, no verdict: time: published 12
- 60 cells, 2 failed
)");
}

TEST_CASE("as LaTeX") {
  const std::string head =
      "% A table, reading: raw - pixels as they are (1 choice made after seeing the paper's numbers; "
      "explains 1 "
      "of 2)\n";
  CHECK(table_as_latex(results::example_table()) == head + R"(\begin{tabular}{llccc}
\toprule
 & & KDE & k-NN & my method \\
\midrule
test loss & published ($\pm$ SE over 5 folds) & 0.0798 $\pm$ 0.0067 & 0.1250 $\pm$ 0.0075 &  \\
 & ours ($\pm$ SD over 10 repetitions) & 0.0817 $\pm$ 0.0069 & 0.1500 $\pm$ 0.0025 & - \\
 & over folds (SE over 5 folds, averaged over repetitions) & $\pm$ 0.0070 & $\pm$ 0.0030 & - \\
 & z & +0.3 & +3.3 &  \\
 & verdict & reproduced & not reproduced &  \\
\midrule
squared error & ours ($\pm$ SD over 10 repetitions) & 2.0000 $\pm$ 0.5000 &  & - \\
 & over folds (SE over 5 folds, averaged over repetitions) & $\pm$ 0.2500 &  & - \\
\bottomrule
\end{tabular}
% claim: KDE beats k-NN: holds on these samples
% claim: k-NN beats mine: -
% in the ledger, no verdict: time: published 12
% 60 cells, 2 failed
)");
}

TEST_CASE("LaTeX: characters that mean something there are escaped") {
  results::ResultTable table = results::example_table();
  table.columns[0] = R"(a_b & 50% of #1 {x} \y ~z^2 $)";
  CHECK(table_as_latex(table).find(
            R"( & & a\_b \& 50\% of \#1 \{x\} \textbackslash{}y \~{}z\^{}2 \$ & k-NN )") !=
        std::string::npos);
}

TEST_CASE("one split has no spread, and small numbers keep their digits") {
  results::ResultTable table = results::example_table();
  table.head.repetitions = 1;
  table.rows.erase(table.rows.begin());
  table.rows[0].folds = 1;
  table.rows[0].numbers[0].ours = records::Estimate{0.00009758, 0.0, 0.0, 1};
  const std::string text = table_as_text(table).text;
  CHECK(text.find("ours           9.758e-05  -          one split: no spread\n") != std::string::npos);
  CHECK(text.find("over folds") == std::string::npos);
  table.head.repetitions = 10;
  table.rows[0].numbers[0].ours = records::Estimate{0.00009758, 0.00000123, 0.0, 10};
  CHECK(table_as_text(table).text.find("9.758e-05 +- 1e-06  -          +- SD over 10 repetitions\n") !=
        std::string::npos);
}

TEST_CASE("what did not converge carries a dagger, said below, in every form, and columns stay aligned") {
  results::ResultTable table = results::example_table();
  results::mark_unconverged(table, "knn", {3, 800});
  results::mark_unconverged(table, "kde", {0, 800});
  const std::string text = table_as_text(table).text;
  CHECK(text.find("    ours           0.0817 +- 0.0069  0.1500 +- 0.0025\u2020  -          +- SD") !=
        std::string::npos);
  CHECK(text.find("    published      0.0798 +- 0.0067  0.1250 +- 0.0075              +- SE") !=
        std::string::npos);
  CHECK(text.find("\n  \u2020 k-NN: pre-image not converged for 3 of 800 test samples\n") !=
        std::string::npos);
  CHECK(table_as_markdown(table).find("| 0.1500 +- 0.0025\u2020 |") != std::string::npos);
  CHECK(table_as_latex(table).find("& 0.1500 $\\pm$ 0.0025$^\\dagger$ &") != std::string::npos);
  CHECK(results::csv_rows_of(table).find(
            "knn,0.1250,0.0075,SE,0.15,0.0025,10,0.003,3.333,not reproduced,3,real") != std::string::npos);
  results::mark_unconverged(table, "kde", {1, 800});
  CHECK(table_as_text(table).text.find("    ours           0.0817 +- 0.0069\u2020  0.1500") !=
        std::string::npos);
}

TEST_CASE("lost digits are a warning in every form that people read") {
  results::ResultTable table = results::example_table();
  results::warn_of_lost_digits(table, "kde", "output", {0, 800});
  CHECK(table_as_text(table).text.find("warning") == std::string::npos);
  results::warn_of_lost_digits(table, "knn", "input", {3, 800});
  const std::string warning =
      "warning: k-NN: the input kernel's values hold too few digits to tell neighbours apart, for 3 of 800 "
      "test samples; inputs far from the origin: subtract a constant, or take the kernel gaussian\n";
  CHECK(table_as_text(table).text.find("\n  " + warning) != std::string::npos);
  for (const std::string& text : {table_as_markdown(table), table_as_latex(table)})
    CHECK(text.find(warning.substr(0, 30)) != std::string::npos);
}

TEST_CASE("a bar in a title does not end a Markdown cell") {
  results::ResultTable table = results::example_table();
  table.columns[0] = "a|b";
  CHECK(table_as_markdown(table).find("| | a\\|b | k-NN |") != std::string::npos);
}

TEST_CASE("no HTML and no link of a config or ledger comes into Markdown") {
  const std::string evil = "<script>a</script> <!-- b <javascript:c> [d](javascript:e)\n[f]: javascript:g";
  results::ResultTable table = results::example_table();
  table.head.title = table.head.reading = table.head.note = evil;
  table.columns[0] = table.rows[0].title = evil;
  table.claims[0].text = table.footnotes[0] = evil;
  table.head.remarks = {evil};
  const std::string markdown = table_as_markdown(table);
  for (const char* raw : {"<script", "</script", "<!--", "<javascript", "](", "]:", "\n["})
    CHECK_MESSAGE(markdown.find(raw) == std::string::npos, raw);
  CHECK(markdown.find("### &lt;script>a&lt;/script> &lt;!-- b &lt;javascript:c> [d]\\(javascript:e) [f]\\: "
                      "javascript:g\n") == 0);
  table = results::example_table();
  table.head.note = "1 < 2, a<-b, p <0.05, [see] (here), x[1]";
  CHECK(table_as_markdown(table).find("reading: raw - 1 < 2, a<-b, p <0.05, [see] (here), x[1] (1 choice") !=
        std::string::npos);
}

TEST_CASE("stand-in data is marked in every form, and there is no word of agreement") {
  const std::string notice =
      "STAND-IN DATA: drawn by formula, not the paper's data; no number here may be compared with the "
      "paper's";
  const results::ResultTable table = results::stand_in_table();
  CHECK(table_as_text(table).text.find("A table\n" + notice + "\n") == 0);
  CHECK(table_as_markdown(table).find("\n**" + notice + "**\n") != std::string::npos);
  CHECK(table_as_latex(table).find("\\end{tabular}\n" + notice + "\n") != std::string::npos);
  for (const std::string& text :
       {table_as_text(table).text, table_as_markdown(table), table_as_latex(table)}) {
    CHECK(text.find("stand-in ") != std::string::npos);
    for (const char* word : {"ours", "verdict", "reproduced", "claim", "explains"}) {
      CHECK(text.find(word) == std::string::npos);
    }
  }
  CHECK(results::csv_rows_of(table).find("kde,0.0798,0.0067,SE,0.0817,0.0069,10,0.007,,,,stand-in,") !=
        std::string::npos);
  CHECK(results::csv_rows_of(table).find("real") == std::string::npos);
}

TEST_CASE(
    "repetitions of the same splits have no spread of their own, and what concerns all numbers is said") {
  results::ResultTable table = results::example_table();
  table.head.same_splits = true;
  table.head.remarks = {"15 of 60 outputs are never predicted"};
  const std::string text = table_as_text(table).text;
  CHECK(text.find("SD over 10 repetitions") == std::string::npos);
  CHECK(text.find("+- SD over folds / sqrt(folds), of means over 10 repetitions\n") != std::string::npos);
  CHECK(text.find("\n  15 of 60 outputs are never predicted\n") != std::string::npos);
  CHECK(table_as_markdown(table).find("\n- 15 of 60 outputs are never predicted\n") != std::string::npos);
  CHECK(table_as_latex(table).find("\n% 15 of 60 outputs are never predicted\n") != std::string::npos);
  for (results::TableRow& row : table.rows) row.folds = 1;
  CHECK(table_as_text(table).text.find("one split: no spread") != std::string::npos);
  table.head.repetitions = 1;
  CHECK(table_as_text(results::example_table()).text.find("one split") == std::string::npos);
}
