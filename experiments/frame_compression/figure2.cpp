#include "experiments/frame_compression/figure2.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/shared/image_sheet.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::frame_compression {

using namespace suite;

namespace {

constexpr arma::uword kColumns = 11;
constexpr double kEnlarged = 10.0;  // errors

/// A third into the film, from a training frame to a training frame: one gap, or where gaps are short
/// several.
arma::uvec subsequence(const std::vector<int>& folds) {
  const auto n = static_cast<arma::uword>(folds.size());
  const arma::uword gap =
      static_cast<arma::uword>(std::find(folds.begin() + 1, folds.end(), 0) - folds.begin());
  const arma::uword step = std::max<arma::uword>(1, gap / (kColumns - 1));
  const arma::uword span = gap >= kColumns - 1 ? gap : (kColumns - 1) / gap * gap;
  const arma::uword first = n / 3 / gap * gap;
  return arma::regspace<arma::uvec>(first, step, std::min(first + span, n - 1));
}

/// What the learner makes of the frames; empty where it did not run.
arma::mat frames_of(const study::FigureContext& context, const std::string& learner) {
  const records::ResultRecord* record = context.record(learner, 0);
  if (record == nullptr || !record->figure) return {};
  arma::mat frames;
  for (const std::vector<double>& frame : record->figure->vectors)
    frames.insert_rows(frames.n_rows, arma::rowvec(frame));
  return frames;
}

shared::SheetRow error_row(const std::string& label, const arma::mat& frames, const arma::mat& truth) {
  return {label, 0.5 + kEnlarged * (frames - truth)};
}

}  // namespace

std::vector<std::size_t> figure2_frames(const study::Task& task, const std::vector<std::size_t>& /*test*/) {
  return arma::conv_to<std::vector<std::size_t>>::from(subsequence(task.given_folds));
}

std::string draw_figure2(const study::FigureContext& context) {
  const study::Task& task = context.task;
  const arma::uvec shown = subsequence(task.given_folds);
  arma::mat truth = task.data.outputs.subset(shown).get<arma::mat>();
  arma::mat kde = frames_of(context, "kde");
  arma::mat linear = frames_of(context, "linear_interpolation");
  if (kde.is_empty() || linear.is_empty()) return "";
  const double white = truth.max();
  for (arma::mat* frames : {&truth, &kde, &linear}) *frames /= white;
  shared::ImageSheet sheet;
  shared::SheetGroup& group = sheet.groups.emplace_back();
  group.rows = {{"original", truth},
                {"KDE", kde},
                {"linear", linear},
                error_row("KDE, error \u00d7\u00a010", kde, truth),
                error_row("linear, error \u00d7\u00a010", linear, truth)};
  sheet.id_prefix = "frames";
  sheet.title = fmt::format("Frames {} to {}: originals, and what is made of the training frames alone",
                            task.ids[shown.front()], task.ids[shown.back()]);
  for (arma::uword i : shown)
    group.column_labels.push_back(fmt::format("{}{}", task.ids[i], task.given_folds[i] == 0 ? " train" : ""));
  sheet.columns = (kColumns + 1) / 2;
  sheet.height = sheet.width =
      static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(truth.n_cols))));
  return shared::image_sheet_svg(sheet);
}

}  // namespace preimage::experiments::frame_compression
