#include "suite/render/scoreboard.hpp"

#include <functional>
#include <optional>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suite/render/published_reasons.hpp"

namespace preimage::suite::render {

namespace {

using records::Agreement;
using results::NumberName;
using results::NumberSet;
using results::Scores;

constexpr std::nullopt_t kNone = std::nullopt;

struct PrintedNumber {
  std::string table, reading, learner;
  std::optional<Agreement> verdict;
  std::optional<long> choices = {};
  bool provisional = false;
  double z = 1.0;
};

/// Ours .2, printed .1, of one config per table, unless `change` says otherwise.
std::vector<NumberSet> numbers_of(
    const std::vector<PrintedNumber>& given,
    const std::function<void(const PrintedNumber&, results::ListedNumber&)>& change = [](auto&, auto&) {}) {
  std::vector<NumberSet> configs;
  for (const PrintedNumber& one : given) {
    results::ListedNumber number;
    number.published = {"0.1", 0.1, {}, "", records::SpreadKind::none, 0};
    number.ours = records::Estimate{0.2};
    number.choices = one.choices;
    number.experiment = "toy";
    if (one.verdict) number.verdict = {one.z, *one.verdict, one.provisional};
    change(one, number);
    configs.push_back({{NumberName{one.table, "", one.reading, "loss", one.learner,
                                   "c_" + one.table.substr(one.table.find('/') + 1)},
                        number}});
  }
  return configs;
}

Scores scored(const std::vector<PrintedNumber>& given) {
  return results::scores_of(numbers_of(given));
}

std::vector<std::string> texts(const std::vector<Tinted>& lines) {
  std::vector<std::string> all;
  for (const Tinted& line : lines) all.push_back(line.text);
  return all;
}

constexpr const char* kFoot =
    "By rule 1: as preimage 0.1 judged. In any reading: reproduced there, or in another reading. Without "
    "hindsight: by a reading in which "
    "nothing was chosen after seeing the number.\n\n";

}  // namespace

TEST_CASE("the scoreboard counts each printed number once, in the reading that explains most of its table") {
  const Scores scores = scored({{"b/t", "raw", "kde", Agreement::not_reproduced},
                                {"b/t", "smooth", "kde", Agreement::reproduced},
                                {"b/u", "raw", "kde", Agreement::inconclusive},
                                {"b/u", "smooth", "kde", Agreement::not_reproduced},
                                {"b/u", "raw", "knn", Agreement::not_reproduced},
                                {"a/t", "raw", "kde", Agreement::marginal},
                                {"mine/t", "raw", "kde", Agreement::reproduced}});
  CHECK(scoreboard(scores, {{"b", "", "A | B", "NIPS", "2002", ""}, {"a", "", "C", "", "2003", ""}},
                   {"a", "b"}, "quick") ==
        std::string("| paper | printed | reproduced | by rule 1 | in any reading | without "
                    "hindsight | marginal | inconclusive | not "
                    "reproduced |\n|---|---|---|---|---|---|---|---|---|\n"
                    "| `b` | 3 | 1 | 1 | 1 | ? | 0 | 1 | 1 |\n"
                    "| `a` | 1 | 0 | 0 | 0 | ? | 1 | 0 | 0 |\n"
                    "| `mine` | 1 | 1 | 1 | 1 | ? | 0 | 0 | 0 |\n"
                    "\nPrinted numbers with a verdict, each in the reading of the "
                    "profile `quick` that explains most of "
                    "its table.\n") +
            kFoot +
            "- `b`: *A \\| B* (NIPS, 2002). t 1 of 1 by `c_t` "
            "([toy](experiments/toy/README.md)); u 0 of 2 by `c_u` "
            "([toy](experiments/toy/README.md))\n"
            "- `a`: *C* (2003). t 0 of 1 by `c_t` ([toy](experiments/toy/README.md))\n"
            "- `mine`: t 1 of 1 by `c_t` (toy)\n");
  CHECK(results::count_unexplained(scores) == 2);
}

TEST_CASE("numbers that are reproduced without hindsight are counted and named") {
  const Scores scores = scored({{"p/t", "raw", "kde", Agreement::reproduced, 0},
                                {"p/t", "raw", "knn", Agreement::reproduced, 2},
                                {"p/t", "raw", "svm", Agreement::not_reproduced, 0}});
  const std::string text = scoreboard(scores, {}, {}, "paper");
  CHECK(text.find("| `p` | 3 | 2 | 2 | 2 | 1 | 1 |\n") != std::string::npos);
  CHECK(text.ends_with("- `p`: Without hindsight: `t loss kde`. Tables: t 2 of 3 by `c_t` (toy)\n"));
  const std::string lines = published_as_text(scores, {}).text;
  CHECK(lines.find("raw: 0.2000 for 0.1  without hindsight\n") != std::string::npos);
  CHECK(lines.find("without hindsight", lines.find("without hindsight") + 1) == std::string::npos);
}

TEST_CASE("for a screen the same counts stand in columns, and what no reading explains has a line each") {
  const Scores scores = scored({{"rlt/t", "raw", "kde", Agreement::not_reproduced},
                                {"rlt/t", "raw", "knn", Agreement::inconclusive},
                                {"rlt/t", "raw", "svm", kNone},
                                {"mine/t", "raw", "kde", Agreement::reproduced},
                                {"mine/t", "smooth", "kde", Agreement::not_reproduced}});
  CHECK(scoreboard_lines(scores, {{"rlt", "", "A title", "NIPS", "2002", ""}}) ==
        "paper  numbers  reproduced  by rule 1  in any reading  without hindsight  consistent  no difference "
        "found  marginal  inconclusive  not reproduced\n"
        "rlt          2           0          0               0                  ?           0                "
        "    0         0             1               1  A title\n"
        "mine         1           1          1               1                  ?           0                "
        "    0         0             0               0\n");
  CHECK(texts(unexplained_lines(scores)) ==
        std::vector<std::string>{"rlt/t / loss / kde: not reproduced", "rlt/t / loss / knn: inconclusive"});
  CHECK(scoreboard_lines(scored({{"p/t", "raw", "svm", kNone}}), {}).empty());
}

TEST_CASE(
    "the scoreboard leaves out what no paper prints and what has no verdict, and says what is provisional") {
  const Scores scores =
      results::scores_of(numbers_of({{"p/t", "raw", "kde", Agreement::reproduced, {}, true},
                                     {"p/t", "raw", "knn", kNone},
                                     {"p/t", "raw", "svm", Agreement::reproduced},
                                     {"p/t", "raw", "ridge", Agreement::reproduced, {}, true},
                                     {"p/t", "smooth", "ridge", Agreement::reproduced}},
                                    [](const PrintedNumber& one, results::ListedNumber& number) {
                                      if (one.learner == "knn") number.ours.reset();
                                      if (one.learner == "svm") number.published.reset();
                                    }));
  CHECK(scores.size() == 3);
  CHECK(scoreboard(scores, {}, {}, "paper") ==
        std::string(
            "| paper | printed | reproduced | by rule 1 | in any reading | without hindsight "
            "|\n|---|---|---|---|---|---|\n"
            "| `p` | 2 | 2 | 2 | 2 | ? |\n"
            "\nPrinted numbers with a verdict, each in the reading of the profile `paper` that explains most "
            "of "
            "its table; 2 of the verdicts provisional.\n") +
            kFoot + "- `p`: t 2 of 2 by `c_t` (toy)\n");
  CHECK(results::count_unexplained(scores) == 0);
}

TEST_CASE("for a screen claims are counted by their best reading, also of a paper that prints no number") {
  const Scores scores = scored({{"rlt/t", "raw", "kde", Agreement::reproduced}});
  const results::PaperClaims claims = {
      {"curves", {{"a < b", 0, 0, 2}, {"a < c", 0, 1, 1, true}, {"a < d", 1, 1, 0}, {"a < e", 0, 0, 0}}},
      {"rlt", {{"not judged", 0, 0, 0}}}};
  CHECK(scoreboard_lines(scores, {{"rlt", "", "", "", "", ""}, {"curves", "", "B title", "", "", ""}},
                         claims) ==
        "paper   numbers  reproduced  by rule 1  in any reading  without hindsight  consistent  no "
        "difference found  marginal  inconclusive  not reproduced  claims\n"
        "rlt           1           1          1               1                  ?           0               "
        "     0         0             0               0\n"
        "curves        0           0          0               0                  0           0               "
        "     0         0             0               0  1 of 3 hold  B title\n");
  CHECK(have_verdict(claims));
  CHECK_FALSE(have_verdict({{"rlt", {{"not judged", 0, 0, 0}}}}));
  CHECK(texts(unheld_lines(claims)) ==
        std::vector<std::string>{"claim of curves: a < b: fails",
                                 "claim of curves: a < c: tie on these samples"});
}

TEST_CASE("a fraction beside a number that was entered in per cent is told") {
  const auto said = [](std::optional<double> ours, const std::string& text, double published,
                       Agreement agreement) {
    const auto change = [&](const PrintedNumber&, results::ListedNumber& number) {
      number.ours = ours ? std::optional(records::Estimate{*ours}) : std::nullopt;
      number.published = {text, published, {}, "", records::SpreadKind::none, 0};
    };
    const double z = agreement == Agreement::reproduced ? 1.0 : 9.0;
    const auto numbers = numbers_of({{"p/t", "raw", "kde", agreement, {}, false, z}}, change);
    return fmt::format("{}", fmt::join(results::remarks_on(results::scores_of(numbers)), "\n"));
  };
  CHECK(said(0.615, "62.1", 62.1, Agreement::not_reproduced) ==
        "p/t: are reruns fractions, and printed numbers in per cent? 100 x ours would be near");
  const auto has_hint = [&](std::optional<double> ours, double published) {
    return said(ours, "x", published, Agreement::not_reproduced).find("per cent") != std::string::npos;
  };
  CHECK_FALSE(has_hint(0.2, 62.1));
  CHECK_FALSE(has_hint(61.5, 62.1));
  CHECK_FALSE(has_hint({}, 62.1));
  CHECK(said(0.615, "62.1", 62.1, Agreement::reproduced).find("per cent") == std::string::npos);
}

}  // namespace preimage::suite::render
