// All forms of a config's tables.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "suite/render/screen_text.hpp"
#include "suite/results/result_set.hpp"

namespace preimage::suite::render {

/// All readings of a config, as printed.
/// has_choices  each with choices_as_text behind it
Tinted text_of(const results::ConfigResults& config, bool has_choices = false);

/// The files of a config's tables with their bytes; "" for one that must not be there: its figures,
/// <stem>.{txt,md,csv,tex}, <stem>.provenance.csv (by which versions), <stem>.confusion.csv or
/// <stem>.outputs.csv where outputs are classes or vectors and the experiment says so. Same records, same
/// bytes.
std::map<std::filesystem::path, std::string> files_of(const results::ConfigResults& config);

}  // namespace preimage::suite::render
