#include "suite/results/table_words.hpp"

#include <doctest/doctest.h>

using preimage::suite::results::in_words;
using preimage::suite::results::shown_name;

TEST_CASE("a method or measure has one name, and one that nobody knows the words of its key") {
  CHECK(shown_name("jkse") == "JKSE");
  CHECK(shown_name("one_vs_rest_svm") == "1-vs-rest SVM");
  CHECK(shown_name("psnr_db") == "PSNR, dB");
  CHECK(shown_name("string_loss") == "string loss");
  CHECK(shown_name("kde_5_window_5") == "kde 5 window 5");
  CHECK(shown_name("") == "");
  CHECK(in_words("one_vs_rest_svm") == "one vs rest svm");
}
