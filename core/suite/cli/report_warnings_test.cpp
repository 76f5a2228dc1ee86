#include "suite/cli/report_warnings.hpp"

#include <doctest/doctest.h>

#include "suite/render/testing_page.hpp"

using namespace preimage::suite;
using namespace preimage::suite::cli;

TEST_CASE("paths in the page's warnings are short where they lie below it, and commands stay whole") {
  render::Page page;
  warn(page, "None", {});
  CHECK(page.warnings.empty());
  warn(page, "Some",
       {"/study/out/toy.json: cut short", "/study/out/: no run is noted here", "/study/toy.yaml: gone",
        "left out: /study/out/toy.json: cut short; `preimage run CONFIG --out /study/out/` writes it again"});
  shorten_paths(page, "/study/out/report.html");
  REQUIRE(page.warnings.size() == 1);
  CHECK(page.warnings[0].lines ==
        std::vector<std::string>{"toy.json: cut short", ".: no run is noted here", "/study/toy.yaml: gone",
                                 "left out: /study/out/toy.json: cut short; `preimage run CONFIG --out "
                                 "/study/out/` writes it again"});
}

TEST_CASE("a page has all its numbers where no cell is missing or failed, and all are finite") {
  const render::Page whole = preimage::testing::small_page();
  CHECK(has_all_numbers(whole));
  const auto with = [&](const auto& change) {
    render::Page page = whole;
    change(page.studies[0].readings[1]);
    return has_all_numbers(page);
  };
  CHECK_FALSE(with([](render::PageReading& reading) { reading.table.head.missing = 1; }));
  CHECK_FALSE(with([](render::PageReading& reading) { reading.failures = {"toy / kde: out of memory"}; }));
  CHECK_FALSE(with([](render::PageReading& reading) { reading.table.not_finite = {"loss, KDE"}; }));
}
