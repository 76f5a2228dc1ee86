#include "suite/results/result_set.hpp"

#include <algorithm>

namespace preimage::suite::results {

NumberSet ConfigResults::numbers() const {
  NumberSet numbers;
  for (const ReadingResults& reading : readings)
    add_numbers(reading.table, reading.provenance, {"", variant, "", "", "", study->config},
                study->experiment, numbers);
  return numbers;
}

std::vector<NumberSet> ResultSet::numbers() const {
  std::vector<NumberSet> all;
  for (const ConfigResults& config : configs) all.push_back(config.numbers());
  return all;
}

PaperClaims ResultSet::claims() const {
  PaperClaims claims;
  for (const ConfigResults& config : configs) {
    const std::string& paper = config.study->paper.key;
    for (const ReadingResults& reading : config.readings) {
      if (!paper.empty()) count_claims(reading.table, claims[paper]);
    }
  }
  return claims;
}

void add_paper(std::vector<records::Paper>& papers, const records::Paper& paper) {
  if (std::ranges::none_of(papers, [&](const auto& other) { return other.key == paper.key; }))
    papers.push_back(paper);
}

std::vector<records::Paper> ResultSet::papers() const {
  std::vector<records::Paper> papers;
  for (const ConfigResults& config : configs) add_paper(papers, config.study->paper);
  return papers;
}

std::size_t ResultSet::sum(const std::function<std::size_t(const ResultTable&)>& of) const {
  std::size_t sum = 0;
  for (const ConfigResults& config : configs) {
    for (const ReadingResults& reading : config.readings) sum += of(reading.table);
  }
  return sum;
}

std::size_t ResultSet::incomplete() const {
  return sum([](const ResultTable& table) { return table.head.failed + table.head.missing; });
}

std::size_t ResultSet::not_finite() const {
  return sum([](const ResultTable& table) { return table.not_finite.size(); });
}

}  // namespace preimage::suite::results
