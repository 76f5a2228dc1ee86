#include "experiments/digit_denoising/figure1.hpp"

#include <algorithm>

#include "data/digits.hpp"
#include "figures/image_sheet.hpp"

namespace preimage::experiments::digit_denoising {

namespace {

/// The paper's rows and then ours, by learner.
constexpr std::pair<const char*, const char*> kMethods[] = {
    {"pca", "PCA"},
    {"gradient_descent", "kPCA+grad.desc."},
    {"learned", "kPCA+learn-pre."},
    {"fixed_point", "kPCA+fixed point"},
    {"distance_constraint", "kPCA+Kwok-Tsang"},
};

/// Positions in the record of the first test sample of each class.
std::vector<std::size_t> one_per_class(const FigureContext& context, const records::ResultRecord& record) {
  std::vector<std::size_t> positions;
  for (int label = 0; label < 10; ++label) {
    for (std::size_t i = 0; i < record.samples.size(); ++i) {
      const auto id = std::find(context.task.ids.begin(), context.task.ids.end(), record.samples[i]);
      const auto sample = static_cast<std::size_t>(id - context.task.ids.begin());
      if (context.task.problem.classes[sample] != label) continue;
      positions.push_back(i);
      break;
    }
  }
  return positions;
}

figures::SheetRow predicted_row(const char* title, const records::ResultRecord& record,
                                const std::vector<std::size_t>& positions) {
  figures::SheetRow row{title, arma::mat(positions.size(), data::kDigitPixels), {}};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    row.images.row(i) = arma::rowvec(record.vectors[positions[i]]);
  }
  return row;
}

}  // namespace

std::string draw_figure1(const FigureContext& context) {
  const records::ResultRecord* first = context.record("pca", 0);
  if (first == nullptr || first->vectors.empty()) return "";
  const std::vector<std::size_t> positions = one_per_class(context, *first);
  arma::uvec samples(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto id = std::find(context.task.ids.begin(), context.task.ids.end(), first->samples[positions[i]]);
    samples(i) = static_cast<arma::uword>(id - context.task.ids.begin());
  }
  const validation::Problem& problem = context.task.problem;
  std::vector<figures::SheetRow> rows = {{"clean", problem.output_vectors.rows(samples), {}},
                                         {"Gaussian noise", problem.observed_outputs.rows(samples), {}}};
  for (const auto& [learner, title] : kMethods) {
    const records::ResultRecord* record = context.record(learner, 0);
    if (record != nullptr && !record->vectors.empty())
      rows.push_back(predicted_row(title, *record, positions));
  }
  figures::SheetLayout layout;
  layout.title = context.stand_in ? "Denoising STAND-IN digits (drawn by formula)" : "Denoising USPS digits";
  layout.lo = -1.0;
  layout.hi = 1.0;
  return figures::png_bytes(figures::image_sheet(rows, layout));
}

}  // namespace preimage::experiments::digit_denoising
