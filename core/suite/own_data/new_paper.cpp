#include "suite/own_data/new_paper.hpp"

#include <re2/re2.h>

namespace preimage::suite::own_data {

std::vector<suite::study::DraftFile> draft_paper(const std::string& key, suite::study::PaperKind kind) {
  std::vector<suite::study::DraftFile> files = new_paper_texts(kind);
  for (suite::study::DraftFile& file : files) re2::RE2::GlobalReplace(&file.text, "@name@", key);
  files.front().name = key + ".yaml";
  return files;
}

}  // namespace preimage::suite::own_data
