#include "preimage/linalg/lbfgs.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include <lbfgs.h>

namespace preimage::linalg {

arma::mat lbfgs_minimum(const arma::mat& start,
                        const std::function<double(const arma::mat& x, arma::mat& gradient)>& f,
                        const LbfgsLimits& limits) {
  struct Search {
    decltype(f) objective;
    decltype(limits) ends;
    arma::uword rows, columns;
  } search{f, limits, start.n_rows, start.n_cols};
  const auto value = [](void* instance, const double* x, double* gradient, int n, double /*step*/) {
    const auto& own = *static_cast<const Search*>(instance);
    arma::mat slope;
    const double found = own.objective(arma::mat(x, own.rows, own.columns), slope);
    std::copy_n(slope.memptr(), n, gradient);
    return found;
  };
  const auto stop = [](void* instance, auto, auto, auto, auto, auto, auto, auto, int iteration, auto) {
    const auto& own = *static_cast<const Search*>(instance);
    return own.ends.is_done && own.ends.is_done(iteration) ? 1 : 0;
  };
  const int n = static_cast<int>(start.n_elem);
  const std::unique_ptr<double, decltype(&lbfgs_free)> x(lbfgs_malloc(n), lbfgs_free);
  if (x == nullptr) throw std::bad_alloc();
  std::copy_n(start.memptr(), n, x.get());
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.m = 20;
  parameters.epsilon = limits.gradient;
  parameters.max_iterations = limits.iterations;
  lbfgs(n, x.get(), nullptr, value, stop, &search, &parameters);
  return arma::mat(x.get(), start.n_rows, start.n_cols);
}

}  // namespace preimage::linalg
