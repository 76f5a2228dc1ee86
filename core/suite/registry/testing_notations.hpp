// Strings that rows with a notation take (KernelRow::notation).
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "preimage/base/random.hpp"
#include "preimage/kernels/kernel.hpp"

namespace preimage::testing {

constexpr std::size_t kTexts = 17;

/// Random ones; "" are all strings, the first of them empty. Those at the origin of a kernel come first.
/// throws  std::out_of_range for a notation that has none here
inline kernels::Strings texts_in(const std::string& notation) {
  if (notation.empty()) {
    base::Random random(2);
    kernels::Strings strings(kTexts);
    for (std::size_t i = 1; i < kTexts; ++i) {
      const std::size_t length = random.below(16);
      for (std::size_t j = 0; j < length; ++j) strings[i] += static_cast<char>('a' + random.below(3));
    }
    return strings;
  }
  static const std::map<std::string, kernels::Strings> texts = {
      {"trees in brackets",
       {"(a)", "(b)", "(a b)", "(a b c)", "(a (b c))", "(a (b c) c)", "( a (b c)  c)", "(b (b (b (b b))))",
        "(b (b b) (b b) b)", "(a (b b) (b b) b)", "(\"a b\" (b c) \"(\")", "(a (b c) (b c) (b c))",
        "(S (NP (D the) (N dog)) (VP (V barks)))",
        "(S (NP (D a) (N dog)) (VP (V sees) (NP (D the) (N cat))))",
        "(S (NP (D the) (N cat)) (VP (V sees) (NP (D the) (N dog))))",
        "(S (NP (N cats)) (VP (V see) (NP (NP (D the) (N dog)) (PP (P of) (NP (N cats))))))",
        "(S (NP the dog) (VP barks))"}},
      {"graphs, or molecules in SMILES",
       {"C", "a;b", "C;C", "C;O | 1-2", "C;O | 1-2:x", "O;C|2-1", "C;C;O | 1-2 2-3", "C;C;O | 1-2 2-3:x",
        "C;C;C | 1-2 2-3 1-3", "C;C;C | 1-2:x 2-3:x 1-3:x", "C;C;C;C | 1-2 2-3 3-4 4-1", "C;C;C;C | 1-2 3-4",
        "a;a;a;b;b | 1-2 2-3 3-4 4-5", "a;b;a;b;a | 1-2 2-3 3-4 4-5", "\"a b\";\"\" | 1-1 1-2:\"x y\"",
        "O;C;C;C;C;C;C | 1-2 2-3 3-4 4-5 5-6 6-7 7-2:x", "a;a;a;a;a;a | 1-2 1-3 1-4 1-5 1-6"}}};
  return texts.at(notation);
}

}  // namespace preimage::testing
