#include "suite/records/reasons.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/records/csv_columns.hpp"

namespace preimage::suite::records {

namespace fs = std::filesystem;

namespace {

bool fits(const std::string& named, const std::string& name) {
  return named.empty() || named == name;
}

int named_parts(const Reason& reason) {
  return (reason.measure.empty() ? 0 : 1) + (reason.learner.empty() ? 0 : 1) +
         (reason.reading.empty() ? 0 : 1);
}

/// Whether the ledger prints a number that the reason may be of.
bool is_of_a_number(const Reason& reason, const std::vector<LedgerEntry>& ledger) {
  return std::ranges::any_of(ledger, [&](const LedgerEntry& entry) {
    return !entry.learner.empty() && entry.table == reason.table && fits(reason.measure, entry.measure) &&
           fits(reason.learner, entry.learner);
  });
}

Reason read_reason(const data::CsvReader& csv, const ColumnPlaces& places) {
  const auto text = [&](ReasonColumnId id) {
    const std::string field = places[id] ? csv.text(*places[id]) : "";
    if (base::find_unshowable(field)) {
      throw DataError(fmt::format("{}:{}: column '{}': expected text without control characters, found {}",
                                  csv.source(), csv.line(), kReasonColumns[id].name, base::excerpt(field)));
    }
    return field;
  };
  return {text(kReasonTable),
          text(kReasonMeasure),
          text(kReasonLearner),
          text(kReasonReading),
          text(kReasonWhy),
          text(kReasonMore),
          csv.line()};
}

/// "p/t1, loss, kde", without what is empty.
std::string name_of(const Reason& reason) {
  std::string name = base::excerpt(reason.table);
  for (const std::string* part : {&reason.measure, &reason.learner, &reason.reading}) {
    if (!part->empty()) name += " " + base::excerpt(*part);
  }
  return name;
}

}  // namespace

fs::path reasons_file(const fs::path& ledger) {
  fs::path file = ledger;
  return file.replace_extension(".why" + ledger.extension().string());
}

std::vector<Reason> read_reasons(data::CsvReader csv, const std::vector<LedgerEntry>& ledger) {
  const ColumnPlaces places = find_columns(csv, kReasonColumns);
  std::vector<Reason> reasons;
  std::set<std::vector<std::string>> seen;
  while (csv.next()) {
    const Reason reason = read_reason(csv, places);
    const std::string place = fmt::format("{}:{}: ", csv.source(), csv.line());
    if (reason.why.find_first_not_of(' ') == std::string::npos)
      throw DataError(place + "column 'why': expected a sentence, found ''");
    if (!is_of_a_number(reason, ledger)) {
      throw DataError(place +
                      "a reason for a number that the file of published numbers does not have with a "
                      "learner: " +
                      name_of(reason));
    }
    if (!seen.insert({reason.table, reason.measure, reason.learner, reason.reading}).second)
      throw DataError(place + "two reasons for " + name_of(reason));
    reasons.push_back(reason);
  }
  if (reasons.empty()) throw DataError(csv.source() + ": no row below the header");
  require_last_line_end(csv);
  return reasons;
}

const Reason* reason_for(const std::vector<Reason>& reasons, const ReadNumber& number) {
  const Reason* best = nullptr;
  for (const Reason& reason : reasons) {
    if (reason.table != number.table || !fits(reason.measure, number.measure) ||
        !fits(reason.learner, number.learner) || !fits(reason.reading, number.reading))
      continue;
    if (best == nullptr || named_parts(reason) > named_parts(*best)) best = &reason;
  }
  return best;
}

std::string reason_text(const Reason& reason) {
  return reason.more.empty() ? reason.why : fmt::format("{} More: {}", reason.why, reason.more);
}

}  // namespace preimage::suite::records
