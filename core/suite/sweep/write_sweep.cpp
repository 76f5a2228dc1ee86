#include "suite/sweep/write_sweep.hpp"

#include <algorithm>

#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/sweep/curve.hpp"
#include "suite/sweep/loss_map.hpp"
#include "suite/sweep/sweep_folder.hpp"

namespace preimage::suite::sweep {

namespace {

constexpr const char* kAxesFile = "axes.csv";
constexpr const char* kPointsFile = "points.csv";
constexpr const char* kCellsFile = ".cells.sha256";  // which cells points.csv is of
constexpr std::size_t kMaxAxesBytes = 1 << 20;

/// SHA-256 of the keys of all cells in their order.
std::string cells_line(const run::Selection& sweep) {
  base::Sha256 keys;
  for (const run::SelectedReading& selected : sweep.readings) {
    for (const study::Cell& cell : selected.cells) keys.update(cell.key.text() + "\n");
  }
  return keys.hex_digest() + "\n";
}

std::size_t outer_folds_of(const run::SelectedReading& selected) {
  int last = 0;
  for (const study::Cell& cell : selected.cells) last = std::max(last, cell.outer_fold);
  return static_cast<std::size_t>(last) + 1;
}

SweepHead head_of(const run::Selection& sweep, const study::StudyOptions& options) {
  const run::SelectedReading& first = sweep.readings.front();
  const bool same_splits =
      std::all_of(sweep.readings.begin(), sweep.readings.end(),
                  [](const run::SelectedReading& point) { return point.repeats_one_draw(); });
  std::set<std::string> of_one_draw;
  for (const auto& [learner, repeats] : first.repeats) {
    const bool is_one = std::all_of(sweep.readings.begin(), sweep.readings.end(),
                                    [&, name = learner](const run::SelectedReading& point) {
                                      return point.repeats_of(name) != study::Repeats::draws;
                                    });
    if (is_one) of_one_draw.insert(learner);
  }
  return {first.study,           options.selected.sweep,
          first.reading.label(), options.selected.stand_in && first.reading->experiment.has_stand_in,
          sweep.readings.size(), first.repetitions,
          same_splits,           !first.reading->experiment.outside,
          outer_folds_of(first), std::move(of_one_draw)};
}

/// A file beside points.csv.
struct Picture {
  std::string file, bytes;
};

/// Of what there is to draw: the curve over one axis, a map per learner over two and more.
std::vector<Picture> pictures_of(const SweepHead& head, const std::vector<SweepLearner>& learners) {
  std::vector<Picture> pictures;
  if (const std::optional<Curve> curve = curve_of(head, learners)) {
    pictures.push_back({kCurveNumbers, curve_csv(*curve)});
    pictures.push_back({kCurvePicture, figures::line_plot_svg(curve_plot(*curve))});
  }
  for (const SweepLearner& learner : learners) {
    if (const std::optional<figures::HeatMap> map = loss_map_of(head, learner))
      pictures.push_back({heat_map_file(learner.name), figures::heat_map_svg(*map)});
  }
  return pictures;
}

}  // namespace

bool is_written(const run::Selection& sweep, const study::StudyOptions& options) {
  const std::filesystem::path folder =
      options.selected.results().sweeps() / sweep_name(options, sweep.studies.front());
  return std::filesystem::exists(folder / kPointsFile) && std::filesystem::exists(folder / kCellsFile) &&
         base::read_file(folder / kCellsFile, kMaxAxesBytes) == cells_line(sweep);
}

bool replaces_another(const study::StudyOptions& options, const study::Study& sweep) {
  const std::filesystem::path axes =
      options.selected.results().sweeps() / sweep_name(options, sweep) / kAxesFile;
  return std::filesystem::exists(axes) &&
         base::read_file(axes, kMaxAxesBytes) != axes_csv(options.selected.sweep);
}

WrittenSweep write_sweep(const run::Selection& sweep, const study::StudyOptions& options,
                         records::RecordStore& store) {
  const records::ResultsFolder results = options.selected.results();
  const std::string name = sweep_name(options, sweep.studies.front());
  const records::FileLock lock = records::lock_for(results, "the files of sweep " + name);
  WrittenSweep written{head_of(sweep, options),
                       collect_sweep(sweep, options.selected.sweep, store),
                       {},
                       results.sweeps() / name,
                       {},
                       ""};
  written.winners = winners_of(written.learners, options.selected.sweep);
  const std::vector<Picture> pictures = pictures_of(written.head, written.learners);
  for (const Picture& picture : pictures) written.figures.push_back(picture.file);
  written.text = sweep_text(written.head, written.learners, written.winners, written.figures);
  std::error_code code;  // where it cannot be removed, the files below cannot be written
  std::filesystem::remove(written.folder / kCellsFile, code);  // until what it says is true again
  base::write_file_durably(written.folder / kPointsFile, [&](const base::ByteSink& sink) {
    points_csv(written.head, written.learners, sink);
  });
  base::write_file_durably(written.folder / "best.csv", best_csv(written.head, written.learners));
  base::write_file_durably(written.folder / kAxesFile, axes_csv(options.selected.sweep));
  base::write_file_durably(written.folder / "summary.txt", written.text);
  for (const Picture& picture : pictures)
    base::write_file_durably(written.folder / picture.file, picture.bytes);
  if (written.winners.empty()) {  // one of a smaller sweep of this name would say what this one does not
    std::filesystem::remove(written.folder / "best.yaml");
  } else {
    write_best_config(written.folder,
                      best_config(written.head, written.winners, name, options.selected.profile));
  }
  base::write_file_durably(written.folder / kCellsFile, cells_line(sweep));
  return written;
}

}  // namespace preimage::suite::sweep
