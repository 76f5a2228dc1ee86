#include "experiments/half_digit_reconstruction/figure2.hpp"

#include <map>

#include <fmt/format.h>

#include "experiments/half_digit_reconstruction/hopfield_network.hpp"
#include "experiments/shared/image_sheet.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/linalg/distances.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::half_digit_reconstruction {

using namespace suite;

namespace {

/// Test samples of the fold with what each method chose, as sample numbers of the draw.
struct Completion {
  arma::uword truth, kde, neighbour;
};

std::vector<Completion> completions(const study::FigureContext& context, const records::ResultRecord& kde,
                                    const records::ResultRecord& neighbours) {
  std::map<long, arma::uword> number_of;
  for (arma::uword i = 0; i < context.task.ids.size(); ++i) number_of[context.task.ids[i]] = i;
  std::map<long, long> chosen_by_neighbours;
  for (std::size_t i = 0; i < neighbours.samples.size(); ++i) {
    chosen_by_neighbours[neighbours.samples[i]] = neighbours.chosen_samples[i];
  }
  std::vector<Completion> result;
  for (std::size_t i = 0; i < kde.samples.size(); ++i) {
    result.push_back({number_of.at(kde.samples[i]), number_of.at(kde.chosen_samples[i]),
                      number_of.at(chosen_by_neighbours.at(kde.samples[i]))});
  }
  return result;
}

/// The true top half above the chosen sample's bottom half.
arma::rowvec completed(const arma::mat& digits, arma::uword truth, arma::uword chosen) {
  const arma::uword half = digits.n_cols / 2;
  return arma::join_rows(digits.row(truth).head(half), digits.row(chosen).tail(half));
}

/// All digits of the draw.
struct Digits {
  arma::mat patterns;  // whole images
  kernels::Labels labels;
};

/// Whether the completed digits look like other digits than they are: the digit nearest to each, other than
/// the truth itself, has another label. The paper's authors looked at the images; this is our eye.
/// choice  the method's member of Completion
std::vector<bool> look_wrong(const Digits& digits, const std::vector<Completion>& cases,
                             arma::uword Completion::*choice) {
  arma::mat images(cases.size(), digits.patterns.n_cols);
  for (std::size_t i = 0; i < cases.size(); ++i)
    images.row(i) = completed(digits.patterns, cases[i].truth, cases[i].*choice);
  arma::mat distances = linalg::squared_distances_by_product(digits.patterns, images);
  std::vector<bool> wrong;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    distances(cases[i].truth, i) = arma::datum::inf;
    wrong.push_back(digits.labels[distances.col(i).index_min()] != digits.labels[cases[i].truth]);
  }
  return wrong;
}

/// Nothing where there is no such case.
void add_group(shared::ImageSheet& sheet, const arma::mat& digits, const std::vector<Completion>& cases,
               const std::string& heading) {
  if (cases.empty()) return;
  shared::SheetRow truth{"truth", arma::mat(cases.size(), digits.n_cols)};
  shared::SheetRow kde{"KDE", truth.images};
  shared::SheetRow neighbour{"k-NN", truth.images};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    truth.images.row(i) = digits.row(cases[i].truth);
    kde.images.row(i) = completed(digits, cases[i].truth, cases[i].kde);
    neighbour.images.row(i) = completed(digits, cases[i].truth, cases[i].neighbour);
  }
  sheet.groups.push_back(
      {fmt::format("{} ({} sample{})", heading, cases.size(), cases.size() == 1 ? "" : "s"),
       {},
       {truth, kde, neighbour}});
}

}  // namespace

std::string draw_figure2(const study::FigureContext& context) {
  const records::ResultRecord* kde = context.record("kde", 0);
  const records::ResultRecord* neighbours = context.record("nearest_neighbours", 0);
  if (kde == nullptr || neighbours == nullptr || kde->chosen_samples.empty()) return "";
  const samples::SampleSet& outputs = context.task.data.outputs;
  const Digits all{outputs.get<CompletePatterns>().values, outputs.get<kernels::Labels>()};
  const arma::mat& digits = all.patterns;
  std::vector<Completion> only_neighbours_wrong;
  std::vector<Completion> only_kde_wrong;
  const std::vector<Completion> cases = completions(context, *kde, *neighbours);
  const std::vector<bool> kde_wrong = look_wrong(all, cases, &Completion::kde);
  const std::vector<bool> neighbour_wrong = look_wrong(all, cases, &Completion::neighbour);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (neighbour_wrong[i] && !kde_wrong[i]) only_neighbours_wrong.push_back(cases[i]);
    if (kde_wrong[i] && !neighbour_wrong[i]) only_kde_wrong.push_back(cases[i]);
  }
  shared::ImageSheet sheet;
  add_group(sheet, digits, only_neighbours_wrong, "Only k-NN looks like another digit");
  add_group(sheet, digits, only_kde_wrong, "Only KDE looks like another digit");
  if (sheet.groups.empty()) return "";
  sheet.id_prefix = "completed";
  sheet.title = "Completed digits of the first fold";
  if (context.stand_in) sheet.title += " (stand-in: digits drawn by formula)";
  sheet.columns = 12;
  sheet.lo = -1.0;
  sheet.hi = 1.0;
  return shared::image_sheet_svg(sheet);
}

}  // namespace preimage::experiments::half_digit_reconstruction
