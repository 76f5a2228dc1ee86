#include "suite/own_data/string_symbols.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/sequences/element_regression.hpp"
#include "preimage/sequences/ngram_features.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/tokens.hpp"

namespace preimage::suite::own_data {

namespace {

using config::Reader;
using kernels::Strings;
using samples::Tokens;

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Of each symbol of the text the `size` symbols around it.
void add_windows(const std::string& text, std::size_t size, Tokens tokens, Strings& windows) {
  const std::string pad(1, '\0');
  std::vector<std::string_view> symbols(size / 2, pad);
  for (const std::string_view symbol : samples::cut(text, tokens)) symbols.push_back(symbol);
  symbols.resize(symbols.size() + size / 2, pad);
  for (std::size_t begin = 0; begin + size <= symbols.size(); ++begin) {
    std::string& window = windows.emplace_back();
    for (std::size_t i = begin; i < begin + size; ++i) {
      if (tokens == Tokens::words && i > begin) window += ' ';
      window += symbols[i];
    }
  }
}

}  // namespace

Tokens read_symbols(const Reader& root) {
  const bool are_of_loss = !root.has(registry::kTokens.name) && root.has_map("loss");
  return registry::read_tokens(are_of_loss ? root.map("loss") : root);
}

WithElements read_elements(const Reader& root) {
  if (!root.has(kElementKernel.name))
    return [](const samples::SampleSet& inputs, const Strings&) { return inputs; };
  const std::shared_ptr<const kernels::Kernel<Strings>> kernel =
      registry::make_kernel<Strings>(root.map(kElementKernel.name));
  const auto size = kElementWindow.read_as<std::size_t>(root);
  if (size % 2 == 0)
    root.fail(kElementWindow.name,
              fmt::format("expected an odd number (a window has a centre), found {}", size));
  return
      [kernel, size, tokens = read_symbols(root)](const samples::SampleSet& inputs, const Strings& strings) {
        Strings windows;
        std::vector<arma::uword> lengths;
        for (const std::string& string : strings) {
          const std::size_t before = windows.size();
          add_windows(string, size, tokens, windows);
          lengths.push_back(windows.size() - before);
        }
        return inputs.with(sequences::Elements{
            samples::Offsets(lengths),
            kernels::Points::by_block<Strings>(kernel, std::make_shared<const Strings>(std::move(windows))),
            tokens, std::make_shared<sequences::SharedWork>()});
      };
}

samples::SampleSet with_ngram_counts(const samples::SampleSet& outputs,
                                     const kernels::Kernel<Strings>& kernel, const Strings& strings) {
  const auto* counts = dynamic_cast<const kernels::SpectrumKernel*>(&kernel);
  if (counts == nullptr || !counts->has_boundary()) return outputs;
  std::vector<std::size_t> orders(counts->longest() - counts->shortest() + 1);
  std::iota(orders.begin(), orders.end(), counts->shortest());
  return outputs.with(sequences::ngram_features(strings, orders, counts->tokens()));
}

void require_symbols(const OwnData& data, arma::uword n, const std::string& side,
                     const std::function<void(const arma::uvec& rows)>& use) {
  if (n == 0) return;
  try {
    return use(arma::regspace<arma::uvec>(0, 1, n - 1));
  } catch (const std::invalid_argument&) {  // which of them?
  }
  for (arma::uword i = 0; i < n; ++i) {
    try {
      use(arma::uvec{i});
    } catch (const std::invalid_argument& error) {
      const std::string place = data.lines.empty() ? fmt::format("sample {}", data.ids.at(i))
                                                   : fmt::format("{}:{}", data.source, data.lines.at(i));
      throw DataError(fmt::format("{}: the {} {}", place, side, error.what()));
    }
  }
}

samples::Tokens drafted_tokens(const Strings& strings) {
  const bool are_text = std::none_of(strings.begin(), strings.end(),
                                     [](const std::string& text) { return base::find_bad_byte(text); });
  if (!are_text || std::all_of(strings.begin(), strings.end(), is_ascii)) return Tokens::bytes;
  const bool have_marks = std::any_of(strings.begin(), strings.end(), [](const std::string& text) {
    return samples::cut(text, Tokens::graphemes).size() < samples::cut(text, Tokens::characters).size();
  });
  return have_marks ? Tokens::graphemes : Tokens::characters;
}

std::vector<std::string> byte_warnings(const OwnData& data, Tokens tokens) {
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  const auto* strings = outputs == nullptr ? nullptr : std::get_if<Strings>(outputs);
  if (strings == nullptr || tokens != Tokens::bytes) return {};
  const auto text = std::find_if_not(strings->begin(), strings->end(), is_ascii);
  if (drafted_tokens(*strings) == Tokens::bytes) return {};
  return {fmt::format(
      "symbol_error, edit_error and edit_distance count bytes, and characters of {} have several: `tokens: "
      "characters` counts characters; kernels and decoders have a `tokens` of their own",
      base::excerpt(*text))};
}

}  // namespace preimage::suite::own_data
