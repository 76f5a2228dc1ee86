// fit, predict and show, as a user calls them.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/text.hpp"
#include "suite/model/testing_points.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

Finished predict(const Points& place, const std::string& inputs, const std::string& written = "-") {
  return run_preimage({"predict", place.model(), inputs, "--out", written});
}

}  // namespace

TEST_CASE(
    "a model that is refused ends the program in a line, and the old one stays where no new one is written") {
  const Points place(kClasses);
  REQUIRE(place.fit().code == 0);
  const std::string bytes = text_of(place.model()), data = place.path("points.csv");
  const std::string bad = place.path("bad.pim"), nowhere = place.path("nowhere.pim");
  place.add("bad.pim", bytes.substr(0, bytes.size() / 2));
  const std::string cut = "preimage: " + bad + ": the model file is cut short";
  check_refusals({{{"show", bad}, cut, 5},
                  {{"predict", bad, data}, cut, 5},
                  {{"show", nowhere}, "preimage: " + nowhere + ": no such file", 5}},
                 [](const auto& words) { return run_preimage(words); });
  // A full disk.
  const Finished full = run_words({"sh", "-c", "ulimit -f 4; \"$0\" fit \"$1\" --out \"$2\" --results \"$3\"",
                                   PREIMAGE_PROGRAM, place.config(), place.model(), place.path("out")});
  CHECK(full.code == 5);
  CHECK(text_of(place.model()) == bytes);
}

TEST_CASE("vectors are a file for NumPy; nothing is written where a number is not finite") {
  const Points place(kLines);
  REQUIRE(place.fit().code == 0);
  const std::string npy = place.path("p.npy"), large = place.path("large.csv");
  REQUIRE(predict(place, place.path("points.csv"), npy).code == 0);
  fs::remove(npy);
  place.add("large.csv", "x1,x2\n4,200\n1e308,200\n");
  for (const std::string& out : {std::string("-"), npy}) {
    const Finished refused = predict(place, large, out);
    check_says(refused, 5, "the model predicts a number that is not finite, first for input '2'\n");
    CHECK(refused.out.empty());
  }
  CHECK_FALSE(fs::exists(npy));
}

TEST_CASE("predict replaces nothing that it reads") {
  const Points place(kClasses);
  REQUIRE(place.fit().code == 0);
  const std::string data = place.path("points.csv");
  check_refusals(
      {{{"predict", place.model(), data, "--out", data}, "points.csv: this file is read, too"},
       {{"predict", place.model(), data, "--out", place.model()}, "m.pim: this file is read, too"}},
      [](const auto& words) { return run_preimage(words); });
  CHECK(text_of(data) == points());
}

TEST_CASE("class names that a terminal would obey are escaped on standard output, and stay in a file") {
  const Points place(kClasses);
  const std::string bad = "left\x1b[2J\xE2\x80\xAE";
  std::string table = points();
  for (std::size_t at = 0; (at = table.find(",left,", at)) != std::string::npos; at += bad.size())
    table.replace(at + 1, 4, bad);
  place.add("points.csv", table);
  REQUIRE(place.fit({"--learner", "kde"}).code == 0);
  const std::string inputs = place.path("new.csv");
  place.add("new.csv", "x1,x2\n0.1,130\n");
  const Finished printed = ended_well(predict(place, inputs));
  CHECK(contains(printed.out, "1,left\\x1b[2J\\u202e,"));
  CHECK_FALSE(preimage::base::find_unshowable(printed.out + printed.err));
  REQUIRE(predict(place, inputs, place.path("out.csv")).code == 0);
  CHECK(contains(text_of(place.path("out.csv")), "1," + bad + ","));
}
