#include "suite/render/write_sweep.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/file_hash.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/render/curve.hpp"
#include "suite/render/loss_map.hpp"
#include "suite/render/write_tables.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

constexpr const char* kAxesFile = "axes.csv";
constexpr const char* kPointsFile = "points.csv";
/// Its first line says which cells points.csv is of, the others what the files hold, as sha256sum writes it.
constexpr const char* kSumsFile = ".cells.sha256";
constexpr const char* kBestConfigFile = "best.yaml";
constexpr std::size_t kMaxAxesBytes = 1 << 20;

/// SHA-256 of the keys of all cells in their order.
std::string cells_line(const study::Plan& sweep) {
  base::Sha256 keys;
  for (const study::PlannedReading& selected : sweep.readings) {
    for (const study::Cell& cell : selected.cells) keys.update(cell.key.text() + "\n");
  }
  return keys.hex_digest() + "\n";
}

std::size_t outer_folds_of(const study::PlannedReading& selected) {
  int last = 0;
  for (const study::Cell& cell : selected.cells) last = std::max(last, cell.outer_fold);
  return static_cast<std::size_t>(last) + 1;
}

results::SweepHead head_of(const study::Plan& sweep, const study::StudyOptions& options) {
  const study::PlannedReading& first = sweep.readings.front();
  const bool same_splits =
      std::all_of(sweep.readings.begin(), sweep.readings.end(),
                  [](const study::PlannedReading& point) { return point.repeats_one_draw(); });
  std::set<std::string> of_one_draw;
  for (const auto& [learner, repeats] : first.repeats) {
    const bool is_one = std::all_of(sweep.readings.begin(), sweep.readings.end(),
                                    [&, name = learner](const study::PlannedReading& point) {
                                      return point.repeats_of(name) != study::Repeats::draws;
                                    });
    if (is_one) of_one_draw.insert(learner);
  }
  return {first.study.get(),
          options.selected.sweep,
          first.reading->label(),
          options.selected.stand_in && first.reading->experiment.has_stand_in,
          sweep.readings.size(),
          first.repetitions,
          same_splits,
          !first.reading->experiment.outside,
          outer_folds_of(first),
          std::move(of_one_draw)};
}

/// Writes files of one folder and notes their sums.
class SummedFiles {
 public:
  explicit SummedFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
  void write(const std::string& name, const std::string& bytes) {
    base::write_file_durably(folder_ / name, bytes);
    note(name, base::sha256(bytes));
  }
  void write(const std::string& name, const base::ByteProducer& produce) {
    base::Sha256 sum;
    base::write_file_durably(folder_ / name, [&](const base::ByteSink& sink) {
      produce([&](std::string_view bytes) {
        sum.update(bytes);
        sink(bytes);
      });
    });
    note(name, sum.hex_digest());
  }
  void note(const std::string& name, const std::string& sum) { lines_ += sum + "  " + name + "\n"; }
  const std::string& lines() const { return lines_; }

 private:
  std::filesystem::path folder_;
  std::string lines_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string_view line : data::split_fields(text, '\n')) {
    if (!line.empty()) lines.emplace_back(line);
  }
  return lines;
}

/// Files against their sums. Folders of before 0.1 have none.
void add_changed_files(const std::filesystem::path& folder, std::vector<std::string>& faults) {
  const std::filesystem::path sums = folder / kSumsFile;
  if (!std::filesystem::exists(sums)) return;
  const std::vector<std::string> lines = lines_of(base::read_file(sums, kMaxAxesBytes));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    constexpr std::size_t kDigits = 64;
    const std::string name = lines[i].size() > kDigits + 2 ? lines[i].substr(kDigits + 2) : "";
    if (name.empty() || name.find('/') != std::string::npos) {
      faults.push_back(sums.string() + ": is damaged");
    } else if (!std::filesystem::is_regular_file(folder / name)) {
      faults.push_back((folder / name).string() + ": is missing");
    } else if (data::file_sha256(folder / name) != lines[i].substr(0, kDigits)) {
      faults.push_back((folder / name).string() + ": is not what the sweep has written: run it again");
    }
  }
}

/// What a row of points.csv says of its cell, against the record; nothing where they agree.
std::optional<std::string> contradiction(const std::map<std::string, std::string>& row,
                                         const std::vector<std::string>& measures,
                                         const records::ResultRecord& record) {
  const std::string inner_loss = record.inner_loss ? config::number_text(*record.inner_loss) : "";
  std::map<std::string, std::string> said = {{"status", record.status},
                                             {"repetition", std::to_string(record.repetition)},
                                             {"outer_fold", std::to_string(record.outer_fold)},
                                             {"inner_loss", inner_loss},
                                             {"hyper_parameters", hyper_parameters_text(record.chosen)}};
  for (const std::string& measure : measures) {
    const auto found = record.measures.find(measure);
    const bool is_there = found != record.measures.end() && !found->second.empty();
    said[measure] = is_there ? config::number_text(records::mean(found->second)) : "";
  }
  for (const auto& [column, text] : said) {
    const auto found = row.find(column);
    if (found != row.end() && found->second != text)
      return fmt::format("says {} '{}', the record '{}'", column, found->second, text);
  }
  return std::nullopt;
}

using Row = std::map<std::string, std::string>;

void for_each_row(const std::filesystem::path& points,
                  const std::function<void(std::size_t line, const Row&)>& visit) {
  data::CsvReader csv = data::open_quoted_csv(points);
  for (const char* name : {"config", "learner", "status", "key"})
    csv.column(name);  // which others there are is up to the measures
  std::vector<std::string> fields;
  for (std::size_t line = 2; csv.next(fields); ++line) {
    Row row;
    for (std::size_t c = 0; c < csv.header().size(); ++c) row[csv.header()[c]] = fields[c];
    visit(line, row);
  }
}

/// Those between the inner loss and the hyper-parameters.
std::vector<std::string> measure_columns(const std::vector<std::string>& header) {
  const auto begin = std::find(header.begin(), header.end(), "inner_loss");
  const auto end = std::find(begin, header.end(), "hyper_parameters");
  return begin == end ? std::vector<std::string>{} : std::vector<std::string>(begin + 1, end);
}

void add_contradictions(const std::filesystem::path& points, records::RecordStore& store,
                        std::vector<std::string>& faults) {
  const std::vector<std::string> measures = measure_columns(data::open_quoted_csv(points).header());
  std::map<std::string, std::set<std::string>> learners;  // by key: two equal learners share a record
  for_each_row(points,
               [&](std::size_t, const Row& row) { learners[row.at("key")].insert(row.at("learner")); });
  for_each_row(points, [&](std::size_t line, const Row& row) {
    if (row.at("status") != "ok") return;  // a result may have come later
    const std::optional<records::ResultRecord> record = store.find(row.at("key"));
    std::optional<std::string> wrong =
        record ? contradiction(row, measures, *record) : "names a record that is not there";
    if (!wrong && record->config == row.at("config") && !learners[row.at("key")].contains(record->learner))
      wrong = fmt::format("is of learner '{}', its record of '{}'", row.at("learner"), record->learner);
    if (wrong) faults.push_back(fmt::format("{}:{}: {}", points.string(), line, *wrong));
  });
}

/// A file beside points.csv.
struct Picture {
  std::string file, bytes;
};

/// Of what there is to draw: the curve over one axis, a map per learner over two and more.
std::vector<Picture> pictures_of(const results::SweepHead& head,
                                 const std::vector<results::SweepLearner>& learners) {
  const auto title_of = [&](const std::string& learner) {
    return results::learner_title(*head.study, learner);
  };
  std::vector<Picture> pictures;
  if (const std::optional<Curve> curve = curve_of(head, learners)) {
    pictures.push_back({kCurveNumbers, curve_csv(*curve)});
    pictures.push_back({kCurvePicture, figures::line_plot_svg(curve_plot(*curve, title_of))});
  }
  for (const results::SweepLearner& learner : learners) {
    if (const std::optional<figures::HeatMap> map = loss_map_of(head, learner))
      pictures.push_back({results::heat_map_file(learner.name), figures::heat_map_svg(*map)});
  }
  return pictures;
}

/// A sweep of this name over other axes or learners may have left pictures that this one does not draw.
void remove_other_pictures(const std::filesystem::path& folder, const std::vector<Picture>& pictures) {
  std::vector<std::filesystem::path> others;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    const bool is_picture = file == kCurveNumbers || file == kCurvePicture || file.ends_with("_heat_map.svg");
    const bool is_drawn = std::any_of(pictures.begin(), pictures.end(),
                                      [&](const Picture& picture) { return picture.file == file; });
    if (is_picture && !is_drawn) others.push_back(entry.path());
  }
  for (const std::filesystem::path& other : others) std::filesystem::remove(other);
}

}  // namespace

bool is_written(const study::Plan& sweep, const study::StudyOptions& options) {
  const std::filesystem::path folder =
      options.selected.results().sweeps() / results::sweep_name(options, sweep.studies().front());
  return std::filesystem::exists(folder / kPointsFile) && std::filesystem::exists(folder / kSumsFile) &&
         base::read_file(folder / kSumsFile, kMaxAxesBytes).starts_with(cells_line(sweep));
}

bool replaces_another(const study::StudyOptions& options, const study::Study& sweep) {
  const std::filesystem::path axes =
      options.selected.results().sweeps() / results::sweep_name(options, sweep) / kAxesFile;
  return std::filesystem::exists(axes) &&
         base::read_file(axes, kMaxAxesBytes) != axes_csv(options.selected.sweep);
}

std::vector<std::string> sweep_faults(const std::filesystem::path& results, records::RecordStore& store) {
  std::vector<std::string> faults;
  const std::filesystem::path folder = records::ResultsFolder(results).sweeps();
  if (!std::filesystem::is_directory(folder)) return faults;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    try {
      add_changed_files(entry.path(), faults);
      if (std::filesystem::exists(entry.path() / kPointsFile))
        add_contradictions(entry.path() / kPointsFile, store, faults);
    } catch (const DataError& error) {
      faults.emplace_back(error.what());
    }
  }
  return faults;
}

WrittenSweep write_sweep(const study::Plan& sweep, const study::StudyOptions& options,
                         records::RecordStore& store) {
  const records::ResultsFolder results = options.selected.results();
  const std::string name = results::sweep_name(options, sweep.studies().front());
  const records::FileLock lock = records::lock_for(results, "the files of sweep " + name);
  WrittenSweep written{head_of(sweep, options),
                       results::collect_sweep(sweep, options.selected.sweep, store),
                       {},
                       results.sweeps() / name,
                       {},
                       ""};
  written.winners = results::winners_of(written.learners, options.selected.sweep);
  const std::vector<Picture> pictures = pictures_of(written.head, written.learners);
  for (const Picture& picture : pictures) written.figures.push_back(picture.file);
  written.text = sweep_text(written.head, written.learners, written.winners, written.figures);
  std::error_code code;  // where it cannot be removed, the files below cannot be written
  std::filesystem::remove(written.folder / kSumsFile, code);  // until what it says is true again
  SummedFiles files(written.folder);
  files.write(kPointsFile,
              [&](const base::ByteSink& sink) { points_csv(written.head, written.learners, sink); });
  files.write("best.csv", best_csv(written.head, written.learners));
  files.write(kAxesFile, axes_csv(options.selected.sweep));
  files.write("summary.txt", written.text);
  for (const Picture& picture : pictures) files.write(picture.file, picture.bytes);
  remove_other_pictures(written.folder, pictures);
  if (written.winners.empty()) {  // one of a smaller sweep of this name would say what this one does not
    std::filesystem::remove(written.folder / kBestConfigFile);
  } else {
    files.write(kBestConfigFile,
                results::best_config(written.head, written.winners, name, options.selected.profile));
  }
  base::write_file_durably(written.folder / kSumsFile, cells_line(sweep) + files.lines());
  return written;
}

}  // namespace preimage::suite::render
