// What the kernels that count contiguous substrings read.
#pragma once

#include "preimage/kernels/spectrum_kernel.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry::spectrum {

inline constexpr Integer kLength{"length", 1, kernels::SpectrumKernel::kMaxLength,
                                 "p, tokens of a substring"};
inline constexpr Choice kTokens{"tokens", "symbols | words", "symbols are bytes, words stand between blanks",
                                "symbols"};

inline kernels::Tokens read_tokens(const config::Reader& reader) {
  return kTokens.is(reader, "words") ? kernels::Tokens::words : kernels::Tokens::symbols;
}

}  // namespace preimage::suite::registry::spectrum
