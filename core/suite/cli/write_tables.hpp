// From records to the files of tables and figures.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "suite/records/results_folder.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/results/result_reader.hpp"

namespace preimage::suite::cli {

/// Writes render::files_of and the figures of every planned config, and <out>/<profile>/timings.csv. What
/// one config's tables are written as is written under a lock, so that of two writers one has written all of
/// it last.
/// writing  the files are written through it: where it takes refusals, tables and figures are made all the
///          same
/// parts.newer  where it is given, what else keeps a config from being written is its `problem`; without it,
///              such errors are thrown
/// throws as require_own_name
results::ResultSet write_tables(const study::Plan& plan, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting& writing, const results::ResultParts& parts = {});

/// write_tables, with the tables shown; the predictions written, where a file is named. That the files were
/// refused is a line on standard error.
struct TablePrinting {
  bool shows = false;  // each config's tables on standard output
  std::optional<std::filesystem::path> predictions = {};
  bool chosen = false;  // tables are shown with what inner folds chose
};
results::ResultSet print_tables(const study::Plan& plan, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting writing, const TablePrinting& printing);

}  // namespace preimage::suite::cli
