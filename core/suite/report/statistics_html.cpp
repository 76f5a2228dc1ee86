#include <algorithm>

#include <fmt/format.h>

#include "suite/report/page_html.hpp"
#include "suite/report/page_parts.hpp"

namespace preimage::suite::report {

namespace {

/// "< .0001", else 2 significant digits.
std::string p_text(double p) {
  return p < 1e-4 ? "< 0.0001" : fmt::format("{:.2g}", p);
}

View row_view(const std::string& row, const MethodComparison& c) {
  const statistics::PairedTest& t = c.test;
  return view({{"row", row},
               {"better", c.better},
               {"other", c.other},
               {"mean", fmt::format("{:.3g}", t.mean)},
               {"low", fmt::format("{:.3g}", t.low)},
               {"high", fmt::format("{:.3g}", t.high)},
               {"p", p_text(t.p)},
               {"adjusted", p_text(c.adjusted_p)},
               {"detectable", t.detectable > 0.0 ? fmt::format("{:.2g}", t.detectable) : "-"}});
}

}  // namespace

std::string statistics_html(const PageReading& reading) {
  std::vector<std::string> methods;
  Views rows, none;
  for (const RowComparison& row : reading.comparisons) {
    if (!row.none.empty()) none.push_back(view({{"row", row.row}, {"why", row.none}}));
    if (!row.method.empty() && std::find(methods.begin(), methods.end(), row.method) == methods.end())
      methods.push_back(row.method);
    for (const MethodComparison& comparison : row.comparisons) rows.push_back(row_view(row.row, comparison));
  }
  return render("statistics", view({{"has_rows", !rows.empty()},
                                    {"methods", fmt::format("{}", fmt::join(methods, "; "))},
                                    {"rows", View(rows)},
                                    {"has_none", !none.empty()},
                                    {"none", View(none)}}));
}

}  // namespace preimage::suite::report
