#include "suite/cli/report_warnings.hpp"

#include <doctest/doctest.h>

#include "suite/render/testing_page.hpp"

using namespace preimage::suite;
using namespace preimage::suite::cli;

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
