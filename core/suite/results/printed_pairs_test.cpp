#include "suite/results/printed_pairs.hpp"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

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
  return judge_pairs(read(printed), read(reruns));
}

bool has(const Names& remarks, const std::string& remark) {
  return std::find(remarks.begin(), remarks.end(), remark) != remarks.end();
}

const std::string kPrinted =
    "method,value,spread,spread_kind,runs,runs_draw,matters\n"
    "a,0.947,0.022,SD,10,seeds,0.05\nb,0.800,0.020,SD,10,seeds,0.05\n";
const std::string kMeans = "method,mean,sd,count\n";

}  // namespace

TEST_CASE("a cell as it is pasted: bold, footnotes, per cent, spreads in several spellings") {
  const std::pair<const char*, std::pair<std::string, std::string>> cells[] = {
      {"0.94 [0.92, 0.97]", {"0.94", "0.025"}},
      {"$.94$ (.92; .96)", {".94", "0.02"}},
      {"\\textbf{.947} $\\pm$ .022", {".947", ".022"}},
      {" **0.947** ± 0.022[^1]", {"0.947", "0.022"}},
      {"$94.7_{\\pm 2.2}$", {"94.7", "2.2"}},
      {".947{\\scriptsize$\\pm$.022}", {".947", ".022"}},
      {"80.0\\,\\%", {"80.0", ""}},
      {"78.4$^{a}$ (1.3)", {"78.4", "1.3"}},
      {"−1.5e-3 +/- 2e-4†", {"-1.5e-3", "2e-4"}},
      {"\\underline{0.815}\\footnote{of 3 runs}", {"0.815", ""}},
      {"5.32(14)", {"5.32", "0.14"}},
      {"$-5.320$~\\cite[p. 3]{a}", {"-5.320", ""}},
      {"5.320(6)", {"5.320", "0.006"}},
      {"5.32 (14)", {"5.32", "14"}},
      {"94(2)", {"94", "2"}},
      {"n/a", {"", ""}},
      {"--", {"", ""}}};
  for (const auto& [cell, number] : cells) {
    const auto captured = cell;
    CAPTURE(captured);
    const PrintedCell found = number_of_cell(cell, "t");
    CHECK(std::pair(found.value, found.spread) == number);
    CHECK(found.is_interval == (std::string(cell).find("92") != std::string::npos));
    CHECK_FALSE(found.is_uneven);
  }
  CHECK(number_of_cell("0.80 [0.75, 0.90]", "t").is_uneven);
  for (const char* cell :
       {"$1.2 \\times 10^{-3}$", "10^3", "1.2.3", "0.5 of 7", ".97 [.92, .96]", ".9 [.9, .9]"})
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
  CHECK(latex.columns == Names{"row", "column", "value"});
  CHECK(latex.rows == std::vector<TextRow>{{{"k_NN", "Acc.", " .947{\\scriptsize$\\pm$.022} "}, 5},
                                           {{"k_NN", "Time", " 3 "}, 5},
                                           {{"KDE", "Acc.", " .80 "}, 7}});
  CHECK(latex.per_cent == std::set<std::string>{"Acc."});
  const TextTable markdown = read("\n| m | acc |\n|---|:--|\n| a \\| b | **0.947** |\n| c | 80.0 % |\n");
  CHECK(markdown.columns == Names{"row", "value"});  // one column: the rows name the numbers
  CHECK(markdown.rows == std::vector<TextRow>{{{"a \\| b", " **0.947** "}, 4}, {{"c", " 80.0 % "}, 5}});
  CHECK(markdown.per_cent == std::set<std::string>{"acc"});
  const TextTable below =
      read("Table 2: p(y|x), of 3 runs.\n\n | m | acc |\n |---|:--|\n | c | 80.0 |\n\nNotes.\n");
  CHECK(below.rows == std::vector<TextRow>{{{"c", " 80.0 "}, 5}});
  for (const char* title : {"Acc. (\\%)", "Acc. [%]", "Acc., %", "Acc. in %", "Acc."})
    CHECK(without_unit(title) == "Acc.");
}

TEST_CASE("which column of names is compared: by its name, that of the reruns, or the first") {
  const auto matters = [](const std::string& printed, const std::string& reruns) {
    return *judged(printed + ",value\nX,P,1\nX,Q,2\nY,P,10\nY,Q,12\n",
                   reruns + ",value\nX,P,1\nX,P,1.1\nY,Q,12\nY,Q,12.1\n")
                .pairs[0]
                .verdict->matters;
  };
  for (const char* header : {"dataset,method", "task,b", "a,Models", "Data set,a"}) {
    CAPTURE(header);
    CHECK(matters(header, header) == 0.5);  // 1 and 2
  }
  CHECK(matters("a,b", "task,b") == 0.5);
  CHECK(matters("a,b", "a,algorithm") == 0.5);
  for (const char* header : {"method,dataset", "a,b", "Approach,model"})
    CHECK(matters(header, header) == 4.5);
}

TEST_CASE("names that one side alone has are asked for, and both sides' make it incomplete") {
  const JudgedPairs other = judged(kPrinted, kMeans + "A ,.947,.02,10\nb,.8,.02,10\n");
  CHECK_FALSE(other.are_all_named());
  CHECK(other.unprinted == Names{"A"});
  CHECK(judged(kPrinted, kMeans + " a ,.947,.02,10\n").are_all_named());
  CHECK(judged(kPrinted, kMeans + "a,.947,.02,10\nb,.8,.02,10\nc,.8,.02,10\n").are_all_named());
  const JudgedPairs cases =
      judged("method,value\nCIFAR-10,.9\nours,.7\n", "method,value\ncifar10,.9\nours,.7\n");
  CHECK(has(cases.remarks, "is 'cifar10' printed 'CIFAR-10'?"));
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
  CHECK(has(judged(kPrinted, kMeans + "a,.947,.02,10\nc,1,1,5\n").remarks, "c: rerun, and not printed"));
  CHECK(judged("value\n0.5\n", "anything\n0.5\n0.6\n").pairs[0].ours->repetitions == 2);
  const JudgedPairs signs = judged("m & A (\\%) & B \\\\\nx & 50 & 60 \\\\\ny & 70 & 80 \\\\\n",
                                   "task,method,value\nA [%],x,50\nB,x,60\nC,x,1\n");
  CHECK(signs.pairs[0].ours->mean == 50.0);
  CHECK(signs.pairs[0].name == "x / A");
  CHECK(has(signs.remarks, "x / C: rerun, and not printed"));  // in the order of the printed names
  const JudgedPairs seeds =
      judged("method,value\na,.93\nb,.70\n", "method,seed,value\na,1,.9\na,2,.8\nb,1,.7\nb,2,.7\n");
  CHECK(seeds.pairs[0].ours->repetitions == 2);
  CHECK(*seeds.pairs[0].verdict->matters == doctest::Approx(0.115));  // half of .70 to .93: a column
  for (const std::string columns : {"0,1", "1,2"})                    // as pandas numbers them
    CHECK(judged("method,value\na,.93\nb,.70\n", "method," + columns + "\na,.9,.8\nb,.7,.7\n")
              .pairs[0]
              .ours->repetitions == 2);
  CHECK_THROWS_AS(judged("method,value\na,.93\n", "a,0,2\nb,.7,.7\n"), DataError);
  const JudgedPairs tasks =
      judged("method,task,value\na,A,1\nb,A,2\na,B,10\nb,B,40\n", "method,task,value\na,A,1\nb,B,40\n");
  CHECK(*tasks.pairs[0].verdict->matters == 0.5);
  CHECK(*tasks.pairs[3].verdict->matters == 15.0);
}

TEST_CASE("spreads in the cell of the value, and bounds of an interval in a cell or in two columns") {
  const auto spread_of = [](const std::string& header, const std::string& fields) {
    return judged(header + ",runs\n" + fields + ",10\n", "value\n0.9\n0.91\n").pairs[0].published;
  };
  CHECK(*spread_of("value", ".947 +- .022").spread == 0.022);
  CHECK(spread_of("value", ".947 +- .022").spread_kind == records::SpreadKind::unstated);
  CHECK(*spread_of("value,low,high", ".94,.92,.96").spread == 0.02);
  for (const char* interval : {"\"[.92, .96]\"", "\"(.92; .96)\""}) {
    CHECK(*spread_of("value,spread", std::string(".94,") + interval).spread == 0.02);
    CHECK(spread_of("value,spread", std::string(".94,") + interval).spread_kind ==
          records::SpreadKind::confidence_interval);
  }
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
  CHECK(remarks("a,0.3,0.02,10\nb,0.4,0.02,10\n").empty());
  CHECK(remarks("a,94.5,2.1,10\nb,0.8,.02,10\n") ==  // beside a number that is as printed
        Names{"a: are reruns in per cent, and printed numbers fractions? 0.01 x ours would be near"});
  const std::string table = "m,t,value\na,A,90\na,B,80\na,C,70\nb,A,60\nb,B,50\nb,C,40\n";
  const auto of_table = [&](const std::string& reruns) {
    return explanations(judged(table, "m,t,mean,sd,count\n" + reruns).pairs);
  };
  CHECK(of_table("a,A,.9,.01,9\na,B,.8,.01,9\na,C,.7,.01,9\nb,A,.6,.01,9\nb,B,.5,.01,9\nb,C,7,.01,9\n") ==
        Names{"are reruns fractions, and printed numbers in per cent? 100 x ours would be near, for 5 of 6 "
              "numbers"});
  CHECK(of_table("a,A,90,1,9\na,B,80,1,9\na,C,70,1,9\nb,A,.6,.01,9\nb,B,.5,.01,9\nb,C,.4,.01,9\n") ==
        Names{"b: are reruns fractions, and printed numbers in per cent? 100 x ours would be near"});
  CHECK(of_table("a,A,.9,.01,9\na,B,80,1,9\na,C,70,1,9\nb,A,.6,.01,9\nb,B,50,1,9\nb,C,40,1,9\n") ==
        Names{"A: are reruns fractions, and printed numbers in per cent? 100 x ours would be near"});
  const auto explanation = [](double ours, double printed) {
    const JudgedPair pair{"", "", "", {"", printed, {}, ""}, records::Estimate{ours}, records::Verdict{}};
    return fmt::format("{}", fmt::join(explanations({pair, pair}), ""));
  };
  CHECK(explanation(0.05, 0.94) ==
        "are reruns losses, and printed numbers gains, or the reverse? 1 - ours would be near");
  for (const auto& [ours, changed] :
       std::map<double, std::string>{{5.0, "100 - ours"}, {0.05, "100 - 100 x ours"}})
    CHECK(explanation(ours, 95.0).ends_with(changed + " would be near"));
  CHECK(explanation(5.0, 0.95).ends_with("1 - 0.01 x ours would be near"));
  CHECK(explanation(0.46, 0.5).empty());  // 0.54 is no nearer
}

TEST_CASE("a spread of the other kind is suggested where it is 20 times as likely, of all numbers together") {
  const auto said = [](const char* kind, const char* spread) {
    const std::string fields = std::string(",") + spread + "," + kind + ",10,seeds,.1\n";
    return judged("method,value,spread,spread_kind,runs,runs_draw,matters\na,0.947" + fields,
                  kMeans + "a,0.946,0.02,10\n")
        .remarks;
  };
  CHECK(said("SE", "0.022") ==
        Names{"a: is 0.022 an SD, not an SE? It is 1.1 of our SD, and of 10 runs an SE is 0.32 of an SD"});
  CHECK(said("SE", "0.1").size() == 1);  // five times our SD: as an SE it would be of 16 times ours
  CHECK(said("SD", "0.007").front().starts_with("a: is 0.007 an SE, not an SD?"));
  CHECK(said("unstated", "0.022").size() == 1);
  for (const char* spread : {"0.006", "0.007", "0.011"}) CHECK(said("SE", spread).empty());
  for (const char* spread : {"0.011", "0.022", "0.1"}) CHECK(said("SD", spread).empty());
}

}  // namespace preimage::suite::results
