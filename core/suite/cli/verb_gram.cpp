#include <iostream>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "preimage/base/output_file.hpp"
#include "preimage/base/text.hpp"
#include "preimage/kernels/gram.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/column_words.hpp"
#include "suite/data/input_rows.hpp"
#include "suite/data/npy.hpp"
#include "suite/data/numbered_like.hpp"
#include "suite/data/string_pairs.hpp"
#include "suite/data/text_file.hpp"
#include "suite/data/vectors.hpp"
#include "suite/registry/column_groups.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::cli {

namespace {

template <class Samples>
kernels::KernelPtr<Samples> kernel_of(const config::Value& root) {
  const config::Reader reader(root);
  auto kernel = registry::make_kernel<Samples>(reader.map("kernel"));
  reader.finish();
  return kernel;
}

bool holds_string_pairs(const std::filesystem::path& path) {
  return path.extension() == ".tsv" || path.stem().extension() == ".tsv";
}

data::Outputs strings_in(const GramOptions& options, const std::filesystem::path& path) {
  if (options.columns.size() > 1 ||
      (options.columns.size() == 1 && options.columns[0] != "input" && options.columns[0] != "output")) {
    throw ConfigError("--columns: string pairs have the columns 'input' and 'output'; name one");
  }
  data::LineRules rules = data::line_rules(options.header, options.comment);
  if (rules.header == data::Header::refuse) rules.header = data::Header::recognise;
  data::StringPairs pairs = data::load_string_pairs(path, 1, rules);
  if (!pairs.header.empty() && options.header.empty())
    std::cerr << fmt::format("gram: {}: the first line, {} and {}, is taken for a header\n", path.string(),
                             base::excerpt(pairs.header[0]), base::excerpt(pairs.header[1]));
  const bool outputs = options.columns.size() == 1 && options.columns[0] == "output";
  return std::move(outputs ? pairs.outputs : pairs.inputs);
}

data::Outputs samples_in(const GramOptions& options, const std::filesystem::path& path) {
  if (holds_string_pairs(path)) return strings_in(options, path);
  if (options.columns.empty())
    throw ConfigError("--columns: name the columns of the CSV file to use, like x1,x2");
  return data::load_columns(path, options.columns, data::kind_of(options.kind),
                            data::line_rules(options.header, options.comment));
}

const kernels::Vectors& values_of(const kernels::Vectors& vectors) {
  return vectors;
}
const kernels::Strings& values_of(const kernels::Strings& strings) {
  return strings;
}
const kernels::Labels& values_of(const data::ClassOutputs& classes) {
  return classes.labels;
}
const kernels::LabelSets& values_of(const data::LabelSetOutputs& sets) {
  return sets.sets;
}

/// Each once.
std::vector<std::string> columns_of_groups(const config::Reader& kernel, const data::TableReader& table) {
  std::vector<std::string> columns;
  for (const registry::ColumnGroup& group : registry::column_groups(kernel))
    for (const std::string& name :
         data::expand_columns(group.words, {table.header(), table.source(), {}, {}}))
      data::add_once(columns, name);
  return columns;
}

/// Numbers as they are: a scale needs training samples.
samples::Table rows_in(const GramOptions& options, const config::Reader& kernel,
                       const std::filesystem::path& path) {
  const auto table = data::open_table(path, data::line_rules(options.header, options.comment));
  data::VectorColumns columns;
  columns.inputs = data::split_names(options.columns, table->header());
  if (columns.inputs.empty()) columns.inputs = columns_of_groups(kernel, *table);
  const std::vector<registry::ColumnWord> words = registry::column_words(kernel, columns.inputs);
  for (const registry::ColumnWord& word : words)
    if (word.scale)
      kernel.fail("",
                  "`gram` scales nothing: `scale` of a group is fitted to training samples, in `run` and "
                  "`fit`; leave it out");
  columns.strings = registry::strings_among(words, columns.inputs);
  data::InputRows rows(columns);
  rows.begin(*table);
  while (table->next()) rows.add(*table);
  const data::InputTable read = rows.take();
  const models::RawVectors raw = registry::raw_rows(read.values, read.levels, words, {});
  return models::table_of(raw, raw.values, std::vector<arma::uword>(raw.values.n_cols, 1));
}

/// Under a kernel on rows of a table.
arma::mat gram_of_rows(const GramOptions& options, const config::Reader& root) {
  const config::Reader map = root.map("kernel");
  const auto kernel = registry::make_kernel<samples::Table>(map);
  const samples::Table rows = rows_in(options, map, options.input);
  root.finish();
  if (!options.new_samples) return kernel->gram(rows);
  return kernel->cross_gram(rows_in(options, map, *options.new_samples), rows);
}

arma::mat gram_matrix(GramOptions options) {
  // The text becomes the map below `kernel`, so that messages name what was typed.
  const config::Value parsed =
      config::parse_yaml("kernel: " + options.kernel + "\n", "--kernel " + options.kernel);
  const config::Reader root(parsed);
  const registry::Compares compared = registry::compares(root.map("kernel"));
  if (compared == registry::Compares::rows) return gram_of_rows(options, root);
  if (compared == registry::Compares::strings && options.kind == "vector") options.kind = "string";
  const data::Outputs samples = samples_in(options, options.input);
  std::optional<data::Outputs> new_samples;
  if (options.new_samples) {
    if (holds_string_pairs(*options.new_samples) != holds_string_pairs(options.input))
      throw ConfigError(
          fmt::format("{}: expected a file like {}: CSV columns in both, or string pairs in both",
                      options.new_samples->string(), options.input.string()));
    new_samples = data::numbered_like(samples, samples_in(options, *options.new_samples));
  }
  return std::visit(
      [&](const auto& held) -> arma::mat {
        const auto& values = values_of(held);
        const auto kernel = kernel_of<std::decay_t<decltype(values)>>(parsed);
        const arma::uword n = kernels::sample_count(values);
        if (!new_samples) {
          kernels::require_gram_memory(n, n);
          return kernel->gram(values);
        }
        const auto& rows = values_of(std::get<std::decay_t<decltype(held)>>(*new_samples));
        kernels::require_gram_memory(kernels::sample_count(rows), n);
        return kernel->cross_gram(rows, values);
      },
      samples);
}

std::string as_csv(const arma::mat& matrix) {
  std::string text;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      text += (j > 0 ? "," : "") + config::number_text(matrix(i, j));
    text += "\n";
  }
  return text;
}

}  // namespace

int verb_gram(const GramOptions& options) {
  const std::string ending = options.out.extension().string();
  if (ending != ".csv" && ending != ".npy") {
    throw ConfigError("--out " + options.out.string() + ": expected a name that ends in .csv or .npy");
  }
  const arma::mat K = gram_matrix(options);
  linalg::require_finite(K, "Gram matrix");
  if (ending == ".npy") {
    data::write_npy(options.out, K);
  } else {
    base::write_output_file(options.out, as_csv(K));
  }
  std::cerr << fmt::format("{} x {} Gram matrix: {}\n", K.n_rows, K.n_cols, options.out.string());
  return kOk;
}

}  // namespace preimage::suite::cli
