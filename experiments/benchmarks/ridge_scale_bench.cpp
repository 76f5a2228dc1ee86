// Kernel ridge regression on one fold of the OCR letters and its predictions for the other nine, beside
// scikit-learn's KernelRidge: same letters, cubic kernel and ridge, one thread and one process each.
#include <ostream>
#include <utility>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/nested_cv_setup.hpp"
#include "experiments/benchmarks/scaling_work.hpp"
#include "suite/cli/exit_code.hpp"

namespace preimage::experiments::benchmarks {

Benchmark make_ridge_scale_benchmark();  // called by the generated table

namespace {

constexpr long kDegree = 3;
constexpr double kOffset = 1.0, kRidge = 0.01;
constexpr arma::uword kLetters = 26;

ScalingWork letters_work(LetterRows rows) {
  arma::mat targets(rows.labels.size(), kLetters, arma::fill::zeros);
  for (arma::uword i = 0; i < targets.n_rows; ++i) targets(i, static_cast<arma::uword>(rows.labels[i])) = 1.0;
  ScalingWork work{"letters", "", "training letters", {static_cast<long>(targets.n_rows)}, 1e-8, {}, {}};
  work.title = "cubic kernel ridge regression, 26 outputs, predictions for all other letters";
  work.write_inputs = [rows = std::move(rows), targets](long, const std::filesystem::path& folder) {
    write_regression(folder, rows.first, rows.others, targets,
                     {static_cast<double>(kDegree), kOffset, kRidge});
  };
  work.contenders = {{"preimage", "", ""}, {"sklearn KernelRidge", "scaling_kernel_ridge.py", "sklearn"}};
  return work;
}

int run_ridge_scale(std::ostream& out) {
  LetterRows rows = ocr_letter_rows();
  out << "letters: " << rows.source << "\n";
  const ScalingOutcome outcome = run_scaling_work(letters_work(std::move(rows)), out);
  for (const std::string& line : outcome.software) out << "peer: " << line << "\n";
  return outcome.agree ? suite::cli::kOk : suite::cli::kRegression;
}

}  // namespace

Benchmark make_ridge_scale_benchmark() {
  return {"ridge-scale",
          "kernel ridge regression on 4,617 OCR letters, predictions for 47,535, and scikit-learn",
          run_ridge_scale};
}

}  // namespace preimage::experiments::benchmarks
