#include "suite/results/result_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

/// "" also of infinity.
std::string text_or_nothing(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? config::number_text(*value) : "";
}

/// A column and a number's field there.
using Field = std::pair<const char*, std::string>;

std::vector<Field> fields_of(const NamedNumber& named) {
  const NumberName& name = named.first;
  const ListedNumber& n = named.second;
  const auto of_ours = [&](double records::Estimate::*member) {
    return n.ours ? text_or_nothing((*n.ours).*member) : "";
  };
  return {{"reproduces", name.table},
          {"reading", name.reading},
          {"measure", name.measure},
          {"learner", name.learner},
          {"published", n.published ? n.published->text : ""},
          {"published_spread", text_or_nothing(n.published ? n.published->spread : std::nullopt)},
          {"spread_kind", records::spread_name(n.spread_kind)},
          {"ours", text_or_nothing(n.mean())},
          {"sd_over_repetitions", text_or_nothing(n.sd())},
          {"repetitions", n.repetitions() > 0 ? std::to_string(n.repetitions()) : ""},
          {"spread_over_folds", of_ours(&records::Estimate::fold_spread)},
          {"z", text_or_nothing(n.verdict ? std::optional<double>(n.verdict->z) : std::nullopt)},
          {"verdict", n.verdict ? n.verdict->text() : ""},
          {"not_converged", n.unconverged > 0 ? std::to_string(n.unconverged) : ""},
          {"data", n.data},
          {"spread_of_ours", n.spread_of_ours},
          {"choices_after_seeing", n.choices ? std::to_string(*n.choices) : ""},
          {"rounding", of_ours(&records::Estimate::rounding)},
          {"unit", n.verdict ? text_or_nothing(n.verdict->unit) : ""},
          {"degrees_of_freedom", n.verdict ? text_or_nothing(n.verdict->degrees) : ""},
          {"matters", n.verdict ? text_or_nothing(n.verdict->matters) : ""},
          {"to_decide", n.verdict ? n.verdict->would_decide : ""},
          {"approximate", n.verdict && n.verdict->is_approximate ? "yes" : ""},
          {"verdict_rule_1", n.verdict && n.verdict->rule_1 ? records::word(*n.verdict->rule_1) : ""}};
}

/// Those that a reference has behind them.
std::vector<Field> reference_fields_of(const ListedNumber& n) {
  std::vector<Field> fields = {{"tolerance", text_or_nothing(n.tolerance)}, {"tolerance_of", n.tolerance_of}};
  const std::vector<std::string> from = fields_of(n.provenance);
  for (std::size_t i = 0; i < from.size(); ++i) fields.emplace_back(kProvenanceColumns[i], from[i]);
  return fields;
}

/// The fields of the row that was read last by their column's name.
class Row {
 public:
  explicit Row(const data::CsvReader& csv) : csv_(csv) {}

  /// "" where an older file has no such column.
  std::string optional(const std::string& column) const {
    const auto found = std::ranges::find(csv_.header(), column);
    if (found == csv_.header().end()) return "";
    return csv_.text(static_cast<std::size_t>(found - csv_.header().begin()));
  }
  std::string at(const std::string& column) const {
    if (std::ranges::find(csv_.header(), column) == csv_.header().end())
      throw DataError(fmt::format("{}:1: no column '{}'", csv_.source(), column));
    return optional(column);
  }
  std::optional<double> number(const std::string& column) const {
    return read(column, optional(column), config::parse_decimal, "a number");
  }
  std::optional<long> count(const std::string& column) const {
    return read(column, optional(column), config::parse_integer, "an integer");
  }
  std::string place() const { return fmt::format("{}:{}", csv_.source(), csv_.line()); }
  [[noreturn]] void refuse(const std::string& column, const std::string& text, const char* expected) const {
    throw DataError(fmt::format("{}: column '{}': expected {}, found '{}'", place(), column, expected, text));
  }

 private:
  template <class Parse>
  auto read(const std::string& column, const std::string& text, const Parse& parse,
            const char* expected) const -> decltype(parse(text)) {
    if (text.empty()) return std::nullopt;
    const auto value = parse(text);
    if (!value) refuse(column, text, expected);
    return value;
  }

  const data::CsvReader& csv_;
};

records::SpreadKind spread_kind_in(const Row& row) {
  const std::string text = row.optional("spread_kind");
  const std::optional<records::SpreadKind> kind = records::spread_kind_named(text);
  if (!kind) row.refuse("spread_kind", text, "SE, SD, CI95, unstated or nothing");
  return *kind;
}

std::optional<records::Published> published_in(const Row& row, records::SpreadKind kind) {
  const std::string text = row.at("published");
  if (text.empty()) return std::nullopt;
  records::Published published;
  published.text = text;
  published.value = *row.number("published");
  published.spread = row.number("published_spread");
  published.spread_text = row.optional("published_spread");
  if (published.spread) published.spread_kind = kind;
  return published;
}

/// One of a file without rule 1's verdicts is by rule 1, whose u it does not say.
std::optional<records::Verdict> verdict_in(const Row& row, const Number& number) {
  const std::string text = row.at("verdict");
  if (text.empty()) return std::nullopt;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  records::Verdict verdict;
  verdict.z = row.number("z").value_or(kInfinity);
  const std::string former = row.optional("verdict_rule_1");
  verdict.unit = row.number("unit").value_or(former.empty() ? 0.0 : kInfinity);
  verdict.degrees = row.number("degrees_of_freedom").value_or(kInfinity);
  verdict.matters = row.number("matters");
  verdict.would_decide = row.optional("to_decide");
  verdict.is_approximate = row.optional("approximate") == "yes";
  verdict.printed = number.published ? number.published->value : 0.0;
  verdict.difference = number.mean().value_or(verdict.printed) - verdict.printed;
  for (const records::Agreement agreement : records::kAgreements) {
    if (former == records::word(agreement)) verdict.rule_1 = agreement;
  }
  for (const records::Agreement agreement : records::kAgreements) {
    for (const bool provisional : {false, true}) {
      verdict.agreement = agreement;
      verdict.provisional = provisional;
      if (verdict.text() == text) return verdict;
    }
  }
  row.refuse("verdict", text, "a verdict");
}

std::optional<records::Estimate> ours_in(const Row& row) {
  for (const char* required : {"ours", "sd_over_repetitions", "repetitions"}) row.at(required);
  const std::optional<double> mean = row.number("ours"), sd = row.number("sd_over_repetitions");
  records::Estimate ours;
  ours.mean = mean.value_or(0.0);
  ours.sd = sd.value_or(0.0);
  ours.has_spread = sd.has_value();
  ours.repetitions = static_cast<int>(row.count("repetitions").value_or(0));
  ours.fold_spread = row.number("spread_over_folds").value_or(kNotSaid);
  ours.rounding = row.number("rounding").value_or(kNotSaid);
  return mean ? std::optional(ours) : std::nullopt;
}

ListedNumber number_in(const Row& row) {
  ListedNumber number;
  number.learner = row.at("learner");
  number.spread_kind = spread_kind_in(row);
  number.published = published_in(row, number.spread_kind);
  number.ours = ours_in(row);
  number.applies = number.ours || row.count("repetitions").value_or(0) > 0;
  number.verdict = verdict_in(row, number);
  number.unconverged = static_cast<std::size_t>(row.count("not_converged").value_or(0));
  number.data = row.at("data");
  number.spread_of_ours = row.optional("spread_of_ours");
  number.choices = row.count("choices_after_seeing");
  number.tolerance = row.number("tolerance");
  if (number.tolerance && *number.tolerance < 0.0)
    row.refuse("tolerance", row.optional("tolerance"), "a number of at least 0");
  number.tolerance_of = row.optional("tolerance_of");
  number.provenance = {row.optional("program"), row.optional("blas_cores"), row.optional("inputs"),
                       parse_versions(row.optional("versions"), row.place()), row.optional("data_content")};
  return number;
}

}  // namespace

std::string table_text(const NumberName& name) {
  return name.table + (name.variant.empty() ? "" : " (" + name.variant + ")");
}

std::string text_in_table(const NumberName& name) {
  return (name.reading.empty() ? "" : name.reading + " / ") + name.measure + " / " + name.learner;
}

std::string text_of(const NumberName& name) {
  return table_text(name) + " / " + text_in_table(name);
}

void NumberSet::add(NumberName name, ListedNumber number) {
  if (!places_.emplace(name, numbers_.size()).second)
    throw DataError(
        fmt::format("{} is in two tables of configs with one name, {}", text_of(name), name.config));
  numbers_.emplace_back(std::move(name), std::move(number));
}

const ListedNumber* NumberSet::find(const NumberName& name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &numbers_[found->second].second;
}

void add_numbers(const ResultTable& table, const std::map<std::string, Provenance>& provenance,
                 const NumberName& of, const std::string& experiment, NumberSet& numbers) {
  const TableHead& head = table.head;
  for (const TableRow& row : table.rows) {
    for (const Number& n : row.numbers) {
      if (!n.applies && !n.published) continue;
      ListedNumber number{n};
      number.experiment = experiment;
      number.spread_kind = n.published ? n.published->spread_kind : row.kind;
      number.data = head.stand_in ? "stand-in" : "real";
      number.choices = head.choices_after_seeing;
      if (number.ours) number.ours->has_spread = has_spread(head, row, n);
      if (number.sd()) number.spread_of_ours = spread_remark(head, row);
      if (const auto from = provenance.find(n.learner); from != provenance.end())
        number.provenance = from->second;
      numbers.add({head.reproduces, of.variant, reading_label(head), row.measure, n.learner, of.config},
                  std::move(number));
    }
  }
}

std::string csv_text(const NumberSet& numbers, bool is_reference) {
  const auto line = [&](const NamedNumber& number, bool are_names) {
    std::vector<Field> fields = fields_of(number);
    if (is_reference) std::ranges::copy(reference_fields_of(number.second), std::back_inserter(fields));
    std::vector<std::string> texts;
    for (const auto& [name, text] : fields) texts.push_back(are_names ? name : text);
    return data::csv_line(texts);
  };
  std::string text = line({}, true);
  for (const NamedNumber& number : numbers) text += line(number, false);
  return text;
}

std::vector<fs::path> table_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) throw DataError(folder.string() + ": no such folder");
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (is_table(entry.path())) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

NumberSet read_csv(const fs::path& file) {
  const std::map<LearnerNumbers, Provenance> provenance = read_provenance(provenance_path(file));
  const std::string variant = variant_in(file), stem = file.stem().string();
  const std::string config = stem.substr(0, stem.size() - variant.size());
  data::CsvReader csv = data::open_quoted_csv(file);
  if (!csv.ends_with_line_end())
    throw DataError(file.string() + ": it was cut short: its last line has no end");
  NumberSet numbers;
  const Row row(csv);
  while (csv.next()) {
    NumberName name = {row.at("reproduces"), variant,           row.at("reading"),
                       row.at("measure"),    row.at("learner"), config};
    ListedNumber number = number_in(row);
    number.experiment = file.parent_path().filename().string();
    const auto known = provenance.find({name.table, name.reading, name.learner});
    if (known != provenance.end()) number.provenance = known->second;
    if (numbers.find(name) != nullptr)
      throw DataError(fmt::format("{}: {} is here twice", row.place(), text_of(name)));
    numbers.add(std::move(name), std::move(number));
  }
  return numbers;
}

NumberSet read_csv(const std::vector<fs::path>& files) {
  NumberSet numbers;
  for (const fs::path& file : files) numbers.add(read_csv(file));
  return numbers;
}

}  // namespace preimage::suite::results
