// From tables and their records to the numbers of the page.
#pragma once

#include <map>
#include <string>

#include "suite/render/page.hpp"
#include "suite/results/reading_records.hpp"

namespace preimage::suite::render {

/// Fills the studies, groups and numbers of a page, one reading at a time.
class PageBuilder {
 public:
  /// Both must outlive the object.
  PageBuilder(Page& page, const study::SelectionOptions& options) : page_(page), options_(options) {}

  /// cost  O(cells x measures)
  void add(const study::PlannedReading& selected, const results::ReadingRecords& found,
           const results::ResultTable& table);

 private:
  std::size_t group_of(const study::PlannedReading& selected, const results::ReadingRecords& found,
                       const results::TableHead& head, const std::string& learner);
  PageStudy& study_of(const study::Study& study, const results::TableHead& head);

  Page& page_;
  const study::SelectionOptions& options_;
  std::map<std::string, std::size_t> groups_;  // by name, of the reading that is being added
};

/// Fills in which readings of the configs are not on the page, once all others are.
void add_not_run(Page& page, const study::Plan& selection, const study::SelectionOptions& options);

}  // namespace preimage::suite::render
