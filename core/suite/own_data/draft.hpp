// `preimage init`: a config for a user's file.
#pragma once

#include "suite/study/draft.hpp"

namespace preimage::suite::own_data {

/// For study::DraftConfig. The config runs as it is; each value in it comes from the file, or is explained
/// beside it.
suite::study::Draft draft_config(const suite::study::DraftRequest& request);

}  // namespace preimage::suite::own_data
