#include "experiments/car_localization/figure1.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "experiments/car_localization/detection_measures.hpp"
#include "experiments/car_localization/recorded_detections.hpp"
#include "preimage/losses/ranking.hpp"
#include "suite/figures/canvas.hpp"
#include "suite/figures/line_plot.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::car_localization {

using namespace suite;

namespace {

constexpr int kNoise[] = {0, 10, 30, 50, 70, 90};
constexpr std::size_t kImages = 6, kGap = 8, kTextScale = 2;

/// A drawing of the canvas cuts nothing off, so a box that leaves the image is cut here.
samples::Box inside(const samples::Box& box, const samples::GreyImage& image) {
  const int left = std::max(box.left, 0), top = std::max(box.top, 0);
  const int right = std::min(box.left + box.width, static_cast<int>(image.width));
  const int bottom = std::min(box.top + box.height, static_cast<int>(image.height));
  return {left, top, right - left, bottom - top};
}

struct Corner {
  std::size_t x = 0, y = 0;
};

void draw_image(figures::Canvas& canvas, const Corner& at, const samples::GreyImage& image) {
  for (std::size_t y = 0; y < image.height; ++y) {
    for (std::size_t x = 0; x < image.width; ++x) {
      const std::uint8_t grey = image.pixels[y * image.width + x];
      canvas.fill(at.x + x, at.y + y, 1, 1, {grey, grey, grey});
    }
  }
}

void draw_box(figures::Canvas& canvas, const Corner& at, const samples::Box& box,
              const samples::GreyImage& image, const figures::Colour& colour) {
  const samples::Box seen = inside(box, image);
  if (seen.width < 5 || seen.height < 5) return;  // nothing of the frame would be left to see
  canvas.frame(at.x + static_cast<std::size_t>(seen.left), at.y + static_cast<std::size_t>(seen.top),
               static_cast<std::size_t>(seen.width), static_cast<std::size_t>(seen.height), 2, colour);
}

/// The score above which as many boxes are detected as there are objects.
double equal_error_threshold(const PooledDetections& pooled) {
  if (pooled.scores.n_elem <= pooled.n_objects) return -arma::datum::inf;
  const arma::vec falling = arma::sort(pooled.scores, "descend");
  return falling(pooled.n_objects - 1);
}

struct Row {
  std::string title;
  figures::Colour colour;
  RecordedDetections detections;
  double threshold = 0.0;
};

detection::BoxLists true_boxes(const study::Task& task, const arma::uvec& samples) {
  return task.data.outputs.subset(samples).get<detection::BoxLists>();
}

std::vector<Row> rows_of(const study::FigureContext& context) {
  const std::pair<Row, std::string> all[] = {{{"linear S-SVM", {213, 94, 0}, {}, 0.0}, "svm_0"},
                                             {{"linear JKSE", {0, 158, 115}, {}, 0.0}, "linear_0"},
                                             {{"chi-square JKSE", {86, 180, 233}, {}, 0.0}, "chi_square_0"}};
  std::vector<Row> rows;
  for (auto [row, learner] : all) {
    const records::ResultRecord* record = context.record(learner, 0);
    if (record == nullptr) continue;
    row.detections = recorded_detections(*record, context.task);
    row.threshold =
        equal_error_threshold(pool(true_boxes(context.task, row.detections.samples), row.detections.found));
    rows.push_back(std::move(row));
  }
  return rows;
}

void draw_row(figures::Canvas& canvas, std::size_t y, const Row& row,
              const detection::LocalizationImages& images, const detection::BoxLists& cars,
              const std::vector<std::size_t>& shown) {
  canvas.text(kGap, y, row.title, kTextScale, row.colour);
  Corner at{kGap, y + figures::text_height(kTextScale) + kGap};
  for (const std::size_t i : shown) {
    const samples::GreyImage& image = images.samples[row.detections.samples(i)].image;
    draw_image(canvas, at, image);
    for (const samples::Box& box : cars[i]) draw_box(canvas, at, box, image, figures::kWhite);
    for (const samples::ScoredBox& detection : row.detections.found[i]) {
      if (detection.score >= row.threshold) draw_box(canvas, at, detection.box, image, row.colour);
    }
    at.x += image.width + kGap;
  }
}

}  // namespace

std::vector<std::string> learners_by_noise(const std::string& method) {
  std::vector<std::string> names;
  for (const int percent : kNoise) names.push_back(fmt::format("{}_{}", method, percent));
  return names;
}

std::string draw_precision_recall(const study::FigureContext& context, const std::string& method,
                                  const std::string& title) {
  figures::LinePlot plot;
  plot.title = context.stand_in ? title + " (stand-in: scenes drawn by formula)" : title;
  plot.x_label = "recall";
  plot.y_label = "precision";
  plot.x_shown = plot.y_shown = {0.0, 1.0};  // the three panels compare
  for (const int percent : kNoise) {
    const records::ResultRecord* record = context.record(fmt::format("{}_{}", method, percent), 0);
    if (record == nullptr) continue;
    const RecordedDetections recorded = recorded_detections(*record, context.task);
    const PooledDetections pooled = pool(true_boxes(context.task, recorded.samples), recorded.found);
    const auto curve = losses::precision_recall(pooled.scores, pooled.is_correct, pooled.n_objects);
    const double error = losses::equal_error_rate(pooled.scores, pooled.is_correct, pooled.n_objects);
    figures::Series series{fmt::format("r = {} %, EER {:.3f}", percent, error), {}, {}, {}};
    for (arma::uword i = 0; i < curve.recall.n_elem; ++i) {  // where a car was found; what lies between falls
      if (i > 0 && curve.recall(i) == curve.recall(i - 1)) continue;
      series.x.push_back(curve.recall(i));
      series.y.push_back(curve.precision(i));
    }
    plot.series.push_back(std::move(series));
  }
  return plot.series.empty() ? "" : figures::line_plot_svg(plot);
}

std::string draw_detections(const study::FigureContext& context) {
  const std::vector<Row> rows = rows_of(context);
  if (rows.empty()) return "";
  const auto searched = context.task.data.inputs.get<detection::SearchedImages>();
  const detection::LocalizationImages& images = *searched.images;
  const detection::BoxLists cars = true_boxes(context.task, rows[0].detections.samples);
  const arma::uvec& samples = rows[0].detections.samples;
  std::vector<std::size_t> shown;  // evenly from all test images
  std::size_t width = kGap, height = 0;
  for (std::size_t k = 0; k < std::min<std::size_t>(kImages, samples.n_elem); ++k) {
    shown.push_back(k * samples.n_elem / std::min<std::size_t>(kImages, samples.n_elem));
    const samples::GreyImage& image = images.samples[samples(shown.back())].image;
    width += image.width + kGap;
    height = std::max(height, image.height);
  }
  const std::size_t line = figures::text_height(kTextScale) + kGap, row_height = line + height + kGap;
  std::string title = "Test images, r = 0: cars white, detections at equal error coloured";
  if (context.stand_in) title += " (stand-in: scenes drawn by formula)";
  width = std::max(width, figures::text_width(title, kTextScale) + 2 * kGap);
  figures::Canvas canvas(width, kGap + line + rows.size() * row_height);
  canvas.text(kGap, kGap, title, kTextScale);
  for (std::size_t r = 0; r < rows.size(); ++r)
    draw_row(canvas, kGap + line + r * row_height, rows[r], images, cars, shown);
  return figures::png_bytes(canvas);
}

}  // namespace preimage::experiments::car_localization
