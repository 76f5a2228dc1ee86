// `preimage new paper`: a folder that holds a config against published numbers, and runs as it is.
#pragma once

#include "suite/study/draft.hpp"

namespace preimage::suite::own_data {

/// For study::DraftPaper: the files of own_data/new_paper, or of its folder `program`, with the key in them;
/// the config is named by it.
std::vector<suite::study::DraftFile> draft_paper(const std::string& key, suite::study::PaperKind kind);

/// These files as they are written, with @name@ in place of the key; the config first.
const std::vector<suite::study::DraftFile>& new_paper_texts(suite::study::PaperKind kind);

}  // namespace preimage::suite::own_data
