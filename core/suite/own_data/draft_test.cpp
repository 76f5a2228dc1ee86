// What a config for a user's file is written from; what it says is in core/testing/transcripts/init.md.
#include <doctest/doctest.h>

#include "suite/data/arff.hpp"
#include "suite/data/delimited.hpp"
#include "suite/own_data/draft_facts.hpp"
#include "suite/own_data/survey.hpp"

using namespace preimage;
using namespace preimage::suite::own_data;

namespace {

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("columns of texts are those of which half of the values are no numbers") {
  const auto found = [](const std::string& table, const Texts& columns,
                        const suite::data::GapWords& words = {}) {
    suite::data::CsvReader csv(table, "t.csv");
    return columns_of_texts(survey_columns(csv, words), columns);
  };
  CHECK(found("number,text,gaps,mixed,percent,none\n1,a,NA,1,1%,\n2,b,3,2,2%,\n3,c,,x,3%,NA\n",
              {"number", "text", "gaps", "mixed", "percent", "none"}) == Texts{"text"});
  CHECK(found("c\n1\na\n", {"c"}) == Texts{"c"});
  CHECK(found("c\n1\n5%\n", {"c"}, {false, {"5%"}}) == Texts{});  // a gap is no text, however it is written
  const auto arff = suite::data::read_arff(
      "@relation r\n@attribute x real\n@attribute c {NA,b}\n@data\n1,NA\n2,?\n3,b\n", "t.arff");
  CHECK(columns_of_texts(survey_columns(*arff), {"x", "c"}) == Texts{"c"});
}

TEST_CASE("folds: five and four, fewer of few samples, stratified where the classes allow") {
  const auto plan = [](std::size_t n, const std::vector<std::size_t>& classes,
                       const std::vector<int>& given = {}) {
    const FoldPlan folds = plan_folds(n, classes, given);
    return std::vector<std::size_t>{folds.outer, folds.inner, folds.stratified_outer, folds.stratified_inner,
                                    folds.smallest_inner_training};
  };
  CHECK(plan(100, {}) == std::vector<std::size_t>{5, 4, 0, 0, 60});
  CHECK(plan(10, {}) == std::vector<std::size_t>{3, 3, 0, 0, 4});
  CHECK(plan(12, {}) == std::vector<std::size_t>{4, 4, 0, 0, 6});
  CHECK(plan(100, {50, 50}) == std::vector<std::size_t>{5, 4, 1, 1, 60});
  CHECK(plan(100, {95, 5}) == std::vector<std::size_t>{5, 4, 1, 1, 60});
  CHECK(plan(100, {96, 4}) == std::vector<std::size_t>{5, 4, 0, 0, 60});
  CHECK(plan(10, {5, 5}) == std::vector<std::size_t>{3, 3, 1, 1, 4});
  CHECK(plan(10, {7, 3}) == std::vector<std::size_t>{3, 3, 1, 0, 4});
  CHECK(plan_folds(10, {}, {0, 0, 1, 1, 1, 1, 1, 1, 2, 2}).smallest_inner_training == 2);
  CHECK(plan_folds(10, {}, {0, 0, 1, 1, 1, 1, 1, 1, 2, 2}).given);
}

TEST_CASE("a training set of one class is seen before it is drawn") {
  const auto holds_two = [](const std::vector<std::size_t>& classes) {
    return plan_folds(100, classes, {}).two_classes_everywhere;  // 60 of 100 samples train inside
  };
  CHECK(holds_two({95, 5}));  // stratified
  CHECK_FALSE(holds_two({96, 4}));
  CHECK_FALSE(holds_two({60, 38, 2}));
  CHECK(holds_two({59, 39, 2}));
}
