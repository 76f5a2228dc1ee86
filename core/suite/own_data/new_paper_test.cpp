// `preimage new paper`: its README knows every column. What it writes, and that it runs as it is, is in
// core/testing/transcripts/new_paper.md.
#include <doctest/doctest.h>

#include "suite/records/ledger_columns.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;

TEST_CASE("the README of a new paper explains every column of its ledger") {
  for (const std::vector<std::string>& kind : {std::vector<std::string>{}, {"--program"}}) {
    const TemporaryFolder folder;
    std::vector<std::string> words = {"new", "paper", (folder.path() / "doe_2020").string()};
    words.insert(words.end(), kind.begin(), kind.end());
    REQUIRE(run_preimage(words).code == 0);
    const std::string readme = text_of(folder.path() / "doe_2020/README.md");
    for (const preimage::suite::records::LedgerColumn& column : preimage::suite::records::kLedgerColumns)
      CHECK_MESSAGE(contains(readme, "`" + std::string(column.name) + "`"), column.name);
  }
}
