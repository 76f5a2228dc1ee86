#include "experiments/own_data/data_file.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "experiments/own_data/columns.hpp"
#include "experiments/own_data/gram_file.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/number.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/named_file.hpp"
#include "suite/data/gzip.hpp"
#include "suite/data/string_pairs.hpp"

namespace preimage::experiments::own_data {

using namespace suite;

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_constant(const std::string& place, const std::string& value) {
  throw DataError(fmt::format("{}: every row holds {}; leave it out, or say dataset.constant_columns: allow",
                              place, base::excerpt(value)));
}

bool all_equal(const std::vector<std::string>& texts) {
  return std::adjacent_find(texts.begin(), texts.end(), std::not_equal_to<>()) == texts.end();
}

std::string column_place(const fs::path& path, const std::string& column) {
  return fmt::format("{}:1: column '{}'", path.string(), column);
}

void refuse_constant(const fs::path& path, const arma::mat& X, const std::vector<std::string>& columns) {
  for (arma::uword j = 0; j < X.n_cols; ++j) {
    const arma::vec column = X.col(j), values = column.elem(arma::find(column == column));
    if (values.is_empty())
      throw DataError(column_place(path, columns[j]) + ": no row holds a value; leave it out");
    if (values.min() == values.max())
      fail_constant(column_place(path, columns[j]), base::number_text(values(0)));
  }
}

/// The texts as whole numbers, each once ("7" and "+7" are one); else the samples' numbers.
std::vector<long> whole_numbers(const std::vector<std::string>& texts) {
  std::vector<long> ids;
  for (const std::string& text : texts) {
    const std::optional<long> id = base::parse_integer(text);
    if (!id) return sample_numbers(texts.size());
    ids.push_back(*id);
  }
  const bool unique = std::set<long>(ids.begin(), ids.end()).size() == ids.size();
  return unique ? ids : sample_numbers(texts.size());
}

OwnData load_table(const DataFile& file, std::string text) {
  data::VectorData table =
      data::read_vectors(data::CsvReader(std::move(text), file.path.string()), file.columns);
  if (!file.allow_constant) {
    refuse_constant(file.path, table.inputs, file.columns.inputs);
    refuse_constant_outputs(file, file.path, table.outputs);
  }
  return {"",
          std::move(table.inputs),
          std::move(table.outputs),
          std::move(table.folds),
          std::move(table.fold_texts),
          whole_numbers(table.ids)};
}

OwnData load_pairs(const DataFile& file, const std::string& text) {
  data::StringPairs pairs = data::parse_string_pairs(text, file.path.string());
  if (!file.allow_constant && all_equal(pairs.inputs))
    fail_constant(file.path.string() + ": inputs", pairs.inputs[0]);
  if (!file.allow_constant && all_equal(pairs.outputs))
    fail_constant(file.path.string() + ": outputs", pairs.outputs[0]);
  const std::size_t n = pairs.inputs.size();
  return {"",
          std::move(pairs.inputs),
          std::move(pairs.outputs),
          std::move(pairs.folds),
          std::move(pairs.fold_texts),
          sample_numbers(n)};
}

}  // namespace

std::vector<long> sample_numbers(std::size_t n) {
  std::vector<long> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0L);
  return numbers;
}

void refuse_constant_outputs(const DataFile& file, const fs::path& path, const data::Outputs& outputs) {
  if (const auto* vectors = std::get_if<arma::mat>(&outputs))
    return refuse_constant(path, *vectors, file.columns.outputs);
  const std::vector<std::string> texts = std::visit([](const auto& held) { return texts_of(held); }, outputs);
  if (all_equal(texts)) fail_constant(column_place(path, file.columns.outputs[0]), texts[0]);
}

DataFile parse_data_file(const config::Reader& dataset) {
  DataFile file;
  const std::string name = dataset.choice("name", {"vectors", "string_pairs", "gram"});
  if (name == "gram") return parse_gram_files(dataset);
  file.string_pairs = name == "string_pairs";
  file.path = config::named_file(dataset, "path");
  file.allow_constant = dataset.choice("constant_columns", {"refuse", "allow"}, "refuse") == "allow";
  if (file.string_pairs) {
    file.columns.output_kind = data::OutputKind::string;
    return file;
  }
  file.columns = parse_columns(dataset, file.path);
  return file;
}

OwnData load_own_data(const DataFile& file) {
  if (file.gram) return load_gram_data(file);
  std::string text = data::read_maybe_gzip(file.path, {.bytes = data::kMaxTextBytes});
  const std::string sha256 = base::sha256(text);
  OwnData data = file.string_pairs ? load_pairs(file, text) : load_table(file, std::move(text));
  data.identity = (file.string_pairs ? "string_pairs " : "vectors ") + sha256;
  return data;
}

std::vector<std::string> texts_of(const arma::mat& rows) {
  std::vector<std::string> texts(rows.n_rows);
  for (arma::uword i = 0; i < rows.n_rows; ++i) {
    for (arma::uword j = 0; j < rows.n_cols; ++j)
      texts[i] += (j > 0 ? " " : "") + base::number_text(rows(i, j));
  }
  return texts;
}

std::vector<std::string> texts_of(const data::ClassOutputs& classes) {
  std::vector<std::string> texts;
  for (int label : classes.labels) texts.push_back(classes.names[static_cast<std::size_t>(label)]);
  return texts;
}

std::vector<std::string> texts_of(const data::LabelSetOutputs& sets) {
  std::vector<std::string> texts;
  for (const std::set<int>& labels : sets.sets) {
    std::string text;
    for (int label : labels) text += (text.empty() ? "" : ";") + sets.names[static_cast<std::size_t>(label)];
    texts.push_back(text);
  }
  return texts;
}

std::vector<std::string> texts_of(const std::vector<std::string>& strings) {
  return strings;
}

}  // namespace preimage::experiments::own_data
