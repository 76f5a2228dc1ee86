#include "suite/render/page_html.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "suite/render/testing_page.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::render;
using testing::contains;
using testing::count_of;

namespace {

/// The document without what is inside script and style elements.
std::string without_assets(std::string html) {
  for (const std::string name : {"script", "style"}) {
    for (std::size_t at = 0; (at = html.find("<" + name, at)) != std::string::npos; ++at) {
      const std::size_t begin = html.find('>', at) + 1, end = html.find("</" + name + ">", begin);
      html.erase(begin, end - begin);
    }
  }
  return html;
}

/// Names of elements that were opened and never closed, or closed and never opened.
std::vector<std::string> unbalanced(const std::string& html) {
  const std::set<std::string> empty = {"meta", "link", "img", "input", "br", "!DOCTYPE"};
  std::vector<std::string> open, wrong;
  for (std::size_t at = 0; (at = html.find('<', at)) != std::string::npos;) {
    const std::size_t end = html.find('>', at);
    const bool closes = html[at + 1] == '/', is_closed = html[end - 1] == '/';
    const std::size_t first = at + (closes ? 2 : 1);
    const std::string name = html.substr(first, html.find_first_of(" />", first) - first);
    at = end;
    if (empty.contains(name) || is_closed) continue;
    if (!closes) {
      open.push_back(name);
    } else if (!open.empty() && open.back() == name) {
      open.pop_back();
    } else {
      wrong.push_back("/" + name);
    }
  }
  wrong.insert(wrong.end(), open.begin(), open.end());
  return wrong;
}

std::vector<std::string> values_of(const std::string& html, const std::string& attribute) {
  std::vector<std::string> values;
  for (std::size_t at = 0; (at = html.find(" " + attribute + "=\"", at)) != std::string::npos; ++at) {
    const std::size_t begin = html.find('"', at) + 1;
    values.push_back(html.substr(begin, html.find('"', begin) - begin));
  }
  return values;
}

}  // namespace

TEST_CASE("every element is closed, every id is there once, and nothing comes from elsewhere") {
  const std::string html = without_assets(page_html(testing::small_page()));
  CHECK(unbalanced(html) == std::vector<std::string>{});
  std::vector<std::string> ids = values_of(html, "id");
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  for (const std::string& address : values_of(html, "href")) {
    const bool is_here =
        address.starts_with("data:") ||
        (address.starts_with("#") && std::count(ids.begin(), ids.end(), address.substr(1)) == 1);
    CHECK_MESSAGE(is_here, address);
  }
  CHECK(values_of(html, "src").empty());
}

TEST_CASE("texts are text: markup in names, notes, reasons and commands does nothing") {
  const std::string evil = "</script><script>alert(\"1\")</script>'<b>&";
  const std::string plain = page_html(testing::small_page()), html = page_html(testing::small_page(evil));
  CHECK(count_of(html, "<script") == count_of(plain, "<script"));
  CHECK(count_of(html, "</script>") == count_of(plain, "</script>"));
  CHECK(count_of(html, "<b>") == count_of(plain, "<b>"));
  CHECK(unbalanced(without_assets(html)) == std::vector<std::string>{});
  CHECK(contains(html, "A paper on &lt;/script&gt;"));
}

TEST_CASE("a number says what is published, ours, z and the verdict, and what the filter asks for") {
  const std::string html = page_html(testing::small_page());
  CHECK(contains(html,
                 "data-number=\"0\" data-paper=\"paper_1\" data-verdict=\"reproduced\" "
                 "data-reading=\"first\" data-hindsight=\"\""));
  CHECK(contains(html,
                 "<span class=\"term\">ours</span> <span class=\"ours\">0.1100 \u00b1 0.0200</span> <span "
                 "class=\"term\">published</span> <span class=\"published\">0.10 \u00b1 0.01"));
  CHECK(contains(
      html,
      "<span class=\"badge reproduced\">reproduced (provisional)</span>  <span class=\"z\">z +0.5</span>"));
  CHECK(count_of(html, "<td class=\"number\"") == 4);
  CHECK(contains(html, "<span class=\"badge holds\">holds on these samples</span> KDE beats small"));
}

TEST_CASE("below a table is why its numbers do not come out") {
  Page page = testing::small_page();
  CHECK(page_html(page).find("Why not") == std::string::npos);
  page.numbers[0].why = "Its <noise> is not printed.";
  page.studies[0].readings[0].whys = {"loss, KDE: Its <noise> is not printed."};
  const std::string html = page_html(page);
  CHECK(html.find("<p class=\"why\">Why not: loss, KDE: Its &lt;noise&gt; is not printed.</p>") !=
        std::string::npos);
  CHECK(html.find("[\"why\",\"Its \\u003cnoise> is not printed.\"]") != std::string::npos);
}

TEST_CASE("the heading of a modified reading is short; what was set and what its note means are below") {
  Page page = testing::small_page();
  PageReading& reading = page.studies[0].readings[0];
  reading.table.head.modified = "seed=2";
  const std::string html = page_html(page);
  CHECK(contains(html,
                 "<h4>reading: first, modified</h4>\n<p class=\"faint\">Set: <code>seed=2</code></p>\n<p "
                 "class=\"faint\">without the modification: note of small</p>"));
  CHECK(contains(html, "This reading is modified by --set, so it has no verdict."));
  CHECK(contains(html, "<h4>reading: second &ndash; note of small"));
}

TEST_CASE("a number that another reading reproduces says so, and why it is not reproduced") {
  Page page = testing::small_page();
  testing::number_behind(page, 0).verdict->agreement = records::Agreement::not_reproduced;
  const std::string plain = page_html(page);
  CHECK(contains(plain, "<span class=\"badge not-reproduced\">not reproduced (provisional)</span>"));
  CHECK_FALSE(contains(plain, "class=\"why\""));
  page.numbers[0].reproduced_by = {"second", "third"};
  page.numbers[0].why = "the grid ends & too early";
  const std::string html = page_html(page);
  CHECK(contains(
      html,
      "<span class=\"badge not-reproduced\">not reproduced (provisional) here</span> <span class=\"badge "
      "elsewhere\">reproduced in second, third</span>"));
  CHECK_FALSE(contains(html, "Why not"));  // no line of a list is about it
  page.studies[0].readings[0].whys = {"loss, KDE: the grid ends & too early"};
  PageLedgerLine line;
  line.number = 0;
  page.papers[0].ledger = {line};
  const std::string told = page_html(page);
  CHECK(contains(told, "<p class=\"why\">Why not: loss, KDE: the grid ends &amp; too early</p>"));
  CHECK(contains(told, "<span class=\"why\">Why not: the grid ends &amp; too early</span></td>"));
}

TEST_CASE("a table has a method per row, and rows of one measure follow each other below its name") {
  Page page = testing::small_page();
  const std::string html = page_html(page);
  CHECK(contains(html, "<td></td><th scope=\"col\">classification loss</th></tr>"));
  CHECK(contains(html, "<tr><th scope=\"row\">k-NN</th><td class=\"number\" data-number=\"1\""));
  PageReading& reading = page.studies[0].readings[0];
  for (const char* method : {"KDE", "L-BFGS"}) {
    reading.table.rows.push_back(reading.table.rows[0]);
    reading.table.rows.back().title = std::string("classification loss, ") + method;
    reading.numbers.push_back(reading.numbers[0]);
  }
  reading.table.rows.erase(reading.table.rows.begin());
  reading.numbers.erase(reading.numbers.begin());
  const std::string grouped = page_html(page);
  CHECK(contains(grouped, "<th colspan=\"3\" scope=\"rowgroup\">classification loss</th>"));
  CHECK(contains(grouped, "<tr><th scope=\"row\">L-BFGS</th>"));
}

TEST_CASE("readings that were not run are listed with their command") {
  Page page = testing::small_page();
  CHECK_FALSE(contains(page_html(page), "not run here"));
  page.studies[0].not_run = {{"third", "note of <it>", "preimage run c.yaml --reading third"}};
  const std::string html = page_html(page);
  CHECK(contains(html, "<summary>1 more reading of this config, not run here</summary>"));
  CHECK(contains(
      html, "<dt>third</dt><dd>note of &lt;it&gt;<br><code>preimage run c.yaml --reading third</code></dd>"));
}

TEST_CASE("a number that is not finite is named below its table") {
  Page page = testing::small_page();
  page.studies[0].readings[0].table.not_finite = {"squared error, KDE"};
  CHECK(contains(page_html(page), "squared error, KDE: no number, its mean or spread is not finite"));
}

TEST_CASE("warnings are in front; of many lines the first hundred, and how many more there are") {
  Page page = testing::small_page();
  page.warnings = {{"Damaged", std::vector<std::string>(250, "a line")}};
  const std::string html = page_html(page);
  CHECK(html.find("Damaged") < html.find("<main"));
  CHECK(count_of(html, "a line</li>") == 100);
  CHECK(contains(html, "<li>and 150 more</li>"));
}

TEST_CASE("without sweeps, papers and numbers the page says so and is still whole") {
  const std::string html = page_html({});
  CHECK(unbalanced(without_assets(html)) == std::vector<std::string>{});
  CHECK(contains(html, "<h1>Nothing was run</h1>"));
  for (const char* absent : {"class=\"papers\"", "id=\"summary\"", "id=\"sweeps\"", "href=\"#sweeps\""})
    CHECK_FALSE(contains(html, absent));
}

TEST_CASE("a page of own numbers is titled by them, says nothing of printed ones and has no empty parts") {
  Page page = testing::small_page();
  page.papers.clear();
  page.studies[0].paper = "";
  for (PageReading& reading : page.studies[0].readings) {
    reading.table.head.reproduces = "";
    reading.table.claims.clear();
    for (results::Number& number : reading.table.rows[0].numbers) number.published = {}, number.verdict = {};
  }
  page.studies[0].readings.pop_back();
  page.numbers.resize(2);
  page.groups.resize(2);
  const std::string html = page_html(page), seen = without_assets(html);
  CHECK(unbalanced(seen) == std::vector<std::string>{});
  CHECK(contains(html, "<title>preimage: Title of small</title>"));
  CHECK(contains(html, "<h1>Title of small</h1>"));
  CHECK(contains(html, "<h2>Results</h2>"));
  CHECK(contains(html, "<h3>reading: first"));
  CHECK(contains(html, "<caption>mean \u00b1 "));
  CHECK(contains(html, "[\"mean\",\"0.1100 \u00b1 0.0200"));
  for (const char* absent : {"ublished", "printed", "paper's", "ours<", "ours ", "verdict</",
                             "filter-reading", "filter-verdict", "claim", "id=\"summary\""})
    CHECK_MESSAGE(!contains(seen, absent), absent);
  CHECK(contains(seen, "chosen on <b>inner folds</b>"));
  page.studies[0].readings[0].is_outside = true;  // a program has no folds of ours
  CHECK_FALSE(contains(without_assets(page_html(page)), "fold</b>"));
  CHECK_FALSE(contains(without_assets(page_html(page)), "Hyper-parameters"));
  page.studies.push_back(page.studies[0]);
  page.studies[1].config = "other";
  page.studies[1].title = "Another title";
  page.studies[0].readings[0].table.comparisons = {{"classification loss", "", "neighbours", "", {}, ""}};
  page.studies[0].readings[0].table.warnings = {"copies"};
  for (PageStudy& study : page.studies) {
    results::TableRow& row = study.readings[0].table.rows[0];
    row.numbers[0].interval = row.numbers[1].interval = results::Interval{0.07, 0.15};
  }
  const std::string two = page_html(page);
  CHECK(contains(two,
                 "<p>classification loss: k-NN has the best mean, 0.1100 (95 %: 0.0700 to "
                 "0.1500). 1 warning below its table.</p>"));
  CHECK(contains(two, "<h1>Title of small and Another title</h1>"));
  CHECK(contains(two, "<h2>Another title</h2>"));
  page.studies.clear();
  page.numbers.clear();
  CHECK(contains(page_html(page), "<h1>sweep-of-small</h1>"));
}

TEST_CASE("a count is told once: the only paper's in the lead, of several papers each in its own sentence") {
  Page page = testing::small_page();
  PageLedgerLine line;
  line.number = 0;
  page.papers[0].ledger = {line, line};
  const std::string one = without_assets(page_html(page));
  CHECK(count_of(one, "have no verdict") == 1);
  CHECK(contains(one, "Of 2 numbers printed in 1 paper, all have no verdict."));
  CHECK(count_of(one, "Of its 1 claim, 1 holds.") == 1);
  page.papers.push_back(page.papers[0]);
  page.papers[1].key = "paper_2";
  page.papers[1].ledger = {line};
  const std::string two = without_assets(page_html(page));
  CHECK(count_of(two, "Of 2 printed numbers, all have no verdict.") == 1);
  CHECK(count_of(two, "Of 1 printed number, 1 has no verdict.") == 1);
}

TEST_CASE("z and differences of nothing have no sign") {
  Page page = testing::small_page();
  testing::number_behind(page, 0).verdict->z = -1e-9;
  results::MethodComparison comparison{"KDE", "k-NN", "knn", {}, 1.0};
  comparison.test.mean = -0.0;
  comparison.test.low = -0.01;
  page.studies[0].readings[0].table.comparisons = {{"loss", "loss", "kde", "a test", {comparison}, ""}};
  const std::string html = page_html(page);
  CHECK(contains(html, "[\"z\",\"0.00 (u = 0)\"]"));
  CHECK(contains(html, "<td>k-NN</td><td>0</td><td>-0.01 to 0</td>"));
  page.sweeps[0].learners[0].points[0].losses[0] = -0.0;
  CHECK(contains(page_html(page), "<td>{name: linear}</td><td>0</td>"));
}

TEST_CASE("points that inner folds chose have a table of their own where that of the best lacks one") {
  Page page = testing::small_page();  // of whose points the second was chosen and has no loss
  const std::string chosen = "<caption>The points that the inner folds chose, most often first</caption>";
  CHECK(contains(page_html(page), chosen));
  page.sweeps[0].learners[0].points[1].losses[0] = 0.75;
  const std::string html = page_html(page);
  CHECK_FALSE(contains(html, chosen));
  CHECK(contains(html, "<caption>The points by inner loss, the smallest first</caption>"));
}

TEST_CASE("readings are compared for each printed number; those that nothing printed is about are left out") {
  Page page = testing::small_page();
  results::Number& moved = testing::number_behind(page, 2);
  moved.verdict = records::Verdict{-2.5, records::Agreement::marginal, true};
  moved.ours->mean = 0.05;
  const auto table = [&] {
    const std::string html = page_html(page);
    const std::size_t begin = html.find("<table class=\"readings\">");
    return begin == std::string::npos ? "" : html.substr(begin, html.find("</table>", begin) - begin);
  };
  const std::string head = "</th><th scope=\"col\">classification loss, ";
  CHECK(contains(table(), head + "KDE<br><span class=\"published\">published 0.10 \u00b1 0.01</span>"));
  CHECK(contains(table(),
                 "<tr><th scope=\"row\">second</th><td>0.0500 \u00b1 0.0200<br><span class=\"badge "
                 "marginal\">marginal (provisional)</span></td><td>0.1100 \u00b1 0.0200<br>"));
  PageReading third = page.studies[0].readings[0];  // the same reading, run with --set
  third.table.head.modified = "seed=2";
  page.studies[0].readings.push_back(third);
  CHECK(count_of(table(), "<tr>") == 3);              // the head, first and second
  testing::number_behind(page, 1).published.reset();  // it has one printed number less
  CHECK(contains(table(), "first</th><td>0.1100 \u00b1 0.0200<br>"));
  CHECK(count_of(table(), "<td></td></tr>") == 1);
  page.studies[0].readings[1].table.head.stand_in = true;
  CHECK(table().empty());
}

TEST_CASE("a confusion matrix has count, share and colour in each cell; what is too large is counted") {
  Page page = testing::small_page();
  page.folder = "/results";
  results::ConfusionMatrix matrix{
      "first", "kde", "KDE", {"a<b", "c", "never"}, {{999, 1, 0}, {1, 3, 0}, {0, 0, 0}}};
  page.studies[0].confusions = {{"/results/quick/x.confusion.csv", {matrix}}};
  std::string html = page_html(page);
  CHECK(contains(html, "<caption>KDE</caption>"));
  CHECK(contains(
      html,
      "<tr><th scope=\"row\">a&lt;b</th><td style=\"--alpha: 0.45\" class=\"right\">999<br><small>&gt;99 "
      "%</small></td><td style=\"--alpha: 0.00\">1<br><small>&lt;1 %</small></td><td style=\"--alpha: "
      "0.00\">0</td></tr>"));
  CHECK(contains(html,
                 "<td style=\"--alpha: 0.11\">1<br><small>25 %</small></td><td style=\"--alpha: 0.34\" "
                 "class=\"right\">3<br><small>75 %</small></td>"));
  CHECK(contains(html, "As a file: <span class=\"mono\">quick/x.confusion.csv</span>"));
  CHECK(unbalanced(without_assets(html)) == std::vector<std::string>{});
  matrix.reading = "second";
  matrix.counts[2] = {0, 0, 2};
  page.studies[0].confusions[0].matrices.push_back(matrix);
  CHECK(contains(page_html(page), "<caption>KDE (second)</caption>"));
  CHECK(contains(page_html(page), "2<br><small>100 %</small>"));
  matrix.classes.assign(61, "x");
  matrix.counts.assign(61, std::vector<std::size_t>(61, 1));
  page.studies[0].confusions[0].matrices = {matrix, matrix};
  CHECK(contains(page_html(page), " 2 more tables are too large for this page. "));
  matrix.classes.assign(60, std::string(60'000, 'x'));  // more than kMaxPageFigureBytes in all
  matrix.counts.assign(60, std::vector<std::size_t>(60, 1));
  page.studies[0].confusions[0].matrices = {matrix};
  CHECK(contains(page_html(page), " 1 more tables are too large"));
}

TEST_CASE("of a paper the page shows what is known") {
  Page page = testing::small_page();
  PagePaper& paper = page.papers[0];
  CHECK(contains(page_html(page), "<p class=\"faint\">A. Author. A venue, 2002</p>"));
  paper.url = "https://example.org/?a=1&b=\"";
  CHECK(contains(page_html(page), "<a href=\"https://example.org/?a=1&amp;b=&quot;\">"));
  paper.venue.clear();
  CHECK(contains(page_html(page), "<p class=\"faint\">A. Author. 2002 <a href="));
  paper.authors = paper.year = paper.url = "";
  const std::string html = page_html(page);
  const std::size_t name = html.find("<h2>A paper on small</h2>"), next = html.find("<details", name);
  REQUIRE(next != std::string::npos);
  CHECK_FALSE(contains(html.substr(name, next - name), "<p"));
  CHECK(unbalanced(without_assets(html)) == std::vector<std::string>{});
}

TEST_CASE("figures are embedded while there is room, then named") {
  Page page = testing::small_page();
  page.folder = "/results";
  page.studies[0].figures = {{"/results/small.svg", "Figure 1", "<svg/>"},
                             {"/results/quick/large.png", "Figure 2", std::string(2'500'000, 'x')}};
  const std::string html = page_html(page);
  CHECK(contains(html, "<img src=\"data:image/svg+xml;base64,PHN2Zy8+\" alt=\"Figure 1\">"));
  CHECK_FALSE(contains(html, "image/png"));
  CHECK(contains(
      html,
      "Figure 2 Not in this page, which would become too large: <span class=\"mono\">quick/large.png<"));
  CHECK_FALSE(contains(html, "/results"));
}

TEST_CASE("papers and configs of one title are told apart, in the overview, the cards and the tables") {
  Page page = testing::small_page();
  CHECK(contains(page_html(page), "<h3>Title of small</h3>"));
  const Page second = testing::small_page("small");
  page.studies.push_back(second.studies[0]);
  page.studies[1].config = "config.small";
  page.papers.push_back(page.papers[0]);
  page.papers[1].key = "paper_2";
  page.papers[1].venue = "A report";
  page.sweeps.push_back(page.sweeps[0]);
  page.sweeps[1].name = "sweep.of.small";
  const std::string html = page_html(page);
  CHECK(contains(html, "<h3>Title of small (config config_small)</h3>"));
  CHECK(contains(html, "<h3>Title of small (config config.small)</h3>"));
  for (const std::string name : {"A paper on small (A venue, 2002)", "A paper on small (A report, 2002)"})
    CHECK(count_of(html, ">" + name + "</a>") + count_of(html, "<h2>" + name + "</h2>") == 2);
  CHECK(count_of(html, ">A paper on small</a> <span class=\"faint\">A ") ==
        2);  // the summary names the venue
  std::set<std::string> ids;
  for (std::size_t at = 0; (at = html.find(" id=\"", at)) != std::string::npos; ++at) {
    const std::string id = html.substr(at + 5, html.find('"', at + 5) - at - 5);
    CHECK_MESSAGE(ids.insert(id).second, id);
  }
}

TEST_CASE("the same page has the same bytes") {
  CHECK(page_html(testing::small_page()) == page_html(testing::small_page()));
}
