#include "suite/render/latex.hpp"

#include <doctest/doctest.h>

using namespace preimage::suite;
using namespace preimage::suite::render;

TEST_CASE("characters that mean something to LaTeX are escaped, and signs are set as signs") {
  CHECK(latex_escaped(R"(a_b & 50% of #1 {x} \y ~z^2 $)") ==
        R"(a\_b \& 50\% of \#1 \{x\} \textbackslash{}y \~{}z\^{}2 \$)");
  CHECK(latex_escaped("1 < 2 | 3 > 2") == R"(1 \textless{} 2 \textbar{} 3 \textgreater{} 2)");
  CHECK(latex_escaped("1 +- 2\u2020") == R"(1 $\pm$ 2$^\dagger$)");
  CHECK(latex_escaped("two\n\nlines\r") == "two  lines ");
}

TEST_CASE("a comment is one line") {
  CHECK(latex_comment("a\nb\rc") == "% a b c\n");
}

TEST_CASE("numbers: digits as they stand, signs and powers of ten as formulas") {
  CHECK(latex_number("0.0814") == "0.0814");
  CHECK(latex_number("+0.2") == R"(\ensuremath{+0.2})");
  CHECK(latex_number("-28.0") == R"(\ensuremath{-28.0})");
  CHECK(latex_number("9.758e-05") == R"(\ensuremath{9.758\times10^{-5}})");
  CHECK(latex_number("-1e+10") == R"(\ensuremath{-1\times10^{10}})");
  CHECK(latex_number("") == "");
}

TEST_CASE("names of commands are letters alone, and read like what they stand for") {
  CHECK(latex_command_letters("kde_tr098_2002/table_2") == "KdeTrZeroNineEightTwoZeroZeroTwoTableTwo");
  CHECK(latex_command_letters("smoothed-0.8") == "SmoothedZeroPointEight");
  CHECK(latex_command_letters("1-vs-rest SVM") == "OneVsRestSvm");
  CHECK(latex_command_letters("k-NN, symbol error") == "KNnSymbolError");
  CHECK(latex_command_letters(".5. 1.x Sch\u00f6lkopf") == "FiveOneXSchLkopf");
  CHECK(latex_command_letters("\u03c7\u00b2 %") == "");
}
