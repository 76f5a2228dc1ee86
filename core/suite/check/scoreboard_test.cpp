#include "suite/check/scoreboard.hpp"

#include <utility>

#include <doctest/doctest.h>

#include "suite/check/published_reasons.hpp"

namespace preimage::suite::check {

namespace {

struct PrintedNumber {
  std::string table, reading, learner, verdict;
  std::string choices = "";
};

Numbers numbers_of(const std::vector<PrintedNumber>& given) {
  Numbers numbers;
  for (const PrintedNumber& one : given) {
    Number& number = numbers[{one.table, "", one.reading, "loss", one.learner}];
    number.published = "0.1";
    number.ours = "0.2";
    number.verdict = one.verdict;
    number.choices = one.choices;
    number.config = "c_" + one.table.substr(one.table.find('/') + 1);
    number.experiment = "toy";
  }
  return numbers;
}

constexpr const char* kHead =
    "| paper | printed numbers with a verdict | reproduced | without hindsight | marginal | inconclusive | "
    "not reproduced | "
    "table, reproduced: config (experiment) |\n"
    "|---|---|---|---|---|---|---|---|\n";

constexpr const char* kFoot =
    "Without hindsight: reproduced by a reading in which nothing was chosen after seeing the number.\n";

}  // namespace

TEST_CASE(
    "the scoreboard counts each printed number once, by its best reading, a line per paper in their order") {
  const BestVerdicts best = best_verdicts(numbers_of({{"b/t", "raw", "kde", "not reproduced"},
                                                      {"b/t", "smooth", "kde", "reproduced"},
                                                      {"b/u", "raw", "kde", "inconclusive"},
                                                      {"b/u", "smooth", "kde", "not reproduced"},
                                                      {"b/u", "raw", "knn", "not reproduced"},
                                                      {"a/t", "raw", "kde", "marginal"},
                                                      {"mine/t", "raw", "kde", "reproduced"}}));
  CHECK(scoreboard(best, {{"b", "", "A | B", "NIPS", "2002", ""}, {"a", "", "C", "", "2003", ""}}, {"a", "b"},
                   "quick") ==
        std::string(kHead) +
            "| A \\| B (NIPS, 2002) | 3 | 1 | ? | 0 | 0 | 2 | t, 1 of 1: `c_t` "
            "([toy](experiments/toy/README.md))<br>"
            "u, 0 of 2: `c_u` ([toy](experiments/toy/README.md)) |\n"
            "| C (2003) | 1 | 0 | ? | 1 | 0 | 0 | t, 0 of 1: `c_t` ([toy](experiments/toy/README.md)) |\n"
            "| mine | 1 | 1 | ? | 0 | 0 | 0 | t, 1 of 1: `c_t` (toy) |\n"
            "\nThe best verdict of each number over all readings of the profile `quick`.\n" +
            kFoot);
  CHECK(count_unexplained(best) == 2);
}

TEST_CASE("for a screen the same counts stand in columns, and what no reading explains has a line each") {
  const BestVerdicts best = best_verdicts(numbers_of({{"rlt/t", "raw", "kde", "not reproduced"},
                                                      {"rlt/t", "raw", "knn", "inconclusive"},
                                                      {"rlt/t", "raw", "svm", ""},
                                                      {"mine/t", "raw", "kde", "reproduced"},
                                                      {"mine/t", "smooth", "kde", "not reproduced"}}));
  CHECK(scoreboard_lines(best, {{"rlt", "", "A title", "NIPS", "2002", ""}}) ==
        "paper  numbers  reproduced  without hindsight  marginal  inconclusive  not reproduced\n"
        "rlt          2           0                  ?         0             1               1  A title\n"
        "mine         1           1                  ?         0             0               0\n");
  CHECK(unexplained_lines(best) ==
        std::vector<std::string>{"rlt/t / loss / kde: not reproduced", "rlt/t / loss / knn: inconclusive"});
  CHECK(scoreboard_lines(best_verdicts(numbers_of({{"p/t", "raw", "svm", ""}})), {}).empty());
}

TEST_CASE(
    "the scoreboard leaves out what no paper prints and what has no verdict, and says what is provisional") {
  Numbers numbers = numbers_of({{"p/t", "raw", "kde", "reproduced (provisional)"},
                                {"p/t", "raw", "knn", ""},
                                {"p/t", "raw", "svm", "reproduced"},
                                {"p/t", "raw", "ridge", "reproduced (provisional)"},
                                {"p/t", "smooth", "ridge", "reproduced"}});
  numbers[{"p/t", "", "raw", "loss", "svm"}].published = "";
  numbers[{"p/t", "", "raw", "loss", "knn"}].ours = "";
  const BestVerdicts best = best_verdicts(numbers);
  CHECK(best.size() == 3);
  CHECK(scoreboard(best, {}, {}, "paper") == std::string(kHead) +
                                                 "| p | 2 | 2 | ? | 0 | 0 | 0 | t, 2 of 2: `c_t` (toy) |\n"
                                                 "\nThe best verdict of each number over all readings of the "
                                                 "profile `paper`; 1 of them provisional.\n" +
                                                 kFoot);
  CHECK(count_unexplained(best) == 0);
}

TEST_CASE("for a screen claims are counted by their best reading, also of a paper that prints no number") {
  const BestVerdicts best = best_verdicts(numbers_of({{"rlt/t", "raw", "kde", "reproduced"}}));
  const PaperClaims claims = {
      {"curves", {{"a < b", 0, 0, 2}, {"a < c", 0, 1, 1, true}, {"a < d", 1, 1, 0}, {"a < e", 0, 0, 0}}},
      {"rlt", {{"not judged", 0, 0, 0}}}};
  CHECK(
      scoreboard_lines(best, {{"rlt", "", "", "", "", ""}, {"curves", "", "B title", "", "", ""}}, claims) ==
      "paper   numbers  reproduced  without hindsight  marginal  inconclusive  not reproduced  claims\n"
      "rlt           1           1                  ?         0             0               0\n"
      "curves        0           0                  0         0             0               0  1 of 3 hold  "
      "B title\n");
  CHECK(have_verdict(claims));
  CHECK_FALSE(have_verdict({{"rlt", {{"not judged", 0, 0, 0}}}}));
  CHECK(unheld_lines(claims) == std::vector<std::string>{"claim of curves: a < b: fails",
                                                         "claim of curves: a < c: tie on these samples"});
}

TEST_CASE("the best verdict says its reading, and what made it inconclusive") {
  Numbers numbers = numbers_of({{"p/t", "raw", "kde", "inconclusive"},
                                {"p/t", "raw", "knn", "not reproduced"},
                                {"p/t", "smooth", "kde", "inconclusive"},
                                {"p/t", "smooth", "knn", "not reproduced"}});
  numbers[{"p/t", "", "raw", "loss", "kde"}].z = "0.25";  // of 0.2 - 0.1: u is 0.4
  numbers[{"p/t", "", "raw", "loss", "knn"}].published = "0.5";
  const BestVerdicts best = best_verdicts(numbers);
  CHECK(best.at({"p/t", "", "", "loss", "kde"}).note == "u 0.4 > D/2 0.2");
  CHECK(best.at({"p/t", "", "", "loss", "kde"}).reading == "raw");
  CHECK(best.at({"p/t", "", "", "loss", "knn"}).note == "");
  CHECK(best.at({"p/t", "", "", "loss", "knn"}).reading == "raw");  // of equals the first
  CHECK_FALSE(best.at({"p/t", "", "", "loss", "kde"}).is_reproduced());
}

TEST_CASE("of equal verdicts that of fewer choices is the best, then the nearer one") {
  Numbers numbers = numbers_of({{"p/t", "a", "kde", "reproduced", "2"},
                                {"p/t", "b", "kde", "reproduced", "1"},
                                {"p/t", "c", "kde", "reproduced", "1"}});
  numbers[{"p/t", "", "a", "loss", "kde"}].z = "0.1";
  numbers[{"p/t", "", "b", "loss", "kde"}].z = "-1.5";
  numbers[{"p/t", "", "c", "loss", "kde"}].z = "1.2";
  CHECK(best_verdicts(numbers).at({"p/t", "", "", "loss", "kde"}).reading == "c");
}

TEST_CASE("a reading that decides nothing does not hide one that says: not reproduced") {
  for (const char* first : {"inconclusive", "not reproduced"}) {
    const std::string second = first == std::string("inconclusive") ? "not reproduced" : "inconclusive";
    const BestVerdicts best =
        best_verdicts(numbers_of({{"p/t", "a", "kde", first}, {"p/t", "b", "kde", second}}));
    CHECK(best.at({"p/t", "", "", "loss", "kde"}).verdict == "not reproduced");
    CHECK(best.at({"p/t", "", "", "loss", "kde"}).ours == "0.2");
  }
}

TEST_CASE(
    "without hindsight is what a reading reproduces whose choices were all made before the number was seen") {
  const BestVerdicts best = best_verdicts(numbers_of({{"p/t", "as-printed", "kde", "not reproduced", "0"},
                                                      {"p/t", "smooth", "kde", "reproduced", "2"},
                                                      {"p/t", "as-printed", "knn", "reproduced", "0"},
                                                      {"p/t", "smooth", "knn", "reproduced", "2"},
                                                      {"p/t", "as-printed", "svm", "marginal", "0"},
                                                      {"p/t", "smooth", "svm", "marginal", "2"}}));
  CHECK(scoreboard_lines(best, {}) ==
        "paper  numbers  reproduced  without hindsight  marginal  inconclusive  not reproduced\n"
        "p            3           2                  1         1             0               0\n");
}

TEST_CASE("a verdict that the scoreboard does not know is worse than any other, and explains nothing") {
  const BestVerdicts best = best_verdicts(numbers_of({{"p/t", "raw", "kde", "sure"},
                                                      {"p/t", "smooth", "kde", "not reproduced"},
                                                      {"p/t", "raw", "knn", "sure"}}));
  CHECK(best.at({"p/t", "", "", "loss", "kde"}).verdict == "not reproduced");
  CHECK(best.at({"p/t", "", "", "loss", "knn"}).verdict == "sure");
  CHECK(count_unexplained(best) == 2);
}

TEST_CASE("a fraction beside a number that was entered in per cent is told") {
  const auto said = [](const std::string& ours, const std::string& published, const std::string& verdict) {
    BestVerdict number;
    number.has_ours = true;
    number.verdict = verdict;
    number.ours = ours;
    number.published = published;
    return published_as_text({{{"p/t", "", "", "accuracy", "kde"}, number}}, {});
  };
  CHECK(said("0.615", "62.1", "not reproduced")
            .ends_with("\n  in per cent? Ours is a fraction of 1: 62.1 would stand as 0.621 in the file of "
                       "published numbers\n"));
  for (const auto& [ours, published] :
       {std::pair("0.2", "62.1"), {"0.615", "0.9"}, {"61.5", "62.1"}, {"", "62.1"}})
    CHECK(said(ours, published, "not reproduced").find("per cent") == std::string::npos);
  CHECK(said("0.615", "62.1", "reproduced").find("per cent") == std::string::npos);
}

}  // namespace preimage::suite::check
