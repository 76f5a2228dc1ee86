// Which figures of its experiment a config shows.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/study_parts.hpp"

namespace preimage::suite::study {

namespace {

/// A figure that shows some learners of the config and others that it does not have would lack a row without
/// a word, or vanish.
void require_all_or_none(const config::Reader& root, const Figure& figure,
                         const std::vector<std::string>& learners) {
  const auto without = [](std::vector<std::string> names, const std::vector<std::string>& others) {
    std::erase_if(names, [&](const std::string& name) { return std::ranges::count(others, name) > 0; });
    return names;
  };
  const std::vector<std::string> missing = without(figure.learners, learners);
  if (missing.empty() || missing.size() == figure.learners.size()) return;
  // A renamed one is among those that it does not show.
  const std::vector<std::string> others = without(learners, figure.learners);
  root.fail(
      "learners",
      fmt::format("{} shows '{}', which no reading has{}; `figures: none`, or a list of files, leaves it "
                  "out",
                  figure.file, missing.front(), base::suggestion(missing.front(), others)));
}

}  // namespace

void choose_figures(const config::Reader& root, std::vector<Reading>& readings) {
  const std::vector<std::string> files = base::collect(readings.front().experiment.figures, &Figure::file);
  std::vector<std::string> chosen = files;
  if (root.has(keys::kFigures.name)) {
    chosen = root.texts_or_none(keys::kFigures.name);
    if (!chosen.empty()) root.log_texts(keys::kFigures.name, chosen);
    if (chosen == std::vector<std::string>{"none"}) chosen.clear();
    for (const std::string& file : chosen) require_known(root, keys::kFigures.name, "figure", file, files);
  }
  const std::vector<std::string> learners = learners_of(readings);
  for (Reading& reading : readings) {
    std::erase_if(reading.experiment.figures, [&](const Figure& figure) {
      return std::ranges::find(chosen, figure.file) == chosen.end();
    });
    for (const Figure& figure : reading.experiment.figures) require_all_or_none(root, figure, learners);
  }
}

}  // namespace preimage::suite::study
