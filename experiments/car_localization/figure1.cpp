#include "experiments/car_localization/figure1.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "experiments/car_localization/detection_measures.hpp"
#include "experiments/car_localization/recorded_detections.hpp"
#include "preimage/base/collect.hpp"
#include "preimage/losses/ranking.hpp"
#include "suite/figures/grey_image.hpp"
#include "suite/figures/line_plot.hpp"
#include "suite/figures/svg.hpp"
#include "suite/records/verdict.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::car_localization {

using namespace suite;

namespace {

constexpr int kNoise[] = {0, 10, 30, 50, 70, 90};
constexpr std::size_t kImages = 6;
constexpr double kColumnGap = 6.0;

/// The score above which as many boxes are detected as there are objects.
double equal_error_threshold(const PooledDetections& pooled) {
  if (pooled.scores.n_elem <= pooled.n_objects) return -arma::datum::inf;
  const arma::vec falling = arma::sort(pooled.scores, "descend");
  return falling(pooled.n_objects - 1);
}

/// A column of the sheet.
struct Method {
  std::string title;
  std::size_t series = 0;  // whose colour it has
  RecordedDetections detections;
  double threshold = 0.0;
};

BoxLists true_boxes(const study::Task& task, const arma::uvec& samples) {
  return task.data.outputs.subset(samples).get<BoxLists>();
}

std::vector<Method> methods_of(const study::FigureContext& context) {
  const std::pair<Method, std::string> all[] = {{{"linear S-SVM", 1, {}, 0.0}, "svm_0"},
                                                {{"linear JKSE", 2, {}, 0.0}, "linear_0"},
                                                {{"chi-square JKSE", 5, {}, 0.0}, "chi_square_0"}};
  std::vector<Method> methods;
  for (auto [method, learner] : all) {
    const records::ResultRecord* record = context.record(learner, 0);
    if (record == nullptr) continue;
    method.detections = recorded_detections(*record, context.task);
    method.threshold = equal_error_threshold(
        pool(true_boxes(context.task, method.detections.samples), method.detections.found));
    methods.push_back(std::move(method));
  }
  return methods;
}

/// A box in the coordinates of its image; what leaves the image is cut off there.
std::string box_svg(const samples::Box& box, const std::string& attributes) {
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"currentColor\"{}/>\n",
      box.left, box.top, box.width, box.height, attributes);
}

/// An image in <defs>, and how it is shown.
struct Shown {
  std::size_t test = 0;  // its number among the test samples
  const suite::figures::GreyImage* image = nullptr;
  std::string id;
};

/// The image with the true boxes and what the method found, `width` wide.
std::string image_svg(const Shown& shown, const Method& method, const std::vector<samples::Box>& cars,
                      double x, double y, double width) {
  const auto image_width = static_cast<double>(shown.image->width),
             image_height = static_cast<double>(shown.image->height);
  const std::string line = fmt::format(" stroke-width=\"{:.2f}\"", 2.0 * image_width / width);
  std::string svg = fmt::format(
      "<svg x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" viewBox=\"0 0 {:.0f} {:.0f}\">\n"
      "<use href=\"#{}\"/>\n",
      x, y, width, width * image_height / image_width, image_width, image_height, shown.id);
  for (const samples::Box& box : cars) svg += box_svg(box, line + " color=\"#ffffff\"");
  svg += fmt::format("<g color=\"{}\">\n", figures::colour_text(figures::kSeriesOnPictures[method.series]));
  for (const samples::ScoredBox& detection : method.detections.found[shown.test])
    if (detection.score >= method.threshold) svg += box_svg(detection.box, line);
  return svg + "</g>\n</svg>\n";
}

/// Evenly from all test images.
std::vector<Shown> shown_images(const LocalizationImages& images, const arma::uvec& samples,
                                const std::string& id_prefix) {
  std::vector<Shown> shown;
  const std::size_t count = std::min<std::size_t>(kImages, samples.n_elem);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t test = k * samples.n_elem / count;
    shown.push_back({test, &images.samples[samples(test)].image, fmt::format("{}-image-{}", id_prefix, k)});
  }
  return shown;
}

/// What the repetitions of a learner say: each a draw of the swapped boxes.
struct Draws {
  std::vector<double> errors;                   // at equal precision and recall
  std::vector<std::vector<double>> precisions;  // at which the k-th car was found, for k from 1
  std::size_t n_cars = 0;
};

Draws draws_of(const study::FigureContext& context, const std::string& learner) {
  Draws draws;
  for (const records::ResultRecord* record : context.all_records(learner, 0)) {
    const RecordedDetections recorded = recorded_detections(*record, context.task);
    const PooledDetections pooled = pool(true_boxes(context.task, recorded.samples), recorded.found);
    const auto curve = losses::precision_recall(pooled.scores, pooled.is_correct, pooled.n_objects);
    draws.errors.push_back(losses::equal_error_rate(pooled.scores, pooled.is_correct, pooled.n_objects));
    std::vector<double>& found = draws.precisions.emplace_back();
    for (arma::uword i = 0; i < curve.recall.n_elem; ++i) {
      const double cars = std::round(curve.recall(i) * static_cast<double>(pooled.n_objects));
      while (static_cast<double>(found.size()) < cars) found.push_back(curve.precision(i));
    }
    draws.n_cars = pooled.n_objects;
  }
  return draws;
}

/// The mean precision as far as all draws get, and its standard deviation where there are several draws.
figures::Series mean_curve(const Draws& draws, int percent) {
  figures::Series series{
      fmt::format("r = {} %: EER {:.3f}", percent, records::mean(draws.errors)), {}, {}, {}};
  const bool has_spread = draws.errors.size() > 1;
  if (has_spread) series.name += fmt::format(" \u00b1 {:.3f}", records::standard_deviation(draws.errors));
  const auto shortest = std::min_element(draws.precisions.begin(), draws.precisions.end(),
                                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
  for (std::size_t k = 0; k < shortest->size(); ++k) {
    const auto values =
        base::collect(draws.precisions, [&](const auto& precisions) { return precisions[k]; });
    series.x.push_back(static_cast<double>(k + 1) / static_cast<double>(draws.n_cars));
    series.y.push_back(records::mean(values));
    if (has_spread) series.error.push_back(records::standard_deviation(values));
  }
  return series;
}

/// Of curves that are means over draws.
std::string caption_of(std::size_t draws) {
  return draws < 2
             ? "One draw of the swapped boxes. EER: error where precision equals recall."
             : fmt::format(
                   "Mean over {} draws of the swapped boxes, as far as all of them get; bands, and behind "
                   "\u00b1: one SD over these draws. EER: error where precision equals recall.",
                   draws);
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
  plot.id_prefix = "precision-" + method;
  plot.title = context.stand_in ? title + " (stand-in: scenes drawn by formula)" : title;
  plot.x_label = "recall";
  plot.y_label = "precision";
  plot.x_shown = plot.y_shown = {0.0, 1.0};  // the three panels compare
  plot.y_bounds = {0.0, 1.0};
  plot.has_bands = true;
  std::size_t most_draws = 0;
  for (const int percent : kNoise) {
    const Draws draws = draws_of(context, fmt::format("{}_{}", method, percent));
    if (draws.errors.empty()) continue;
    plot.series.push_back(mean_curve(draws, percent));
    most_draws = std::max(most_draws, draws.errors.size());
  }
  plot.caption = caption_of(most_draws);
  return plot.series.empty() ? "" : figures::line_plot_svg(plot);
}

std::string draw_detections(const study::FigureContext& context) {
  using namespace figures;
  const std::vector<Method> methods = methods_of(context);
  if (methods.empty()) return "";
  const auto searched = context.task.data.inputs.get<SearchedImages>();
  const arma::uvec& samples = methods[0].detections.samples;
  const BoxLists cars = true_boxes(context.task, samples);
  SvgHead head{"detections", "Test images, r = 0: cars white, detections at equal error coloured", "",
               kFigureWidth, 0.0};
  if (context.stand_in) head.title += " (stand-in: scenes drawn by formula)";
  const std::vector<Shown> shown = shown_images(*searched.images, samples, head.id_prefix);
  const double width = (kFigureWidth - 2 * kEdge - 2 * kColumnGap) / 3;
  const std::vector<std::string> title = wrapped(head.title, kFigureWidth - 2 * kEdge, kTitleSize);
  std::string svg = "<defs>\n";
  for (const Shown& one : shown)
    svg +=
        svg_picture(0.0, 0.0, static_cast<double>(one.image->width), static_cast<double>(one.image->height),
                    png_bytes(*one.image), fmt::format(" id=\"{}\"", one.id));
  svg += "</defs>\n" + svg_title(title, kEdge);
  double y = kEdge + kTitleLine * static_cast<double>(title.size()) + kLineHeight;
  const auto x = [&](std::size_t m) { return kEdge + (width + kColumnGap) * static_cast<double>(m); };
  for (std::size_t m = 0; m < methods.size(); ++m)
    svg += svg_text(x(m), y, methods[m].title, svg_series(methods[m].series));
  y += 8.0;
  for (const Shown& one : shown) {
    for (std::size_t m = 0; m < methods.size(); ++m)
      svg += image_svg(one, methods[m], cars[one.test], x(m), y, width);
    y += width * static_cast<double>(one.image->height) / static_cast<double>(one.image->width) + kColumnGap;
  }
  head.height = y - kColumnGap + kEdge;
  return svg_opening(head) + svg + "</svg>\n";
}

}  // namespace preimage::experiments::car_localization
