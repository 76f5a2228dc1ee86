#include "suite/own_data/training_range.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/text.hpp"
#include "preimage/samples/smiles.hpp"
#include "preimage/samples/tokens.hpp"
#include "suite/data/text_file.hpp"
#include "suite/own_data/string_kinds.hpp"

namespace preimage::suite::own_data {

namespace {

constexpr std::size_t kMaxLines = 3;
constexpr arma::uword kBlock = 1024;  // training rows that are transformed at a time

arma::vec distances_from(const arma::mat& X, const arma::rowvec& point) {
  return arma::sqrt(arma::sum(arma::square(X.each_row() - point), 1));
}

}  // namespace

void CountedRows::add(std::size_t line) {
  ++count;
  if (first_lines.size() < kMaxLines) first_lines.push_back(line);
}

std::string CountedRows::lines_in_words() const {
  const std::size_t more = count - first_lines.size();
  return fmt::format("line{} {}{}", count == 1 ? "" : "s", fmt::join(first_lines, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string CountedRows::of(std::size_t all, const char* has, const char* have) const {
  return fmt::format("{} of {} row{} {}", count, all, all == 1 ? "" : "s", count == 1 ? has : have);
}

void CountedFields::see(const arma::mat& numbers, const std::vector<std::size_t>& lines,
                        const std::function<bool(double number, std::size_t column)>& is) {
  for (arma::uword i = 0; i < numbers.n_rows; ++i) {
    bool has_one = false;
    for (arma::uword j = 0; j < numbers.n_cols; ++j) {
      if (!is(numbers(i, j), j)) continue;
      columns[j].add(lines.at(i));
      has_one = true;
    }
    if (has_one) rows.add(lines.at(i));
  }
}

void CountedFields::see_gaps(const arma::mat& numbers, const std::vector<std::size_t>& lines,
                             const data::VectorColumns& columns_read) {
  see(numbers, lines, [&](double number, std::size_t column) {
    return std::isnan(number) &&
           !(columns_read.allow_missing_categories && columns_read.is_category(columns_read.inputs[column]));
  });
}

namespace {

std::vector<std::string_view> symbols_of(const std::string& text) {
  return samples::cut(text, base::find_bad_byte(text) ? samples::Tokens::bytes : samples::Tokens::characters);
}

}  // namespace

UnseenSymbols::UnseenSymbols(const std::vector<std::string>& training)
    : are_molecules_(TextShape(training).kind() == StringKind::molecules),
      has_empty_(std::find(training.begin(), training.end(), "") != training.end()) {
  for (const std::string& text : training) {
    if (are_molecules_)
      for (const std::string& atom : samples::parse_smiles(text).nodes) symbols_.insert(atom);
    else
      for (const std::string_view symbol : symbols_of(text))
        if (!symbols_.contains(symbol)) symbols_.emplace(symbol);
  }
}

bool UnseenSymbols::see(const std::string& text, std::size_t line) {
  if (text.empty()) {
    if (!has_empty_) empty_.add(line);
    return !has_empty_;
  }
  const auto see_symbol = [&](std::string_view symbol) {
    if (symbols_.contains(symbol)) return false;
    if (unseen_.count == 0) first_ = symbol;
    unseen_.add(line);
    return true;
  };
  if (!are_molecules_) {
    const std::vector<std::string_view> symbols = symbols_of(text);
    static_cast<void>(std::any_of(symbols.begin(), symbols.end(), see_symbol));
    return false;
  }
  try {
    const std::vector<std::string> atoms = samples::parse_smiles(text).nodes;
    return std::any_of(atoms.begin(), atoms.end(), see_symbol);
  } catch (const std::invalid_argument& refusal) {
    if (no_molecules_.count == 0) why_none_ = fmt::format("{}: {}", base::excerpt(text), refusal.what());
    no_molecules_.add(line);
    return true;
  }
}

std::vector<std::string> UnseenSymbols::remarks(const std::string& where, std::size_t rows) const {
  std::vector<std::string> lines;
  if (empty_.count > 0)
    lines.push_back(
        fmt::format("{} no text {}, where every training row has one ({}): the prediction says little",
                    empty_.of(rows), where, empty_.lines_in_words()));
  if (no_molecules_.count > 0)
    lines.push_back(fmt::format("{} no molecule {}, where every training row has one: {} ({})",
                                no_molecules_.of(rows), where, why_none_, no_molecules_.lines_in_words()));
  if (unseen_.count > 0)
    lines.push_back(fmt::format("{} {} {} that no training row has: {} first ({})", unseen_.of(rows),
                                are_molecules_ ? "an atom" : "a symbol", where, base::excerpt(first_),
                                unseen_.lines_in_words()));
  return lines;
}

TrainingRange::TrainingRange(arma::mat training, const data::VectorColumns& columns,
                             const models::ColumnOptions& options)
    : training_(std::move(training)),
      columns_(columns),
      transform_(models::ColumnTransform::fitted_to(training_, options)),
      least_(training_.n_cols),
      most_(training_.n_cols) {
  for (arma::uword j = 0; j < training_.n_cols; ++j) {
    const arma::vec column = training_.col(j), values = column.elem(arma::find(column == column));
    const bool has_range = !options.categories.is_category(j) && !values.is_empty();
    least_(j) = has_range ? values.min() : arma::datum::nan;
    most_(j) = has_range ? values.max() : arma::datum::nan;
  }
  const arma::uword n = training_.n_rows;
  for (arma::uword i = 0; i < n; i += kBlock) {
    const arma::mat block = transform_.apply(training_.rows(i, std::min(n, i + kBlock) - 1));
    const arma::rowvec part = arma::sum(block, 0) / static_cast<double>(n);
    mean_ = i == 0 ? part : arma::rowvec(mean_ + part);
  }
  smallest_ = arma::datum::inf;
  for (arma::uword i = 0; i < n; i += kBlock) {
    const arma::vec distances =
        distances_from(transform_.apply(training_.rows(i, std::min(n, i + kBlock) - 1)), mean_);
    largest_ = std::max(largest_, distances.max());
    smallest_ = std::min(smallest_, distances.min());
  }
}

std::vector<bool> TrainingRange::see(const data::InputTable& rows) {
  rows_ += rows.values.n_rows;
  gaps_.see_gaps(rows.values, rows.lines, columns_);
  outside_.see(rows.values, rows.lines, [&](double number, std::size_t column) {
    return number < least_(column) || number > most_(column);
  });
  see_categories(rows);
  return see_distances(rows);
}

void TrainingRange::see_categories(const data::InputTable& rows) {
  const std::map<std::string, arma::vec> unseen = transform_.unseen(rows.values);
  for (arma::uword i = 0; i < rows.values.n_rows && !unseen.empty(); ++i) {
    bool is_other = false;
    for (const auto& [name, marks] : unseen) {
      if (marks(i) == 0.0) continue;
      is_other = true;
      Unseen& column = unseen_[name];
      if (column.rows.count == 0) {
        const std::size_t place = columns_.place_of(name);
        const double level = rows.values(i, place);
        column.first_text = std::isnan(level)
                                ? "no value"
                                : base::excerpt(rows.levels.at(place).at(static_cast<std::size_t>(level)));
        if (const std::optional<double> read_as = transform_.level_of_unseen(name))
          column.read_as = base::excerpt(rows.levels.at(place).at(static_cast<std::size_t>(*read_as)));
      }
      column.rows.add(rows.lines[i]);
    }
    if (is_other) other_categories_.add(rows.lines[i]);
  }
}

std::vector<bool> TrainingRange::see_distances(const data::InputTable& rows) {
  std::vector<bool> is_far_row(rows.values.n_rows, false);
  if (!(largest_ > 0.0)) return is_far_row;
  const arma::mat X = transform_.apply(rows.values);
  const arma::vec from_mean = distances_from(X, mean_);
  for (arma::uword i = 0; i < X.n_rows; ++i) {
    if (from_mean(i) + smallest_ <= 2.0 * largest_)
      continue;  // the training row nearest to the mean is near enough
    if (from_mean(i) <= 3.0 * largest_ && !is_far(X.row(i))) continue;
    is_far_row[i] = true;
    far_.add(rows.lines[i]);
  }
  return is_far_row;
}

bool TrainingRange::is_far(const arma::rowvec& row) const {
  for (arma::uword i = 0; i < training_.n_rows; i += kBlock) {
    const arma::mat block = transform_.apply(training_.rows(i, std::min(training_.n_rows, i + kBlock) - 1));
    if (distances_from(block, row).min() <= 2.0 * largest_) return false;
  }
  return true;
}

std::vector<std::string> TrainingRange::remarks() const {
  std::vector<std::string> lines, gaps, outside, unseen;
  for (const auto& [column, rows] : gaps_.columns)
    gaps.push_back(fmt::format("{} ({})", base::excerpt(columns_.inputs[column]), rows.lines_in_words()));
  for (const auto& [column, rows] : outside_.columns)
    outside.push_back(fmt::format("{} in {} ({:.5g} to {:.5g}; {})", base::excerpt(columns_.inputs[column]),
                                  rows.count, least_(column), most_(column), rows.lines_in_words()));
  for (const auto& [name, column] : unseen_)
    unseen.push_back(fmt::format(
        "{} in {} ({} first{}; {})", base::excerpt(name), column.rows.count, column.first_text,
        column.read_as.empty() ? "" : ", read as " + column.read_as, column.rows.lines_in_words()));
  const auto add = [&](const CountedRows& rows, const char* what, const std::vector<std::string>& columns) {
    if (rows.count > 0)
      lines.push_back(
          fmt::format("{} {}: {}", rows.of(rows_), what, data::few_of(columns, ", ", " columns")));
  };
  add(gaps_.rows, "gaps that were filled", gaps);
  add(outside_.rows, "a number outside the range of the training rows", outside);
  add(other_categories_, "a category that no training row has, which sets no indicator", unseen);
  if (far_.count > 0)
    lines.push_back(
        fmt::format("{} farther from every training row than two training rows can be from each other: {}",
                    far_.of(rows_, "lies", "lie"), far_.lines_in_words()));
  return lines;
}

}  // namespace preimage::suite::own_data
