#include "suite/records/paper.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::records;

namespace {

std::vector<Paper> papers_of(const std::string& text) {
  return read_papers(data::CsvReader(text, "papers.csv"));
}

std::string papers_error(const std::string& text) {
  return testing::thrown_message<DataError>([&] { papers_of(text); });
}

}  // namespace

TEST_CASE("papers.csv holds a paper per row, its columns in any order") {
  const std::vector<Paper> papers = papers_of("year,key,title\n2020,doe_2020,\"A title, long\"\n,roe,\n");
  REQUIRE(papers.size() == 2);
  CHECK(papers[0].key == "doe_2020");
  CHECK(papers[0].title == "A title, long");
  CHECK(papers[0].year == "2020");
  CHECK(papers[0].authors == "");
  CHECK(papers[1].key == "roe");
}

TEST_CASE("errors in papers.csv name file, line and column") {
  CHECK(papers_error("paper,title\n") == "papers.csv:1: no column 'key'; known: paper, title");
  CHECK(papers_error("key,titel\n") == "papers.csv:1: unknown column 'titel', did you mean 'title'?");
  CHECK(papers_error("key,year\na,2020\nb,MMXX\n") ==
        "papers.csv:3: column 'year': expected a year of four digits, found 'MMXX'");
  CHECK(papers_error("key,url\na,ftp://x\n") ==
        "papers.csv:2: column 'url': expected an address that begins with https:// or http://, found "
        "'ftp://x'");
  CHECK(papers_error("key\na b\n") ==
        "papers.csv:2: column 'key': expected letters, digits, '_', '-' and '.' only, found 'a b'");
  CHECK(papers_error("key\na\na\n") == "papers.csv:3: paper 'a' occurs twice");
}
