#include "suite/results/regression.hpp"

#include <doctest/doctest.h>

namespace preimage::suite::results {

namespace {

const NumberName kKde = {"p/t", "", "raw", "loss", "kde"}, kSvm = {"p/t", "", "raw", "loss", "svm"},
                 kKnn = {"p/t", "", "raw", "loss", "knn"};

/// A number of .5 with tolerance .01.
ListedNumber number(const Versions& versions, double ours = 0.5) {
  ListedNumber n;
  n.ours = records::Estimate{ours, 0.2, 0.0, 16};
  n.ours->rounding = kNotSaid;
  n.tolerance = 0.01;
  n.provenance = {"0.1.0+abc", "Haswell", "00ff", versions};
  return n;
}

const NumberChange& of(const std::vector<NumberChange>& changes, const NumberName& name) {
  for (const NumberChange& change : changes) {
    if (change.name == name) return change;
  }
  throw std::out_of_range("no such number");
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.ends_with(end);
}

}  // namespace

TEST_CASE(
    "a tolerance is rounding and four times the spread; without a spread a quarter of the standard error") {
  ListedNumber n = number({});
  n.ours->rounding = 1e-14;
  CHECK(tolerance_of_spread(n, 0.0) == 1e-14);
  CHECK(tolerance_of_spread(n, 0.25) == 1e-14 + 1.0);
  CHECK(tolerance_of(n) == 0.01);
  n.tolerance.reset();
  CHECK(tolerance_of(n) == doctest::Approx(0.0125).epsilon(1e-12));  // .2 / sqrt(16) / 4
  n.ours->sd = 6.9e-18;                                              // of .04, .04 and .04
  CHECK(tolerance_of(n) == 1e-14);
  n.ours->rounding = 0.0;  // a count
  CHECK(tolerance_of(n) == 0.0);
  n.ours->mean = 0.15;
  n.ours->repetitions = 1;
  n.tolerance = 9.8e-18;  // a quarter of the standard error of equal folds, as versions up to 0.1 wrote it
  CHECK(tolerance_of(n) == 0.0);
  ListedNumber moved = n;
  moved.ours->mean = 0.15 + 0x1p-55;  // the next double
  CHECK(compare({{kKde, n}}, {{kKde, moved}})[0].change == Change::same);
  moved.ours->mean = 0.25;
  CHECK(compare({{kKde, n}}, {{kKde, moved}})[0].what == "0.25, reference 0.15: moved by 0.1, tolerance 0");
}

// Without a stated tolerance and without a spread, of files that do not say what rounding may do.
TEST_CASE(
    "a tolerance has the scale of its number: small numbers may not double, a bit of a large one is "
    "rounding") {
  const auto moves = [](double from, double to, std::optional<double> rounding = {}) {
    ListedNumber reference = number({{"cell", 1}}, from), latest = number({{"cell", 1}}, to);
    for (ListedNumber* n : {&reference, &latest}) {
      n->ours->sd = 0.0;
      n->ours->rounding = rounding.value_or(kNotSaid);
      n->tolerance.reset();
    }
    return compare({{kKde, reference}}, {{kKde, latest}})[0].change == Change::moved;
  };
  CHECK(moves(2e-10, 8e-10));
  CHECK(moves(0.0, 9e-10));
  CHECK(moves(0.0, 1e-300));
  CHECK_FALSE(moves(1e15, 1000000000000000.125));
  CHECK(moves(1e15, 1000000000001000.0));
  CHECK_FALSE(moves(0.1, 0.10000000000000002));
  CHECK(moves(0.1, 0.1000000001));
  CHECK_FALSE(moves(0.25, 0.25000000000000006, 0.0));  // its last digit
  CHECK(moves(0.25, 0.2500000000000002, 0.0));         // of a count no bit
}

TEST_CASE("a number at its tolerance has not moved, and one beyond it has, in units of the tolerance") {
  ListedNumber half = number({{"cell", 1}});
  half.tolerance = 0.25;  // exact in binary, and so is the difference
  CHECK(compare({{kKde, half}}, {{kKde, number({{"cell", 1}}, 0.75)}})[0].change == Change::same);
  const NumberSet reference = {{kKde, number({{"cell", 1}})}};
  const NumberChange moved = compare(reference, {{kKde, number({{"cell", 1}}, 0.47)}})[0];
  CHECK(moved.change == Change::moved);
  CHECK(moved.moved == doctest::Approx(0.03));
  CHECK(sentence(moved).find(
            "0.47, reference 0.5: moved by 0.03, 3 times the tolerance of 0.01 since 0.1.0+abc; ") == 0);
}

TEST_CASE("of the versions that should have been raised, those are named whose numbers moved most often") {
  const Versions kde = {{"cell", 1}, {"kernel.gaussian", 1}, {"method.kde", 2}},
                 svm = {{"cell", 1}, {"kernel.gaussian", 1}, {"method.svm", 1}},
                 knn = {{"cell", 1}, {"method.knn", 3}};
  const NumberSet reference = {{kKde, number(kde)}, {kSvm, number(svm)}, {kKnn, number(knn)}};
  const auto suspects = [&](double a, double b, double c) {
    return of(compare(reference, {{kKde, number(kde, a)}, {kSvm, number(svm, b)}, {kKnn, number(knn, c)}}),
              kKde)
        .suspects;
  };
  using Suspects = std::vector<std::string>;
  CHECK(suspects(0.6, 0.5, 0.5) == Suspects{"method.kde"});
  CHECK(suspects(0.6, 0.6, 0.5) == Suspects{"kernel.gaussian", "method.kde"});
  CHECK(suspects(0.6, 0.6, 0.6) == Suspects{"cell", "kernel.gaussian", "method.kde"});
  CHECK(suspects(0.5, 0.6, 0.6) == Suspects{});
  const auto changes =
      compare(reference, {{kKde, number(kde, 0.6)}, {kSvm, number(svm)}, {kKnn, number(knn)}});
  CHECK(ends_with(
      sentence(of(changes, kKde)),
      "; no version was raised: if this is meant, --update makes it the reference, and who changed the "
      "program raises method.kde (now 2)"));
}

TEST_CASE("a raised version, other inputs or unknown versions are said instead of a suspect") {
  const Versions one = {{"cell", 1}, {"method.kde", 1}}, two = {{"cell", 1}, {"method.kde", 3}};
  const NumberSet reference = {{kKde, number(one)}};
  const auto said = [&](const ListedNumber& latest) {
    const NumberChange change = compare(reference, {{kKde, latest}})[0];
    CHECK(change.suspects.empty());
    CHECK(fails(change));
    return sentence(change);
  };
  CHECK(ends_with(said(number(two, 0.6)),
                  "; the version of method.kde was raised from 1 to 3; if this is meant, "
                  "--update makes it the reference"));
  CHECK(said(number({{"cell", 1}, {"method.svm", 1}}, 0.6))
            .find("method.kde (version 1) is gone, method.svm is "
                  "new (version 1)") != std::string::npos);
  ListedNumber other = number(one, 0.6);
  other.provenance.inputs = "1234";
  CHECK(said(other).find("config or data are not the reference's; if") != std::string::npos);
  other.provenance.data_content = "files fit.py:3ed4";
  // What the reference's files held is not known.
  CHECK(said(other).find("config or data are not the reference's; if") != std::string::npos);
  ListedNumber before = number(one);
  before.provenance.data_content = "files fit.py:98ac";
  CHECK(sentence(compare({{kKde, before}}, {{kKde, other}})[0])
            .find("config or data are not the reference's: fit.py:3ed4 in place of fit.py:98ac; "
                  "if") != std::string::npos);
  CHECK(ends_with(said(number({}, 0.6)), "; the versions behind it are not known"));
}

TEST_CASE(
    "another content of what numbers were made from is a move where it is data, and none of a program") {
  ListedNumber before = number({{"cell", 1}}), now = before;
  before.provenance.data_content = "00aa";
  now.provenance.data_content = "00bb";
  for (const bool are_data : {true, false}) {
    const NumberChange change =
        compare({{kKde, before}}, {{kKde, now}}, {false, {are_data ? "" : "other"}})[0];
    CHECK((change.change == Change::moved) == are_data);
    CHECK(change.data_now == (are_data ? "00bb" : ""));
  }
}

TEST_CASE("missing numbers fail, new ones do not; a version alone moves nothing") {
  const NumberSet one = {{kKde, number({{"cell", 1}})}};
  CHECK(fails(compare(one, {})[0]));
  CHECK(sentence(compare(one, {})[0]) == "not among the latest results");
  CHECK_FALSE(fails(compare({}, one)[0]));
  CHECK(sentence(compare({}, one)[0]) == "not in the reference");
  CHECK(compare(one, {{kKde, number({{"cell", 2}})}})[0].change == Change::same);
}

}  // namespace preimage::suite::results
