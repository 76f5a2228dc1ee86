// New inputs for a model, block by block.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/input_rows.hpp"
#include "suite/data/output_rows.hpp"
#include "suite/data/row_stream.hpp"
#include "suite/data/text_file.hpp"
#include "suite/own_data/column_inputs.hpp"
#include "suite/own_data/kept_samples.hpp"
#include "suite/own_data/sides.hpp"
#include "suite/own_data/training_range.hpp"
#include "suite/registry/column_groups.hpp"

namespace preimage::suite::own_data {

namespace {

using InputsOf = std::function<samples::SampleSet(const OwnData&)>;
using study::InputBlock;

/// What all kinds of files share: blocks of values become samples with numbers that go on.
class Blocks : public study::NewInputs {
 public:
  Blocks(const study::NewInputsRequest& request, InputsOf inputs_of)
      : inputs_of_(std::move(inputs_of)), source_(request.file.string()), next_number_(request.first) {}
  std::string name_of_names() const override { return "row"; }

 protected:
  InputBlock block_of(decltype(OwnData::inputs) values, std::vector<std::string> names = {},
                      const data::VectorColumns& columns = {}, data::ColumnLevels levels = {},
                      std::vector<std::size_t> lines = {}) {
    OwnData data;
    data.source = source_;
    data.lines = std::move(lines);
    data.are_new = true;
    data.inputs = std::move(values);
    data.columns = columns;
    data.levels = std::move(levels);
    const samples::SampleSet inputs = inputs_of_(data);
    const arma::uword n = inputs.size();
    for (arma::uword i = names.size(); i < n; ++i) names.push_back(std::to_string(rows_ + i + 1));
    rows_ += n;
    next_number_ += n;
    return {inputs.renumbered(arma::regspace<arma::uvec>(next_number_ - n, next_number_ - 1)),
            std::move(names)};
  }

 private:
  InputsOf inputs_of_;
  std::string source_;
  std::size_t next_number_, rows_ = 0;
};

class TableInputs final : public Blocks {
 public:
  /// fitted_to  the samples of the model that it was fitted to
  TableInputs(OwnData fitted_to, const models::ColumnOptions& options, const study::NewInputsRequest& request,
              InputsOf inputs_of, const data::LineRules& rules)
      : Blocks(request, std::move(inputs_of)),
        columns_(fitted_to.columns),
        levels_(std::move(fitted_to.levels)),
        range_(without_strings(std::get<arma::mat>(fitted_to.inputs), columns_), columns_, options),
        block_(request.block),
        table_(data::open_rows(request.file, rules, request.block)) {
    for (const auto& [place, texts] : levels_)
      if (columns_.is_string(columns_.inputs[place]))
        unseen_.emplace(place, registry::strings_of(std::get<arma::mat>(fitted_to.inputs).col(place), texts));
    const auto is_in_file = [&](const std::string& name) { return has(name); };
    is_named_here_ =
        !std::ranges::all_of(columns_.inputs, is_in_file) && table_->name_columns(columns_.inputs);
    for (const std::string& name : columns_.inputs) table_->column(name);
    if (columns_.id && !has(*columns_.id)) columns_.id.reset();
    remarks_on_header_ = table_->remarks().size();
  }
  std::string name_of_names() const override { return columns_.id.value_or("row"); }
  std::optional<InputBlock> next() override {
    data::InputRows inputs(columns_, levels_);
    inputs.begin(*table_);
    std::optional<std::size_t> id;
    if (columns_.id) id = table_->column(*columns_.id);
    std::vector<std::string> names;
    std::size_t rows = 0;
    for (; rows < block_ && table_->next(); ++rows) {
      inputs.add(*table_);
      if (id) names.push_back(table_->text(*id));
    }
    if (rows == 0) return std::nullopt;
    data::InputTable table = inputs.take();
    seen_ += rows;
    std::vector<bool> is_far =
        range_.see({without_strings(table.values, columns_), table.levels, table.lines});
    for (auto& [place, unseen] : unseen_)
      for (std::size_t i = 0; i < rows; ++i)
        if (unseen.see(table.levels.at(place).at(static_cast<std::size_t>(table.values(i, place))),
                       table.lines[i]))
          is_far[i] = true;
    InputBlock block = block_of(std::move(table.values), std::move(names), columns_, std::move(table.levels),
                                std::move(table.lines));
    block.is_far = std::move(is_far);
    return block;
  }
  std::vector<std::string> remarks() const override {
    if (is_named_here_)
      return {fmt::format("the file names no columns; they are taken in the order of the model's inputs: {}",
                          base::excerpt(fmt::format("{}", fmt::join(columns_.inputs, ", "))))};
    std::vector<std::string> all = table_->remarks(), others;
    for (const std::string& name : table_->header()) {
      const auto is = [&](const std::vector<std::string>& names) {
        return std::ranges::find(names, name) != names.end();
      };
      if (!is(columns_.inputs) && !is(columns_.outputs) && name != columns_.id && name != columns_.fold &&
          name != columns_.group)
        others.push_back(name);
    }
    if (!others.empty())
      all.push_back(fmt::format("columns that the model does not look at: {}",
                                base::excerpt(fmt::format("{}", fmt::join(others, ", ")))));
    return all;
  }

  std::vector<std::string> remarks_on_rows() const override {
    std::vector<std::string> all = range_.remarks(), of_file = table_->remarks();
    for (const auto& [place, unseen] : unseen_)
      data::append(all, unseen.remarks("in " + base::excerpt(columns_.inputs[place]), seen_));
    of_file.erase(of_file.begin(), of_file.begin() + static_cast<std::ptrdiff_t>(remarks_on_header_));
    all.insert(all.end(), of_file.begin(), of_file.end());
    return all;
  }

 private:
  bool has(const std::string& name) const {
    return std::ranges::find(table_->header(), name) != table_->header().end();
  }

  data::VectorColumns columns_;
  data::ColumnLevels levels_;
  std::map<std::size_t, UnseenSymbols> unseen_;  // by the place of a column of strings
  std::size_t seen_ = 0;                         // rows
  TrainingRange range_;
  std::size_t block_;
  std::unique_ptr<data::TableReader> table_;
  bool is_named_here_ = false;
  std::size_t remarks_on_header_ = 0;
};

/// Lines as in the file of pairs, of which the output may be missing: input, input<TAB>output,
/// input<TAB>output<TAB>fold. An empty line is an empty string.
class StringInputs final : public Blocks {
 public:
  /// training  the model's
  StringInputs(const std::vector<std::string>& training, const data::LineRules& rules,
               const study::NewInputsRequest& request, InputsOf inputs_of)
      : Blocks(request, std::move(inputs_of)),
        unseen_(training),
        block_(request.block),
        comment_(rules.comment),
        lines_(request.file) {
    read_first(rules.header);
  }
  std::optional<InputBlock> next() override {
    std::vector<std::string> inputs;
    std::vector<std::size_t> lines;
    const auto add = [&](std::string_view line) {
      inputs.push_back(input_of(line));
      lines.push_back(line_number_);
      unseen_.see(inputs.back(), line_number_);
      ++seen_;
    };
    if (first_) add(*std::exchange(first_, std::nullopt));
    std::string line;
    while (inputs.size() < block_ && next_line(line)) add(line);
    if (inputs.empty()) return std::nullopt;
    return block_of(std::move(inputs), {}, {}, {}, std::move(lines));
  }
  std::vector<std::string> remarks() const override { return remarks_; }
  std::vector<std::string> remarks_on_rows() const override { return unseen_.remarks("in the input", seen_); }

 private:
  /// Without its end.
  bool next_line(std::string& line) {
    do {
      if (!lines_.next_line(line)) return false;
      if (++line_number_ == 1) line = data::plain_text(std::move(line), lines_.source());
    } while (!comment_.empty() && line.starts_with(comment_));
    data::refuse_nul(line, lines_.source(), line_number_);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    return true;
  }

  /// The first line, unless it is a header: where both strings are header words, or the one that there is
  /// is such a word and the training samples have a header.
  void read_first(data::Header header) {
    std::string line;
    if (!next_line(line)) return;
    first_ = line;
    const std::vector<std::string_view> fields = data::split_fields(line, '\t');
    const std::size_t strings = std::min<std::size_t>(fields.size(), 2);
    const bool are_words = std::all_of(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(strings),
                                       data::is_header_word);
    if (!are_words || header == data::Header::none) return;
    const bool is_header = strings == 2 || header == data::Header::first_line;
    remarks_.push_back(fmt::format("the first line, {}, is taken for {}", base::excerpt(line),
                                   is_header ? "a header" : "an input; where it is a header, take it out"));
    if (is_header) first_.reset();
  }

  std::string input_of(std::string_view line) const {
    const std::vector<std::string_view> fields = data::split_fields(line, '\t');
    if (fields.size() > 3)
      throw DataError(fmt::format("{}:{}: expected an input, or input, output and fold between tabs",
                                  lines_.source(), line_number_));
    return std::string(fields.front());
  }

  UnseenSymbols unseen_;
  std::size_t seen_ = 0;
  std::size_t block_, line_number_ = 0;
  std::string comment_;
  data::ByteStream lines_;
  std::optional<std::string> first_;  // until it is handed out
  std::vector<std::string> remarks_;
};

/// k(x, x) of each new sample: a column of numbers, or the diagonal of a square matrix.
arma::vec read_diagonal(const std::filesystem::path& path) {
  const auto table = data::open_table(path, {data::Header::none});
  const auto numbers = std::get<arma::mat>(
      data::read_columns(*table, table->header(), data::OutputKind::vector, data::Gaps::no_numbers));
  if (numbers.n_cols == 1) return numbers;
  if (numbers.is_square()) return numbers.diag();
  throw DataError(fmt::format("{}: {} x {}, expected k(x, x) of each new sample, a column or a square matrix",
                              path.string(), numbers.n_rows, numbers.n_cols));
}

/// Rows of kernel values with the samples of the model, or of distances to them.
class ComparedInputs final : public Blocks {
 public:
  /// norms  k(y, y) of each sample of the model, of kernel values
  ComparedInputs(const study::NewInputsRequest& request, study::NewInputsForm form, arma::vec norms,
                 InputsOf inputs_of)
      : Blocks(request, std::move(inputs_of)),
        norms_(std::move(norms)),
        block_(request.block),
        are_distances_(form == study::NewInputsForm::distances),
        table_(data::open_rows(request.file, {data::Header::none}, request.block)) {
    if (table_->header().size() != request.first)
      throw DataError(
          fmt::format("{}: {} columns, but the model has {} samples: expected a {} each, in their order",
                      table_->source(), table_->header().size(), request.first,
                      are_distances_ ? "distance to" : "kernel value with"));
    if (!request.diagonal.empty()) {
      diagonal_ = read_diagonal(request.diagonal);
      diagonal_source_ = request.diagonal.string();
      for (arma::uword i = 0; i < diagonal_->n_elem; ++i)
        if (!((*diagonal_)(i) >= 0.0))
          throw DataError(fmt::format("{}: k(x, x) of new sample {} is {}, expected a number >= 0",
                                      diagonal_source_, i + 1, config::number_text((*diagonal_)(i))));
    }
  }
  std::optional<InputBlock> next() override {
    std::vector<double> numbers;
    const std::size_t n = table_->header().size();
    while (numbers.size() < block_ * n && table_->next()) {
      for (std::size_t j = 0; j < n; ++j) numbers.push_back(number(j));
    }
    const arma::uword begin = seen_, count = numbers.size() / n;
    seen_ += count;
    if (diagonal_ && (count == 0 ? seen_ != diagonal_->n_elem : seen_ > diagonal_->n_elem))
      throw DataError(fmt::format("{}: k(x, x) of {} new samples, but {} has {}", diagonal_source_,
                                  diagonal_->n_elem, table_->source(),
                                  count == 0 ? std::to_string(seen_) : "more"));
    if (count == 0) return std::nullopt;
    arma::mat rows = arma::mat(numbers.data(), n, count).t();
    if (diagonal_) require_inner_products(rows, diagonal_->subvec(begin, arma::size(count, 1)), begin);
    if (are_distances_) return block_of(std::move(rows));
    const base::Lazy<arma::vec> norms([diagonal = diagonal_, begin, count]() -> arma::vec {
      if (diagonal) return diagonal->subvec(begin, arma::size(count, 1));
      throw ConfigError(
          "--gram-diagonal FILE: the model compares distances, which need k(x, x) of each new sample: a "
          "column "
          "of them, or the new samples' own Gram matrix");
    });
    return block_of(kernels::Points::beside_given(std::move(rows), norms));
  }

 private:
  /// k(x, y)^2 <= k(x, x) k(y, y)
  void require_inner_products(const arma::mat& rows, const arma::vec& diagonal, arma::uword begin) const {
    constexpr double kRounding = 1e-8;
    for (arma::uword i = 0; i < rows.n_rows; ++i)
      for (arma::uword j = 0; j < rows.n_cols; ++j) {
        const double most = std::sqrt(diagonal(i) * norms_(j));
        if (std::abs(rows(i, j)) > (1.0 + kRounding) * most + std::numeric_limits<double>::min())
          throw DataError(
              fmt::format("{}: row {}: the kernel value {} with sample {} of the model is larger than "
                          "sqrt(k(x, x) k(y, y)) = {}: {} has "
                          "k(x, x) = {}; are both files of one kernel, and in one order?",
                          table_->source(), begin + i + 1, config::number_text(rows(i, j)), j + 1,
                          config::number_text(most), diagonal_source_, config::number_text(diagonal(i))));
      }
  }
  double number(std::size_t column) const {
    const std::optional<double> number = table_->number(column);
    if (number && (!are_distances_ || *number >= 0.0)) return *number;
    data::fail_at(*table_, column,
                  fmt::format("expected a {}, found {}",
                              are_distances_ ? "distance, a number >= 0" : "kernel value, a number",
                              base::excerpt(table_->text(column))));
  }

  arma::vec norms_;
  std::size_t block_;
  bool are_distances_;
  std::unique_ptr<data::TableReader> table_;
  std::optional<arma::vec> diagonal_;
  std::string diagonal_source_;
  arma::uword seen_ = 0;
};

}  // namespace

std::unique_ptr<study::NewInputs> open_new_inputs(const DataFile& described, const models::ModelFile& model,
                                                  const models::ColumnOptions& options,
                                                  study::NewInputsForm form,
                                                  const study::NewInputsRequest& request,
                                                  InputsOf inputs_of) {
  if (form != study::NewInputsForm::samples) {
    const bool has_norms = form == study::NewInputsForm::gram && !request.diagonal.empty();
    arma::vec norms =
        has_norms ? std::get<kernels::Points>(restored_samples(described, model).inputs).squared_norms()
                  : arma::vec();
    return std::make_unique<ComparedInputs>(request, form, std::move(norms), std::move(inputs_of));
  }
  if (described.string_pairs)
    return std::make_unique<StringInputs>(
        std::get<kernels::Strings>(restored_samples(described, model).inputs), described.rules, request,
        std::move(inputs_of));
  OwnData samples = restored_samples(described, model);
  const models::ColumnOptions with = with_categories(options, samples);
  if (model.arrays.contains(study::kTraining)) {
    auto& inputs = std::get<arma::mat>(samples.inputs);
    inputs = inputs.rows(
        arma::conv_to<arma::uvec>::from(model.array<std::vector<std::int64_t>>(study::kTraining)));
  }
  return std::make_unique<TableInputs>(std::move(samples), with, request, std::move(inputs_of),
                                       described.rules);
}

}  // namespace preimage::suite::own_data
