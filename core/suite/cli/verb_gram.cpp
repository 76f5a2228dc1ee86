#include <iostream>

#include <fmt/format.h>

#include "preimage/base/number.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/npy.hpp"
#include "suite/data/string_pairs.hpp"
#include "suite/data/vectors.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::cli {

namespace {

template <class Samples>
arma::mat gram_of(const GramOptions& options, const Samples& samples) {
  // The kernel's text becomes the map below `kernel`, so that messages name what was typed.
  const config::Value root =
      config::parse_yaml("kernel: " + options.kernel + "\n", "--kernel " + options.kernel);
  const config::Reader reader(root);
  const auto kernel = registry::make_kernel<Samples>(reader.map("kernel"));
  reader.finish();
  return kernel->gram(samples);
}

arma::mat gram_of_strings(const GramOptions& options) {
  const data::StringPairs pairs = data::load_string_pairs(options.input);
  if (options.columns.size() > 1 ||
      (options.columns.size() == 1 && options.columns[0] != "input" && options.columns[0] != "output")) {
    throw ConfigError("--columns: string pairs have the columns 'input' and 'output'; name one");
  }
  const bool outputs = options.columns.size() == 1 && options.columns[0] == "output";
  return gram_of<kernels::Strings>(options, outputs ? pairs.outputs : pairs.inputs);
}

arma::mat gram_of_columns(const GramOptions& options) {
  if (options.columns.empty())
    throw ConfigError("--columns: name the columns of the CSV file to use, like x1,x2");
  const data::Outputs columns =
      data::load_columns(options.input, options.columns, data::kind_of(options.kind));
  if (const auto* vectors = std::get_if<arma::mat>(&columns))
    return gram_of<kernels::Vectors>(options, *vectors);
  if (const auto* classes = std::get_if<data::ClassOutputs>(&columns)) {
    return gram_of<kernels::Labels>(options, classes->labels);
  }
  if (const auto* sets = std::get_if<data::LabelSetOutputs>(&columns)) {
    return gram_of<kernels::LabelSets>(options, sets->sets);
  }
  return gram_of<kernels::Strings>(options, std::get<std::vector<std::string>>(columns));
}

std::string as_csv(const arma::mat& matrix) {
  std::string text;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      text += (j > 0 ? "," : "") + base::number_text(matrix(i, j));
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
  const bool strings = options.input.extension() == ".tsv" || options.input.stem().extension() == ".tsv";
  const arma::mat K = strings ? gram_of_strings(options) : gram_of_columns(options);
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
