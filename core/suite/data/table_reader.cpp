#include "suite/data/table_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/arff.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/fasta.hpp"
#include "suite/data/foreign_file.hpp"
#include "suite/data/graph_collection.hpp"
#include "suite/data/npy.hpp"
#include "suite/data/npy_table.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;

namespace {

constexpr const char *kInputPrefix = "x", *kOutputPrefix = "y";

/// Whether a file of that name is ARFF: it ends in ".arff", or in ".arff.gz" and its like.
bool is_arff(const fs::path& path) {
  return small_ending(path) == ".arff";
}

/// `@relation` or `@attribute`, in any case, below empty lines and comments (%).
bool begins_as_arff(std::string_view text) {
  static const re2::RE2 header(
      R"(^(?:[ \t]*(?:%[^\r\n]*)?[\r\n]+)*[ \t]*(?i:@relation|@attribute)(?:[ \t\r\n]|$))", re2::RE2::Latin1);
  return re2::RE2::PartialMatch(without_order_mark(text), header);
}

std::string format_word(TableFormat format) {
  constexpr const char* kWords[] = {"vectors", "arff", "npy", "fasta"};
  return kWords[static_cast<std::size_t>(format)];
}

/// Two tables whose rows belong together.
class SideBySide final : public TableReader {
 public:
  SideBySide(std::unique_ptr<TableReader> left, std::unique_ptr<TableReader> right)
      : TableReader(left->source() + " and " + right->source()),
        left_(std::move(left)),
        right_(std::move(right)) {
    header_ = left_->header();
    labels_ = left_->labels();
    labels_doubt_ = left_->labels_doubt();
    unnamed_ = left_->unnamed();
    row_shape_ = left_->row_shape();
    for (const std::string& name : right_->header()) {
      if (std::find(header_.begin(), header_.end(), name) != header_.end())
        fail(1, fmt::format("column {} is in both files", base::excerpt(name)));
      header_.push_back(name);
    }
    for (std::size_t j = 0; j < header_.size(); ++j) formats_.push_back(of(j).format(place(j)));
  }

  bool next() override {
    const bool has_left = left_->next(), has_right = right_->next();
    if (has_left != has_right)
      throw DataError(
          fmt::format("{}: {} has {} rows, the other more: expected one row each, in the same order", source_,
                      (has_left ? right_ : left_)->source(), rows_));
    if (!has_left) return false;
    ++rows_;
    row_line_ = left_->line();
    return true;
  }
  const std::string& text(std::size_t column) const override { return of(column).text(place(column)); }
  std::optional<double> number(std::size_t column) const override { return of(column).number(place(column)); }
  bool is_unknown(std::size_t column) const override { return of(column).is_unknown(place(column)); }
  bool has_names() const override { return left_->has_names(); }
  std::vector<std::string> remarks() const override {
    std::vector<std::string> all = left_->remarks();
    append(all, right_->remarks());
    return all;
  }

 private:
  bool is_left(std::size_t column) const { return column < left_->header().size(); }
  const TableReader& of(std::size_t column) const { return is_left(column) ? *left_ : *right_; }
  std::size_t place(std::size_t column) const {
    return is_left(column) ? column : column - left_->header().size();
  }

  std::unique_ptr<TableReader> left_, right_;
  std::size_t rows_ = 0;
};

}  // namespace

bool TableReader::next(std::vector<std::string>& texts) {
  if (!next()) return false;
  texts.resize(header_.size());
  for (std::size_t j = 0; j < texts.size(); ++j) texts[j] = text(j);
  return true;
}

std::optional<double> TableReader::number(std::size_t column) const {
  return config::read_decimal(text(column));
}

void TableReader::fail(std::size_t line, const std::string& message) const {
  throw DataError(fmt::format("{}:{}: {}", source_, line, message));
}

std::size_t TableReader::column(const std::string& name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end())
    fail(1, fmt::format("no column {}{}", base::excerpt(name), base::suggestion(name, header_)));
  return static_cast<std::size_t>(found - header_.begin());
}

LineRules line_rules(const std::string& header, const std::string& comment) {
  return {header == "none"         ? Header::none
          : header == "first_line" ? Header::first_line
                                   : Header::refuse,
          comment};
}

bool is_column_name(const std::string& name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return !name.empty() && name.size() <= kMaxColumnName && std::none_of(name.begin(), name.end(), is_control);
}

bool is_name_of_table(const fs::path& path) {
  const std::string ending = small_ending(path);
  return ending == ".csv" || ending == ".tsv" || ending == ".npy" || is_arff(path) ||
         has_fasta_ending(path) || has_foreign_ending(path);
}

TableFormat table_format(std::string_view bytes, const fs::path& path) {
  if (is_npy(bytes)) return TableFormat::npy;
  if (has_fasta_ending(path) || begins_as_fasta(bytes)) return TableFormat::fasta;
  return is_arff(path) || begins_as_arff(bytes) ? TableFormat::arff : TableFormat::delimited;
}

std::unique_ptr<TableReader> make_table_reader(std::string bytes, const fs::path& path,
                                               const LineRules& rules, const std::string& prefix) {
  switch (table_format(bytes, path)) {
    case TableFormat::npy:
      return read_npy_table(std::move(bytes), path.string(), prefix);
    case TableFormat::arff:
      return read_arff(std::move(bytes), path.string());
    case TableFormat::fasta:
      return read_fasta(std::move(bytes), path.string());
    case TableFormat::delimited:
      break;
  }
  return std::make_unique<CsvReader>(std::move(bytes), path.string(), rules, prefix);
}

std::unique_ptr<TableReader> open_table(const fs::path& path, const LineRules& rules) {
  return TableFile(path, std::nullopt, rules).open();
}

TableFile::TableFile(const fs::path& path, const std::optional<fs::path>& outputs, LineRules rules)
    : rules_(std::move(rules)) {
  for (const fs::path& part : outputs ? std::vector<fs::path>{path, *outputs} : std::vector<fs::path>{path}) {
    if (fs::is_directory(part)) {
      parts_.push_back({part, "", std::make_shared<const GraphCollection>(read_graphs(part))});
      continue;
    }
    refuse_foreign_file(part);
    const bool is_array = part.extension() == ".npy";
    parts_.push_back(
        {part, read_maybe_compressed(part, {.bytes = is_array ? kMaxNpyBytes : kMaxTextBytes}), nullptr});
  }
}

std::unique_ptr<TableReader> TableFile::open() const& {
  return TableFile(*this).open();
}

std::unique_ptr<TableReader> TableFile::reader_of(Part part, const LineRules& rules,
                                                  const std::string& prefix) {
  if (part.graphs != nullptr) return std::make_unique<GraphReader>(std::move(part.graphs));
  return make_table_reader(std::move(part.bytes), part.path, rules, prefix);
}

std::unique_ptr<TableReader> TableFile::open() && {
  auto inputs = reader_of(std::move(parts_.front()), rules_, kInputPrefix);
  if (parts_.size() == 1) return inputs;
  auto outputs = reader_of(std::move(parts_.back()), rules_, kOutputPrefix);
  return std::make_unique<SideBySide>(std::move(inputs), std::move(outputs));
}

std::vector<std::string> TableFile::output_columns() const {
  if (parts_.size() == 1) return {};
  return reader_of(parts_.back(), rules_, kOutputPrefix)->header();
}

std::string TableFile::identity() const {
  std::string identity;
  for (const Part& part : parts_)
    identity += (identity.empty() ? "" : " outputs ") +
                (part.graphs != nullptr
                     ? "graphs " + part.graphs->sha256
                     : format_word(table_format(part.bytes, part.path)) + " " + base::sha256(part.bytes));
  return identity;
}

}  // namespace preimage::suite::data
