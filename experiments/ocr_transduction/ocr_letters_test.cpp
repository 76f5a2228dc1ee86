// The OCR letters' file.
#include "experiments/ocr_transduction/ocr_letters.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

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

/// A line of letter.data: `head` (six fields), 127 times 0, and `last`; with the tab that the file ends
/// lines with.
std::string line(const std::string& head, const std::string& last = "1") {
  std::string text = head;
  for (int i = 0; i < 127; ++i) text += "\t0";
  return text + "\t" + last + "\t\n";
}

/// The words "ox" (fold 0) and "k" (fold 9).
const std::string kGood =
    line("1\to\t2\t1\t1\t0") + line("2\tx\t-1\t1\t2\t0", "0") + line("3\tk\t-1\t2\t1\t9");

std::string error_of(const std::string& text) {
  return thrown_message<DataError>([&] { experiments::ocr_transduction::parse_ocr_letters(text, "ocr"); });
}

/// The error of a third line after "o" of a word whose next letter is 2.
std::string second_letter_error(const std::string& head) {
  return error_of(line("1\to\t2\t1\t1\t0") + line(head));
}

}  // namespace

TEST_CASE("the OCR reader gives words in order with their letters' pixels, fold and ids") {
  const TemporaryFolder folder;
  const auto letters =
      experiments::ocr_transduction::load_ocr_letters(folder.write("letter.data.gz", data::gzipped(kGood)));
  REQUIRE(letters.words.size() == 2);
  CHECK(letters.words[0].text == "ox");
  CHECK(letters.words[0].id == 1);
  CHECK(letters.words[0].first == 0);
  CHECK(letters.words[1].text == "k");
  CHECK(letters.words[1].id == 2);
  CHECK(letters.words[1].fold == 9);
  CHECK(letters.words[1].first == 2);
  CHECK(letters.ids == std::vector<long>{1, 2, 3});
  CHECK(letters.pixels.n_rows == 3);
  CHECK(letters.pixels.n_cols == 128);
  CHECK(letters.pixels(0, 127) == 1.0);
  CHECK(letters.pixels(1, 127) == 0.0);
  CHECK(arma::accu(letters.pixels) == 2.0);
}

TEST_CASE("the OCR reader takes lines without the last tab and ids with gaps between words") {
  std::string text = line("5\ta\t-1\t4\t1\t3") + line("9\tb\t-1\t2\t1\t3");
  text.erase(text.size() - 2, 1);
  const auto letters = experiments::ocr_transduction::parse_ocr_letters(text, "ocr");
  CHECK(letters.ids == std::vector<long>{5, 9});
}

TEST_CASE("the OCR reader refuses a broken chain of letters") {
  CHECK(second_letter_error("3\tx\t-1\t1\t2\t0") ==
        "ocr:2: broken chain: id 3 follows a letter whose next_id is 2");
  CHECK(error_of(line("1\to\t1\t1\t1\t0") + line("1\tx\t-1\t1\t2\t0")) ==
        "ocr:2: id: expected more than 1, found 1");
  CHECK(error_of(kGood + line("3\tk\t-1\t3\t1\t9")) == "ocr:4: id: expected more than 3, found 3");
  CHECK(error_of(line("1\to\t2\t1\t1\t0")) == "ocr:1: next_id is 2, but no letter follows");
  CHECK(error_of(line("1\to\t-2\t1\t1\t0")) == "ocr:1: next_id: expected an integer >= -1, found '-2'");
  CHECK(second_letter_error("2\tx\t-1\t2\t2\t0") ==
        "ocr:2: word id: expected 1 as in the letter before, found 2");
  CHECK(second_letter_error("2\tx\t-1\t1\t2\t1") ==
        "ocr:2: fold: expected 0 as in the letter before, found 1");
  CHECK(error_of(kGood + line("4\tk\t-1\t1\t1\t9")) == "ocr:4: word id 1 occurs twice");
}

TEST_CASE("the OCR reader refuses wrong positions") {
  CHECK(second_letter_error("2\tx\t-1\t1\t3\t0") == "ocr:2: position: expected 2, found 3");
  CHECK(error_of(line("1\to\t2\t1\t2\t0")) == "ocr:1: position: expected 1, found 2");
  CHECK(error_of(line("1\to\t2\t1\t0\t0")) == "ocr:1: position: expected an integer >= 1, found '0'");
}

TEST_CASE("the OCR reader refuses letters, pixels and folds out of range, and truncated lines") {
  for (const std::string letter : {"A", "1", "", "ab", "{", "`", "\xc3\xa9"})
    CHECK(error_of(kGood + line("4\t" + letter + "\t-1\t3\t1\t0")) ==
          fmt::format("ocr:4: letter: expected one of a..z, found '{}'", letter));
  for (const std::string pixel : {"2", "-1", "", "0.5", "1 ", "x"})
    CHECK(error_of(kGood + line("4\ta\t-1\t3\t1\t0", pixel)) ==
          fmt::format("ocr:4: pixel 128: expected 0 or 1, found '{}'", pixel));
  CHECK(error_of(line("1\ta\t-1\t1\t1\t10")) == "ocr:1: fold: expected 0..9, found 10");
  CHECK(error_of(line("1\ta\t-1\t1\t1\t-1")) == "ocr:1: fold: expected an integer >= 0, found '-1'");
  CHECK(error_of(line("one\ta\t-1\t1\t1\t0")) == "ocr:1: id: expected an integer >= 0, found 'one'");
  CHECK(error_of(kGood.substr(0, kGood.size() - 5)) ==
        "ocr:3: expected 134 fields separated by tabs, found 133");
  CHECK(error_of(line("1\ta\t-1\t1\t1\t0", "1\t0")) ==
        "ocr:1: expected 134 fields separated by tabs, found 136");
  CHECK(error_of(kGood + "\n") == "ocr:4: expected 134 fields separated by tabs, found 1");
  CHECK(error_of("") == "ocr: empty, expected one letter per line");
}

TEST_CASE("the real OCR letters, where they are there") {
  const auto path = preimage::testing::real_data("ocr_letters/letter.data.gz");
  if (!path) return;
  const auto letters = experiments::ocr_transduction::load_ocr_letters(*path);
  CHECK(letters.pixels.n_rows == 52152);
  CHECK(letters.words.size() == 6877);
  std::vector<std::size_t> words(10, 0), characters(10, 0);
  std::set<std::string> distinct;
  for (const experiments::ocr_transduction::OcrWord& word : letters.words) {
    ++words[static_cast<std::size_t>(word.fold)];
    characters[static_cast<std::size_t>(word.fold)] += word.text.size();
    distinct.insert(word.text);
  }
  CHECK(words == std::vector<std::size_t>{626, 704, 684, 698, 693, 651, 739, 717, 690, 675});
  CHECK(characters == std::vector<std::size_t>{4617, 5375, 5110, 5353, 5270, 5001, 5583, 5370, 5331, 5142});
  CHECK(distinct.size() == 55);
  CHECK(letters.words[0].text == "ommanding");
}
