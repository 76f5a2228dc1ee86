#include "suite/own_data/new_paper.hpp"

namespace preimage::suite::own_data {

namespace {

constexpr std::string_view kName = "@name@";

std::string with_name(std::string text, const std::string& key) {
  for (std::size_t at = 0; (at = text.find(kName, at)) != std::string::npos; at += key.size())
    text.replace(at, kName.size(), key);
  return text;
}

}  // namespace

std::vector<suite::study::DraftFile> draft_paper(const std::string& key, suite::study::PaperKind kind) {
  std::vector<suite::study::DraftFile> files;
  for (const suite::study::DraftFile& file : new_paper_texts(kind))
    files.push_back({file.name, with_name(file.text, key)});
  files.front().name = key + ".yaml";
  return files;
}

}  // namespace preimage::suite::own_data
