#include "suite/report/shown_names.hpp"

#include <doctest/doctest.h>

using preimage::suite::report::shown_name;

TEST_CASE("one name per method and measure, alone or with a row's title") {
  CHECK(shown_name("jkse") == "JKSE");
  CHECK(shown_name("one vs rest svm") == "1-vs-rest SVM");
  CHECK(shown_name("psnr db") == "PSNR, dB");
  CHECK(shown_name("psnr db, textured") == "PSNR, dB, textured");
  CHECK(shown_name("string loss, kde") == "string loss, KDE");
  CHECK(shown_name("kde 5 window 5") == "kde 5 window 5");
  CHECK(shown_name("") == "");
}
