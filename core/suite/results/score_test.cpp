#include "suite/results/score.hpp"

#include <tuple>

#include <doctest/doctest.h>

namespace preimage::suite::results {

namespace {

using records::Agreement;

struct Judged {
  std::string reading, learner;
  std::optional<Agreement> verdict;
  std::optional<long> choices = {};
  double z = 1.0;
};

/// One table of one config.
Scores scored(const std::vector<Judged>& given) {
  NumberSet config;
  for (const Judged& one : given) {
    ListedNumber number;
    number.published = {"0.1", 0.1, {}, "", records::SpreadKind::none, 0};
    number.ours = records::Estimate{0.2};
    number.choices = one.choices;
    if (one.verdict) number.verdict = {one.z, *one.verdict, false, 0.4, 0.2};
    config.add({"p/t", "", one.reading, "loss", one.learner, "c"}, number);
  }
  return scores_of({config});
}

const NumberScore& of(const Scores& scores, const std::string& learner) {
  return scores.at({"p/t", "", "", "loss", learner, ""});
}

std::vector<std::string> texts_of(const ScoreCount& count) {
  std::vector<std::string> texts;
  for (const NamedCount& one : counts_of(count)) texts.push_back(one.text());
  return texts;
}

}  // namespace

TEST_CASE(
    "one reading is shown of a table: which reproduces most; the count in any reading stands beside it") {
  const Scores scores = scored({{"raw", "kde", Agreement::reproduced},
                                {"raw", "knn", Agreement::not_reproduced},
                                {"raw", "svm", Agreement::marginal},
                                {"smooth", "kde", Agreement::not_reproduced},
                                {"smooth", "knn", Agreement::reproduced},
                                {"smooth", "svm", Agreement::reproduced}});
  for (const char* learner : {"kde", "knn", "svm"})
    CHECK(of(scores, learner).shown->first.reading == "smooth");
  CHECK(of(scores, "kde").standing() == Standing::elsewhere);
  CHECK(of(scores, "svm").standing() == Standing::reproduced);
  const ScoreCount count = counts_by_paper(scores).at("p");
  CHECK(count.judged() == 3);
  CHECK(texts_of(count) == std::vector<std::string>{"2", "2", "3", "?", "0", "0", "0", "0", "0"});
}

TEST_CASE(
    "of readings that reproduce as many numbers that is shown against which less speaks, and rule 1 shows "
    "its own") {
  const Scores scores = scored({{"raw", "kde", Agreement::reproduced},
                                {"raw", "knn", Agreement::not_reproduced},
                                {"smooth", "kde", Agreement::consistent},
                                {"smooth", "knn", Agreement::reproduced}});
  CHECK(of(scores, "kde").shown->first.reading == "smooth");
  NumberSet config;
  for (const auto& [reading, now, former] :
       {std::tuple{"raw", Agreement::consistent, Agreement::not_reproduced},
        std::tuple{"smooth", Agreement::inconclusive, Agreement::reproduced}}) {
    ListedNumber number;
    number.published = {"0.1", 0.1, {}, "", records::SpreadKind::none, 0};
    number.ours = records::Estimate{0.2};
    number.verdict = {1.0, now};
    number.verdict->rule_1 = former;
    config.add({"p/t", "", reading, "loss", "kde", "c"}, number);
  }
  const NumberScore score = of(scores_of({config}), "kde");
  CHECK(score.standing() == Standing::consistent);
  CHECK(score.is_explained());
  CHECK(score.reproduced_by_rule_1);
}

TEST_CASE("a reading without a verdict for a number is not shown for it where another has one") {
  const Scores scores = scored({{"raw", "kde", Agreement::reproduced},
                                {"raw", "knn", std::nullopt},
                                {"smooth", "knn", Agreement::marginal},
                                {"smooth", "svm", std::nullopt}});
  CHECK(of(scores, "knn").shown->first.reading == "smooth");
  CHECK(of(scores, "knn").standing() == Standing::marginal);
  CHECK(of(scores, "svm").standing() == Standing::none);
  CHECK(counts_by_paper(scores).at("p").judged() == 2);
}

TEST_CASE("the best verdict is that of any reading: one that decides before one that does not") {
  for (const bool swapped : {false, true}) {
    const Agreement one = swapped ? Agreement::not_reproduced : Agreement::inconclusive,
                    two = swapped ? Agreement::inconclusive : Agreement::not_reproduced;
    const Scores scores = scored({{"a", "kde", one}, {"b", "kde", two}});
    CHECK(of(scores, "kde").best->second.verdict->agreement == Agreement::not_reproduced);
    CHECK_FALSE(of(scores, "kde").is_explained());
  }
  const Scores alone = scored({{"a", "kde", Agreement::inconclusive}});
  CHECK(of(alone, "kde").best->second.verdict->why() == "u 0.4 > M 0.2");
}

TEST_CASE("of equal verdicts that of fewer choices is the best, then the nearer one, then the first") {
  const auto best = [](const std::vector<Judged>& given) {
    return of(scored(given), "kde").best->first.reading;
  };
  CHECK(best({{"a", "kde", Agreement::reproduced, 2, 0.1},
              {"b", "kde", Agreement::reproduced, 1, -1.5},
              {"c", "kde", Agreement::reproduced, 1, 1.2}}) == "c");
  CHECK(best({{"a", "kde", Agreement::reproduced}, {"b", "kde", Agreement::reproduced}}) == "a");
}

TEST_CASE(
    "without hindsight is what a reading reproduces whose choices were all made before the number was seen") {
  const Scores scores = scored({{"as-printed", "kde", Agreement::not_reproduced, 0},
                                {"smooth", "kde", Agreement::reproduced, 2},
                                {"as-printed", "knn", Agreement::reproduced, 0},
                                {"smooth", "knn", Agreement::reproduced, 2},
                                {"as-printed", "svm", Agreement::marginal, 0},
                                {"smooth", "svm", Agreement::marginal, 2}});
  CHECK(texts_of(counts_by_paper(scores).at("p")) ==
        std::vector<std::string>{"2", "2", "2", "1", "0", "0", "1", "0", "0"});
}

}  // namespace preimage::suite::results
