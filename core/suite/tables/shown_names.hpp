// What tables, plots and the page call methods and measures: one name for each, wherever it stands.
#pragma once

#include <string>

namespace preimage::suite::tables {

/// What a learner or measure is called that no ledger names: "jkse" is "JKSE", "psnr_db" is "PSNR, dB". A key that only a
/// config has is its own name, with blanks for underscores.
std::string shown_name(const std::string& key);

/// The key with blanks for underscores.
std::string in_words(const std::string& key);

}  // namespace preimage::suite::tables
