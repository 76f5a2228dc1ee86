#include "suite/render/check_text.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "suite/render/published_reasons.hpp"

namespace preimage::suite::render {

namespace {

results::NumberChange change_of(const std::string& learner, std::optional<double> ours, double reference) {
  results::NumberChange change;
  change.name = {"p/t", "", "raw", "loss", learner};
  change.change = !ours ? results::Change::missing : results::Change::moved;
  if (ours) change.latest.ours = records::Estimate{*ours};
  change.reference.ours = records::Estimate{reference};
  change.reference.tolerance = 0.01;
  change.moved = ours ? *ours - reference : 0.0;
  change.tolerance = ours ? 0.01 : 0.0;
  return change;
}

}  // namespace

TEST_CASE("what moved most stands first, and what has no value or stands for other data before it") {
  const std::string text =
      as_markdown({change_of("a", 0.6, 0.5), change_of("b", {}, 0.5), change_of("c", 0.9, 0.5),
                   change_of("d", 0.7, 0.5), change_of("e", 0.3, 0.2), change_of("f", 0.2, 0.1),
                   change_of("g", 0.5, 0.5)},  // the same number of other data
                  {}, {});
  std::string order;
  for (std::size_t at = 0; (at = text.find("p/t / loss / ", at)) != std::string::npos; ++at)
    order += text[at + std::string("p/t / loss / ").size()];
  CHECK(order == "bgcdaef");  // .3 - .2 is below .2 - .1 and .6 - .5 by its last bit, and no better
  CHECK(text.find("more") == std::string::npos);
}

TEST_CASE("of more than fits into a step summary the worst is written and the rest counted") {
  constexpr std::size_t kNumbers = 20000, kStepSummary = 1024 * 1024;
  std::vector<results::NumberChange> changes;
  for (std::size_t i = 0; i < kNumbers; ++i)
    changes.push_back(change_of(fmt::format("learner_{:05}", i), static_cast<double>(i) + 1.5, 0.5));
  const std::string text = as_markdown(changes, {}, {});
  CHECK(text.size() <= kStepSummary);
  CHECK(text.size() > kStepSummary / 2);
  CHECK(text.find("**moved**: 20000 of 20000 numbers moved") == 0);
  CHECK(text.find("learner_19999") < text.find("learner_19998"));
  CHECK(text.find("learner_00000") == std::string::npos);
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = text.find("\n| p/t", at)) != std::string::npos; ++at) ++rows;
  CHECK(text.ends_with(fmt::format("\nand {} more: `--json` has all\n", kNumbers - rows)));
  results::Scores scores;
  for (std::size_t i = 0; i < kNumbers; ++i) {
    results::NumberScore& score = scores[{"p/t", "", "", "loss", fmt::format("learner_{:05}", i)}];
    score.has_ours = true;
    results::ListedNumber number;
    number.verdict = {1.0, records::Agreement::marginal};
    score.best = {{}, number};
  }
  const std::string reasons = reasons_as_markdown(scores, {});
  CHECK(reasons.size() <= kMaxMarkdownBytes);
  CHECK(reasons.find(" more: `--json` has all\n") != std::string::npos);
}

TEST_CASE("JUnit XML holds one case per number and escapes what XML cannot carry") {
  const results::NumberName strange = {"a<b", "", "\"r\" & 's'", "x\ny", std::string("\x01\xff", 2)};
  const auto name = [](const char* learner) {
    return results::NumberName{"p/t", "", "raw", "loss", learner};
  };
  const results::ListedNumber number = change_of("any", 0.5, 0.5).latest;
  const results::NumberSet latest = {{name("svm"), number}, {name("knn"), number}},
                           reference = {{strange, number}, {name("knn"), number}};
  const std::string xml = as_junit(results::compare(reference, latest), "quick");
  CHECK(xml.find("<testsuite name=\"preimage check quick\" tests=\"3\" failures=\"1\" errors=\"0\" "
                 "skipped=\"1\">\n") != std::string::npos);
  CHECK(xml.find("  <testcase classname=\"p/t\" name=\"raw / loss / knn\"/>\n") != std::string::npos);
  CHECK(xml.find("<skipped message=\"not in the reference\"/>") != std::string::npos);
  CHECK(xml.find("classname=\"a&lt;b\" name=\"&quot;r&quot; &amp; &#39;s&#39; / x\\x0ay / \\x01\\xff\">\n"
                 "    <failure message=\"not among the latest results\"/>") != std::string::npos);
  CHECK(xml.ends_with("</testsuite>\n"));
}

}  // namespace preimage::suite::render
