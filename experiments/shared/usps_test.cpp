// USPS files.
#include "experiments/shared/usps.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/real_data.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
using preimage::DataError;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

/// A line in the form of zip.train: `label`, 255 times -1.0000, and `last`.
std::string usps_line(const std::string& label, const std::string& last) {
  std::string text = label;
  for (int i = 0; i < 255; ++i) text += " -1.0000";
  return text + " " + last + " \n";
}

std::string usps_error(const std::string& text) {
  return thrown_message<DataError>([&] { experiments::shared::parse_usps(text, "zip"); });
}

}  // namespace

TEST_CASE("parse_usps reads label and pixels of every line") {
  const TemporaryFolder folder;
  const std::string text = usps_line("6.0000", "-0.6310") + usps_line("9", "1");
  const auto digits = experiments::shared::load_usps(folder.write("zip.gz", data::gzipped(text)));
  CHECK(digits.labels == std::vector<int>{6, 9});
  CHECK(digits.ids == std::vector<std::size_t>{0, 1});
  CHECK(digits.pixels.n_rows == 2);
  CHECK(digits.pixels.n_cols == 256);
  CHECK(digits.pixels(0, 0) == -1.0);
  CHECK(digits.pixels(0, 255) == -0.631);
  CHECK(digits.pixels(1, 255) == 1.0);
}

TEST_CASE("parse_usps names line and field of what is wrong") {
  const std::string good = usps_line("6.0000", "0");
  CHECK(usps_error(good + usps_line("6.5", "0")) == "zip:2: field 1: expected a label 0..9, found 6.5");
  CHECK(usps_error(usps_line("10", "0")) == "zip:1: field 1: expected a label 0..9, found 10");
  CHECK(usps_error(usps_line("six", "0")) == "zip:1: field 1: expected a number, found 'six'");
  CHECK(usps_error(usps_line("1", "1.001")) == "zip:1: field 257: expected a pixel in [-1, 1], found 1.001");
  CHECK(usps_error(usps_line("1", "nan")) == "zip:1: field 257: expected a number, found 'nan'");
  CHECK(usps_error(usps_line("1", "0.5x")) == "zip:1: field 257: expected a number, found '0.5x'");
  CHECK(usps_error(good + usps_line("1", "")) == "zip:2: expected 257 fields, found 256");
  CHECK(usps_error(usps_line("1", "0 0")) == "zip:1: expected 257 fields, found more");
  CHECK(usps_error(good + "\n" + good) == "zip:2: expected 257 fields, found 0");
  CHECK(usps_error("") == "zip: empty, expected one digit per line");
}

TEST_CASE("first_per_class keeps the order of the file and the rows' numbers") {
  std::string text;
  for (int i = 0; i < 33; ++i)
    text += usps_line(std::to_string((i * 7) % 11 % 10), std::to_string(i) + "e-2");
  const auto all = experiments::shared::parse_usps(text, "zip");
  const auto some = experiments::shared::first_per_class(all, 2, "zip");
  CHECK(some.labels.size() == 20);
  CHECK(std::is_sorted(some.ids.begin(), some.ids.end()));
  for (int digit = 0; digit < 10; ++digit)
    CHECK(std::count(some.labels.begin(), some.labels.end(), digit) == 2);
  for (std::size_t i = 0; i < some.ids.size(); ++i) {
    CHECK(some.labels[i] == all.labels[some.ids[i]]);
    CHECK(some.pixels(i, 255) == all.pixels(some.ids[i], 255));
    const auto earlier =
        std::count(all.labels.begin(), all.labels.begin() + static_cast<long>(some.ids[i]), some.labels[i]);
    CHECK(earlier < 2);
  }
  CHECK(thrown_message<DataError>([&] { experiments::shared::first_per_class(all, 4, "zip"); }) ==
        "zip: expected 4 samples of class 1, found 3");
}

TEST_CASE("the real USPS digits, where they are there") {
  const auto path = preimage::testing::real_data("usps/zip.train.gz");
  if (!path) return;
  const auto train = experiments::shared::load_usps(*path);
  CHECK(std::vector<int>(train.labels.begin(), train.labels.begin() + 20) ==
        std::vector<int>{6, 5, 4, 7, 3, 6, 3, 1, 0, 1, 7, 0, 1, 1, 7, 7, 4, 8, 0, 1});
  std::vector<int> counts(10, 0);
  for (const int label : train.labels) ++counts[static_cast<std::size_t>(label)];
  CHECK(counts == std::vector<int>{1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644});
  CHECK(train.pixels(0, 6) == -1.0);
  CHECK(train.pixels(0, 7) == -0.631);
  CHECK(experiments::shared::load_usps(path->parent_path() / "zip.test.gz").labels.size() == 2007);
}
