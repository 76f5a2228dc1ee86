#include "suite/results/printed_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/text_file.hpp"
#include "suite/records/ledger.hpp"
#include "suite/results/column_titles.hpp"

namespace preimage::suite::results {

namespace {

using records::Estimate;
using records::Published;
using Texts = std::vector<std::string>;
using Facts = std::map<std::string, std::string>;
constexpr const char* kColumn = "column";  // of titles at the top: the reader calls it so

bool contains(const Texts& texts, const std::string& text) {
  return std::ranges::find(texts, text) != texts.end();
}

std::string field(const TextTable& table, std::size_t row, const std::string& column) {
  const auto found = std::ranges::find(table.columns, column);
  return found == table.columns.end()
             ? ""
             : table.rows[row].cells[static_cast<std::size_t>(found - table.columns.begin())];
}

Texts name_columns(const TextTable& table) {
  Texts names;
  std::ranges::remove_copy_if(table.columns, std::back_inserter(names), is_fact);
  return names;
}

/// The texts of a row in some columns.
std::string name_of(const TextTable& table, std::size_t row, Texts columns) {
  for (std::string& column : columns) column = without_unit(field(table, row, column));
  return fmt::format("{}", fmt::join(columns, " / "));
}

std::set<std::string> texts_of(const TextTable& table, const std::string& column) {
  std::set<std::string> texts;
  for (std::size_t r = 0; r < table.rows.size(); ++r) texts.insert(without_unit(field(table, r, column)));
  return texts;
}

std::set<std::string> folded_texts_of(const TextTable& table, const std::string& column) {
  std::set<std::string> texts;
  for (const std::string& text : texts_of(table, column)) texts.insert(folded(text));
  return texts;
}

/// Columns that name the rows of both tables.
struct JoinedColumns {
  Texts printed, reruns;
};

JoinedColumns joined_columns(const TextTable& printed, const TextTable& reruns) {
  JoinedColumns joined;
  Texts mine = name_columns(printed), theirs = name_columns(reruns);
  for (const std::string& column : mine) {
    const std::set<std::string> texts = folded_texts_of(printed, column);
    const auto shared = [&](const std::string& other) -> std::size_t {
      const bool is_told = column != kColumn && other != kColumn;
      if (is_told && other == column) return 2 * texts.size() + 1;
      if (is_told && (contains(mine, other) || contains(theirs, column))) return 0;
      const std::set<std::string> found = folded_texts_of(reruns, other);
      const auto count = std::count_if(found.begin(), found.end(),
                                       [&](const std::string& text) { return texts.contains(text); });
      return 2 * static_cast<std::size_t>(count) + (other == column ? 1 : 0);
    };
    const auto best = std::ranges::max_element(theirs, {}, shared);
    if (best == theirs.end() || shared(*best) == 0) continue;
    joined.printed.push_back(column);
    joined.reruns.push_back(*best);
    theirs.erase(best);
  }
  return joined;
}

/// "is 'ours' printed 'Ours'?" of texts in a column that one side alone has.
Texts likely_names(const TextTable& printed, const TextTable& reruns, const JoinedColumns& joined) {
  Texts lines;
  for (std::size_t i = 0; i < joined.printed.size(); ++i) {
    const std::set<std::string> mine = texts_of(printed, joined.printed[i]),
                                theirs = texts_of(reruns, joined.reruns[i]);
    std::map<std::string, std::string> unmatched;
    Texts candidates;
    for (const std::string& text : mine) {
      if (!theirs.contains(text) && unmatched.emplace(folded(text), text).second)
        candidates.push_back(folded(text));
    }
    for (const std::string& text : theirs) {
      const std::string near = mine.contains(text) ? "" : base::nearest_name(folded(text), candidates);
      if (!near.empty())
        lines.push_back(
            fmt::format("is {} printed {}?", base::excerpt(text), base::excerpt(unmatched.at(near))));
    }
  }
  return lines;
}

/// Leaves out columns of a pasted table that count (the size of data sets): whole numbers beside others with
/// fractions or spreads, to which reruns have none.
TextTable without_counts(TextTable printed, const TextTable& reruns) {
  const auto counts = [](const std::string& cell) {
    return cell.find_first_not_of("0123456789, $") == std::string::npos;
  };
  std::set<std::string> measured, known;
  for (std::size_t r = 0; r < printed.rows.size(); ++r)
    if (!counts(field(printed, r, "value"))) measured.insert(field(printed, r, kColumn));
  for (const std::string& column : name_columns(reruns)) known.merge(folded_texts_of(reruns, column));
  TextTable kept = printed;
  kept.rows.clear();
  std::set<std::string> left_out;
  for (std::size_t r = 0; r < printed.rows.size(); ++r) {
    const std::string title = field(printed, r, kColumn);
    if (!title.empty() && !measured.empty() && !measured.contains(title) && !known.contains(folded(title))) {
      left_out.insert(title);
      continue;
    }
    kept.rows.push_back(printed.rows[r]);
  }
  for (const std::string& title : left_out)
    kept.remarks.push_back(fmt::format("not read: column '{}' of {}, whole numbers to which reruns have none",
                                       title, printed.source));
  return kept;
}

/// What is compared: D is over numbers that differ in this column alone.
struct Rivals {
  std::string column;
  bool is_told = true;  // by names of columns; else it is the first
};

Rivals rivals_of(const TextTable& printed, const JoinedColumns& joined) {
  const auto names = [&](const std::string& column, Called what) {
    Texts titles = {column, column == "row" ? printed.corner : ""};
    for (std::size_t i = 0; i < joined.printed.size(); ++i) {
      if (joined.printed[i] == column) titles.push_back(joined.reruns[i]);
    }
    return std::ranges::any_of(titles, [&](const std::string& title) { return is_called(title, what); });
  };
  const Texts columns = name_columns(printed);
  if (contains(columns, "learner")) return {"learner"};
  Texts others;
  for (const std::string& column : columns) {
    if (names(column, Called::method)) return {column};
    if (!names(column, Called::task)) others.push_back(column);
  }
  return {others.empty() ? "" : others.front(), others.size() < 2};
}

void require_column(const TextTable& table, const std::string& column) {
  if (table.rows.empty()) throw DataError(table.source + ": no row below the header");
  if (contains(table.columns, column)) return;
  throw DataError(fmt::format(
      "{}:1: no column '{}'; there are: {}; a row is `method,task,value`, or `method,task,mean,sd,count`",
      table.source, column, fmt::join(table.columns, ", ")));
}

void require_columns(const TextTable& printed, const TextTable& reruns) {
  for (const char* column : {"mean", "sd", "count"}) {
    if (!contains(printed.columns, column)) continue;
    throw DataError(fmt::format(
        "{}:1: column '{}': printed numbers have `value`, `spread`, `spread_kind`, `runs`, `runs_draw`, "
        "`folds` and `matters`",
        printed.source, column));
  }
  require_column(printed, "value");
  if (contains(reruns.columns, "spread"))
    throw DataError(reruns.source + ":1: a spread of reruns is in columns `mean`, `sd` and `count`");
  if (!contains(reruns.columns, "mean")) return require_column(reruns, "value");
  require_column(reruns, "sd");
  require_column(reruns, "count");
}

double number(const TextTable& table, std::size_t row, const std::string& column, double least) {
  const std::string text = field(table, row, column);
  const std::optional<double> value = config::read_decimal(text);
  if (value && *value >= least) return *value;
  std::string advice = config::number_advice(text);
  if (text.find_first_of("+(\\\xB1", 1) != std::string::npos)  // of "+-", "(0.4)", "\\pm" and "\u00B1"
    advice = " (a mean with its spread is in columns `mean`, `sd` and `count`)";
  const std::string title = column != "value" || table.numbers.empty() ? column
                            : table.numbers.size() == 1                ? table.numbers.front()
                                                                       : field(table, row, kColumn);
  throw DataError(fmt::format("{}: column '{}': expected a number{}, found {}{}", table.place(row), title,
                              std::isfinite(least) ? fmt::format(" of at least {}", least) : "",
                              base::excerpt(text), advice));
}

/// Whether a column has numbers with fractions, which are measured: no names, and no numbers of runs.
bool is_measured(const TextTable& table, const std::string& column) {
  const std::set<std::string> texts = texts_of(table, column);
  return std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
    return std::fmod(config::read_decimal(text).value_or(0.0), 1.0) != 0.0;
  });
}

/// Refuses rows of one name that words tell apart, or of which two have the same numbers where others differ.
/// columns  those that are not printed
void require_runs(const TextTable& table, const std::vector<std::size_t>& rows, const Texts& columns,
                  const std::string& name) {
  std::string within;
  const auto refuse_within = [&](std::size_t row) {
    if (!within.empty())
      throw DataError(fmt::format(
          "{}: rows of one printed number differ in '{}', which counts within a run; keep the one row of "
          "each run that is its result",
          table.place(row), within));
  };
  Texts numbering;
  for (const std::string& column : columns) {
    std::set<std::string> texts;
    for (const std::size_t row : rows) texts.insert(field(table, row, column));
    if (texts.size() == 1) continue;
    if (is_called(column, Called::step)) {
      within = column;  // of runs with one row each it says where they stopped
      continue;
    }
    numbering.push_back(column);
    if (std::all_of(texts.begin(), texts.end(), config::read_decimal)) continue;
    throw DataError(fmt::format(
        "{}: rows of one printed number differ in '{}' ({}), so that they are no runs of it. Where it only "
        "names the runs, leave the column out; else PRINTED as a file with a column '{}' says which are "
        "meant",
        table.place(rows[1]), column, base::name_excerpt(fmt::format("{}", fmt::join(texts, ", "))), column));
  }
  std::map<std::string, std::size_t> first;
  for (const std::size_t row : rows) {
    const auto [other, is_new] = first.emplace(name_of(table, row, numbering), row);
    if (!is_new) refuse_within(row);
    if (is_new || numbering.empty()) continue;
    throw DataError(fmt::format(
        "{}: {} has the {} twice, at {}, too; a run is one row. Leave a column out that numbers no runs, "
        "or give PRINTED one, too",
        table.place(row), base::excerpt(name),
        base::name_excerpt(fmt::format("{} {}", fmt::join(numbering, " / "), other->first)),
        table.place(other->second)));
  }
}

/// Whether rows were pasted again: several values, and each is there twice, or each three times.
bool are_copies(const TextTable& table, const std::vector<std::size_t>& rows) {
  std::map<std::string, std::size_t> counts;
  for (const std::size_t row : rows) ++counts[field(table, row, "value")];
  std::size_t times = 0;
  for (const auto& [value, count] : counts) times = std::gcd(times, count);
  return counts.size() > 1 && times > 1;
}

/// Whether some values are about a hundredth of all others, as fractions beside per cent.
bool mix_units(const TextTable& table, const std::vector<std::size_t>& rows) {
  std::vector<double> values;
  for (const std::size_t row : rows)
    values.push_back(config::read_decimal(field(table, row, "value")).value_or(0.0));
  const double low = std::ranges::min(values), high = std::ranges::max(values);
  return low > 0.0 && high > 50.0 * low && high < 200.0 * low &&
         std::ranges::all_of(values, [&](double v) { return v < 1.5 * low || v > high / 1.5; });
}

bool has_folds_column(const Texts& columns) {
  return std::ranges::any_of(columns, [](const auto& column) { return is_called(column, Called::fold); });
}

/// Of rows with one name.  columns  that number them: of several one of folds says which rows are one run's
Estimate ours_of(const TextTable& table, const std::vector<std::size_t>& rows, const Texts& columns,
                 const Published& published) {
  constexpr double kAny = -std::numeric_limits<double>::infinity();
  Estimate ours;
  const std::size_t first = rows.front();
  if (contains(table.columns, "mean")) {
    if (rows.size() > 1)
      throw DataError(fmt::format("{}: {} is in line {}, too", table.place(rows[1]),
                                  base::excerpt(name_of(table, first, name_columns(table))),
                                  table.rows[first].line));
    ours.mean = number(table, first, "mean", kAny);
    const double count = number(table, first, "count", 1.0);
    if (count != std::floor(count) || count > 1e6)
      throw DataError(fmt::format("{}: column 'count': {}, expected a whole number up to 1000000",
                                  table.place(first), count));
    ours.repetitions = static_cast<int>(count);
    ours.sd = ours.repetitions > 1 ? number(table, first, "sd", 0.0) : 0.0;
  } else {
    Texts runs;
    std::ranges::copy_if(columns, std::back_inserter(runs), [&](const std::string& column) {
      return !is_called(column, Called::fold) && std::ranges::any_of(rows, [&](std::size_t row) {
        return field(table, row, column) != field(table, first, column);
      });
    });
    const bool has_folds = !runs.empty() && has_folds_column(columns);
    std::map<std::string, std::vector<double>> values;  // of each run
    for (const std::size_t row : rows)
      values[has_folds ? name_of(table, row, runs) : std::to_string(row)].push_back(
          number(table, row, "value", kAny));
    std::vector<double> means;
    for (const auto& [run, of_folds] : values) {
      means.push_back(records::mean(of_folds));
      const auto count = static_cast<int>(of_folds.size());
      ours.folds = !has_folds ? 0 : ours.folds == 0 ? count : std::min(ours.folds, count);
      ours.fold_sd += records::standard_deviation(of_folds) / static_cast<double>(values.size());
    }
    ours.mean = records::mean(means);
    ours.sd = records::standard_deviation(means);
    ours.repetitions = static_cast<int>(means.size());
  }
  ours.has_spread = ours.repetitions > 1;
  ours.fold_spread = std::numeric_limits<double>::quiet_NaN();
  if (!field(table, first, "folds").empty()) {
    ours.folds = static_cast<int>(std::min(number(table, first, "folds", 0.0), 1e6));
    if (ours.folds > 1) ours.fold_sd = number(table, first, "sd_over_folds", 0.0);
  }
  const std::string draw = field(table, first, "runs_draw");
  ours.has_chance = draw != "nothing";
  const std::optional<records::RunsDraw> known = records::runs_draw_named(ours.has_chance ? draw : "seeds");
  if (!known)
    throw DataError(fmt::format(
        "{}: column 'runs_draw': expected data, splits, seeds, nothing or an empty field, found {}",
        table.place(first), base::excerpt(draw)));
  ours.draw = draw.empty() ? published.runs_draw : *known;
  return ours;
}

/// Value and spread of a printed row, in one cell or in several.
/// place  of the row, for messages
PrintedCell printed_cell(const TextTable& printed, std::size_t r, const std::string& place) {
  std::string cell = field(printed, r, "value"), spread = field(printed, r, "spread");
  if (contains(printed.columns, "low") && contains(printed.columns, "high"))
    cell += fmt::format(" [{}, {}]", field(printed, r, "low"), field(printed, r, "high"));
  if (spread.find_first_of("[(") != std::string::npos) cell += " " + std::exchange(spread, "");
  PrintedCell found = number_of_cell(cell, place);
  if (found.value.empty())
    throw DataError(fmt::format("{}: expected a number, found {}", place, base::excerpt(cell)));
  if (!found.spread.empty() && !spread.empty())
    throw DataError(fmt::format("{}: two spreads, {} and {}", place, found.spread, spread));
  if (found.spread.empty()) found.spread = spread;
  return found;
}

/// A printed row as one of a ledger, whose learner is its name, and whose measure is its name without what is
/// compared.
records::LedgerEntry entry_of(const TextTable& printed, std::size_t r, const PrintedCell& cell,
                              const Texts& names, const std::string& compared, const Facts& facts) {
  records::LedgerRow row{printed.place(r), {}, {}, 0};
  for (std::size_t id = 0; id < records::kLedgerColumns.size(); ++id) {
    const std::string column = records::kLedgerColumns[id].name;
    row.texts[id] = field(printed, r, column);
    const auto said = facts.find(column);
    if (!row.texts[id].empty() || (said == facts.end() && contains(printed.columns, column))) continue;
    if (said != facts.end()) row.texts[id] = said->second;
    row.options[id] = "--" + column;
    std::ranges::replace(row.options[id], '_', '-');
  }
  const std::string name = name_of(printed, r, names);
  row.texts[records::kValue] = cell.value;
  row.texts[records::kSpread] = cell.spread;
  if (!cell.spread.empty()) row.options[records::kSpread].clear();
  std::string& kind = row.texts[records::kSpreadKind];
  if (cell.is_interval) kind = "CI95";
  for (const char* known : records::kSpreadNames)
    if (data::lower_case(kind) == data::lower_case(known)) kind = known;
  if (!cell.spread.empty() && kind.empty()) kind = "unstated";
  if (cell.spread.empty() && !row.options[records::kSpreadKind].empty()) kind.clear();
  row.texts[records::kColumnTitle] = compared.empty() ? "" : name_of(printed, r, {compared});
  Texts others;
  std::ranges::remove_copy(names, std::back_inserter(others), compared);
  row.texts[records::kMeasure] = name_of(printed, r, others);
  row.texts[records::kLearner] = name.empty() ? "number" : name;
  return records::ledger_entry(row);
}

/// Where M is guessed: how; else "".
std::string remark_on_m(const std::vector<JudgedPair>& pairs, const Rivals& rivals) {
  Texts compared;
  std::set<double> guessed;
  for (const JudgedPair& pair : pairs) {
    if (!pair.method.empty()) data::add_once(compared, pair.method);
    if (pair.verdict && pair.verdict->matters && !pair.published.matters)
      guessed.insert(*pair.verdict->matters);
  }
  if (guessed.empty()) return "";
  return fmt::format(
      "{}M, a difference that matters, is {}half of the range of printed numbers that differ in '{}' alone "
      "({}){}; type --matters M to say another",
      clear_differences(pairs), guessed.size() == 1 ? fmt::format("{:.3g}, ", *guessed.begin()) : "",
      rivals.column, data::few_of(compared),
      rivals.is_told ? "" : ", for no column is called method or data set");
}

/// Whether most reruns agree with the printed numbers to the last digit, as new runs hardly do; else "".
std::string remark_on_equal_digits(const std::vector<JudgedPair>& pairs, const TextTable& reruns) {
  constexpr double kFewest = 4.0, kMost = 0.75, kOften = 3.0;
  double judged = 0.0, equal = 0.0, by_chance = 0.0;  // the last: of draws with the mean that is printed
  for (const JudgedPair& pair : pairs) {
    if (!pair.verdict || !pair.ours->has_chance || !std::isfinite(pair.verdict->unit)) continue;
    const double half = records::half_digit(pair.published.text);
    judged += 1.0;
    equal += std::abs(pair.verdict->difference) <= half * (1.0 + 1e-9) ? 1.0 : 0.0;
    by_chance += std::min(1.0, half / pair.verdict->unit);  // above the share of a normal draw within a digit
  }
  if (equal < std::max({kFewest, kMost * judged, kOften * by_chance})) return "";
  return fmt::format(
      "{} of {} means agree to the last printed digit: are the runs in {} those that are printed? The "
      "verdicts take them for new ones. Digits alone are compared where RERUN has the mean as `value` and "
      "`nothing` in a column `runs_draw`, and PRINTED no spreads",
      equal, judged, reruns.source);
}

/// What was not read or not counted.
Texts remarks_on(const std::vector<JudgedPair>& pairs, const TextTable& printed,
                 const JoinedColumns& joined) {
  Texts remarks;
  if (!printed.per_cent.empty())
    remarks.push_back(fmt::format("in per cent, by the signs in {}: {}", printed.source,
                                  fmt::join(printed.per_cent, ", ")));
  for (const std::string& column : name_columns(printed)) {
    if (!contains(joined.printed, column) && !joined.printed.empty())
      remarks.push_back(
          fmt::format("not read: column '{}' of {}, to which reruns have none", column, printed.source));
  }
  std::size_t count = 0;
  std::map<std::string, Texts> notes;  // names of numbers, by what is said of them
  for (const JudgedPair& pair : pairs) {
    if (!pair.ours) continue;
    ++count;
    const records::Published& p = pair.published;
    const auto note = [&](bool is_so, const std::string& text) {
      if (is_so) notes[text].push_back(pair.name);
    };
    note(p.spread && *p.spread > std::abs(p.value) && p.text.find('.') != std::string::npos &&
             p.spread_text.find('.') == std::string::npos,
         fmt::format("the spread {1} is larger than the value {0}; {0}({1}) without a blank is in units of "
                     "the last digit",
                     p.text, p.spread_text));
    note(p.spread && p.runs < 2 && p.folds < 1,
         "the printed spread is not used, for nothing says over how many runs it is; type --spread-kind SD "
         "--runs N --runs-draw seeds, as it is");
    const std::string why = records::why_counted_once(*pair.ours, p);
    note(pair.ours->has_chance && pair.ours->repetitions > 1 && pair.ours->sd == 0.0,
         "all reruns are equal: is their seed one? Where nothing is random, a column `runs_draw` of RERUN "
         "says `nothing`");
    const bool is_unsaid = p.spread && p.folds < 1 && p.runs_draw == records::RunsDraw::unstated;
    note(!why.empty(),
         "n, the number of printed runs, counts as 1: " + why + (is_unsaid ? "; --runs-draw says it" : ""));
    note(!std::isfinite(pair.verdict->unit),
         "z needs a spread on one side: several runs of each number in RERUN, or `mean`, `sd` and `count`. "
         "Where nothing is random, a column `runs_draw` of RERUN says `nothing`");
    note(!pair.verdict->matters, "M, a difference that matters, is not known; type --matters M");
  }
  for (const auto& [text, names] : notes)
    remarks.push_back(names.size() == count ? text : data::few_of(names) + ": " + text);
  return remarks;
}

/// With the columns that are judged: of a single one any name is `value`, `std` is `sd`, and a value with a count
/// is a mean.
TextTable with_known_columns(TextTable reruns) {
  Texts& columns = reruns.columns;
  if (columns.size() == 1) columns = {"value"};
  if (!contains(columns, "sd")) std::ranges::replace(columns, std::string("std"), std::string("sd"));
  if (contains(columns, "count") && !contains(columns, "mean"))
    std::ranges::replace(columns, std::string("value"), std::string("mean"));
  return reruns;
}

/// Reruns by the name that a printed number would have.
struct NamedReruns {
  std::map<std::string, std::vector<std::size_t>> rows;
  Texts numbering;  // columns that are no part of the name, and number runs
};

/// Names of printed numbers, by what is odd of them or of their reruns.
struct OddNumbers {
  Texts copied, mixed, uneven;
};

/// What is odd of the reruns, and how their runs are counted.
Texts remarks_on_reruns(const TextTable& reruns, const NamedReruns& named, const OddNumbers& odd) {
  Texts remarks;
  const auto& some = named.rows.begin()->second;
  const auto tells_runs = [&](const std::string& column) {
    std::set<std::string> texts;
    for (const std::size_t row : some) texts.insert(field(reruns, row, column));
    return texts.size() == some.size();
  };
  const auto remark = [&](bool is_so, const std::string& text) {
    if (is_so) remarks.push_back(text);
  };
  remark(named.numbering.size() > 1 && std::ranges::none_of(named.numbering, tells_runs),
         fmt::format("runs of {} are numbered by {}: {}", reruns.source, data::few_of(named.numbering),
                     has_folds_column(named.numbering) ? "of the folds of a run their mean counts"
                                                       : "each combination counts as a run"));
  remark(!odd.copied.empty(),
         fmt::format("are rows of {} pasted twice? Each value of {} is there at least twice; copies are no "
                     "repetitions",
                     reruns.source, data::few_of(odd.copied)));
  remark(!odd.uneven.empty(),
         fmt::format("one bound is nearer to the value; half of their distance is the spread: {}",
                     data::few_of(odd.uneven)));
  remark(!odd.mixed.empty(),
         fmt::format("are some reruns of {} fractions, and others in per cent?", data::few_of(odd.mixed)));
  return remarks;
}

}  // namespace

bool JudgedPairs::are_all_named() const {
  return unprinted.empty() ||
         std::ranges::all_of(pairs, [](const JudgedPair& pair) { return pair.ours.has_value(); });
}

JudgedPairs judge_pairs(const TextTable& all_printed, const TextTable& given, const Facts& facts) {
  TextTable reruns = with_known_columns(given);
  require_columns(all_printed, reruns);
  const TextTable printed = without_counts(all_printed, reruns);
  const Texts names = name_columns(printed);
  const bool is_one = printed.rows.size() == 1 && (names.empty() || name_columns(reruns).empty());
  const std::string title = reruns.numbers.size() == 1 ? reruns.numbers.front() : "";
  const auto is_printed = [&](const std::string& text) {
    return std::ranges::any_of(names, [&](const auto& n) { return texts_of(printed, n).contains(text); });
  };
  for (const std::string& column : name_columns(reruns))
    if (is_printed(column))
      throw DataError(
          fmt::format("{}:1: column {} is called as a printed number, and is where rows or runs are "
                      "named: put a column `run` in front of it",
                      reruns.source, base::excerpt(column)));
  if (is_printed(title)) {
    reruns.columns.emplace_back(
        kColumn);  // of several printed columns the one with the title of these numbers
    for (TextRow& row : reruns.rows) row.cells.push_back(title);
  }
  JoinedColumns joined = joined_columns(printed, reruns);
  if (reruns.numbers.size() > 1 && !contains(joined.reruns, kColumn))
    throw DataError(
        fmt::format("{}:1: read {} as data sets or methods, which {} does not have; call the "
                    "column of the numbers 'value'",
                    reruns.source, data::few_of(reruns.numbers), printed.source));
  NamedReruns named;
  OddNumbers odd;
  Texts unread, unprinted;
  for (const std::string& column : name_columns(reruns))
    if (!contains(joined.reruns, column))
      (is_measured(reruns, column) ? unread : named.numbering).push_back(column);
  if (!unread.empty())
    reruns.remarks.push_back(fmt::format("not read: {} of {}, for fractions name no rows and no runs",
                                         data::few_of(unread), reruns.source));
  if (joined.printed.empty() && !is_one)
    joined = {names, name_columns(reruns)};  // nothing will belong together
  for (std::size_t r = 0; r < reruns.rows.size(); ++r)
    named.rows[name_of(reruns, r, joined.reruns)].push_back(r);
  const Rivals rivals = rivals_of(printed, joined);
  std::vector<records::LedgerEntry> ledger;
  std::map<std::string, std::size_t> seen;
  for (std::size_t r = 0; r < printed.rows.size(); ++r) {
    const auto [other, is_new] = seen.emplace(name_of(printed, r, joined.printed), r);
    if (!is_new)
      throw DataError(fmt::format("{}: {} is here twice, and at {}: nothing in {} tells them apart",
                                  printed.place(r), base::excerpt(other->first), printed.place(other->second),
                                  reruns.source));
    const std::string name = name_of(printed, r, names),
                      place = printed.place(r) + (name.empty() ? "" : ": " + base::excerpt(name));
    const PrintedCell cell = printed_cell(printed, r, place);
    if (cell.is_uneven) odd.uneven.push_back(name);
    ledger.push_back(entry_of(printed, r, cell, names, rivals.column, facts));
  }
  records::compare_entries(ledger, printed.source);
  JudgedPairs judged;
  for (std::size_t r = 0; r < ledger.size(); ++r) {
    const records::LedgerEntry& entry = ledger[r];
    JudgedPair& pair = judged.pairs.emplace_back(
        JudgedPair{entry.learner, entry.column_title, entry.measure, entry.published, {}, {}});
    const auto found = named.rows.find(name_of(printed, r, joined.printed));
    if (found == named.rows.end()) continue;
    require_runs(reruns, found->second, named.numbering, pair.name);
    if (are_copies(reruns, found->second)) odd.copied.push_back(pair.name);
    if (mix_units(reruns, found->second)) odd.mixed.push_back(pair.name);
    pair.ours = ours_of(reruns, found->second, named.numbering, pair.published);
    pair.verdict = records::judge_fully(*pair.ours, pair.published, pair.published.largest_difference);
  }
  for (const auto& [name, rows] : named.rows) {
    if (seen.contains(name)) continue;
    judged.unprinted.push_back(name);
    unprinted.push_back(name + ": rerun, and not printed");
  }
  const Texts likely = likely_names(printed, reruns, joined);
  if (judged.unprinted.size() == named.rows.size())
    throw DataError(fmt::format("{} and {}: no row of one belongs to a row of the other: {} and {}{}{}",
                                printed.source, reruns.source, base::excerpt(seen.begin()->first),
                                base::excerpt(named.rows.begin()->first), likely.empty() ? "" : "; ",
                                data::few_of(likely, " ")));
  for (const Texts& more :
       {printed.remarks, reruns.remarks, remarks_on_reruns(reruns, named, odd),
        remarks_on(judged.pairs, printed, joined),
        Texts{remark_on_m(judged.pairs, rivals), remark_on_equal_digits(judged.pairs, reruns)}, unprinted,
        likely, explanations(judged.pairs)})
    std::remove_copy(more.begin(), more.end(), std::back_inserter(judged.remarks), "");
  return judged;
}

}  // namespace preimage::suite::results
