#include "preimage/kernels/column_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"

namespace preimage::kernels {

using samples::Table;

namespace {

/// throws  std::invalid_argument where a column holds values of another kind
template <class X>
X values_of(const Table& table, const std::vector<std::string>& columns) {
  X all;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto* values = std::get_if<X>(&table.column(columns[c]).values);
    if (values == nullptr)
      throw std::invalid_argument(
          fmt::format("column {} holds values of another kind than its kernel compares: {}",
                      base::excerpt(columns[c]), kind_of(table)));
    if constexpr (std::is_same_v<X, Vectors>)
      all = c == 0 ? *values : arma::join_rows(all, *values);
    else
      all = *values;
  }
  return all;
}

/// action(kernel, values of a, values of b); where a and b are one object, so are their values.
template <class Action>
auto on(const ColumnPart& part, const Table& a, const Table& b, const Action& action) {
  return std::visit(
      [&]<class X>(const SharedKernel<X>& kernel) {
        const X x = values_of<X>(a, part.columns);
        if (&a == &b) return action(*kernel, x, x);
        return action(*kernel, x, values_of<X>(b, part.columns));
      },
      part.kernel);
}

bool part_has_own_distances(const ColumnPart& part) {
  return std::visit([](const auto& kernel) { return has_own_distances(*kernel); }, part.kernel);
}

constexpr auto kPartGram = [](const auto& kernel, const auto& x, const auto&) -> arma::mat {
  return kernel.gram(x);
};
constexpr auto kPartValues = [](const auto& kernel, const auto& x, const auto& z) -> arma::mat {
  return kernel.cross_gram(x, z);
};
constexpr auto kPartNorms = [](const auto& kernel, const auto& x, const auto&) -> arma::mat {
  return kernel.diagonal(x);
};
constexpr auto kPartRounding = [](const auto& kernel, const auto& x, const auto&) -> arma::mat {
  return kernel.rounding(x);
};

/// Sum or product of what `action` gives of each part.
template <class Action>
arma::mat combined(Combination combination, const std::vector<ColumnPart>& parts, const Table& a,
                   const Table& b, const Action& action) {
  arma::mat result;
  for (const ColumnPart& part : parts) {
    arma::mat values = on(part, a, b, action);
    if (combination == Combination::sum) values *= part.weight;
    if (&part == &parts.front())
      result = std::move(values);
    else if (combination == Combination::sum)
      result += values;
    else
      result %= values;
  }
  return result;
}

}  // namespace

ColumnKernel::ColumnKernel(Combination combination, std::vector<ColumnPart> parts)
    : combination_(combination), parts_(std::move(parts)) {
  const char* name = combination == Combination::sum ? "column sum" : "column product";
  const auto fail = [&](const std::string& message) {
    throw NumericalError(fmt::format("{}: {}", name, message));
  };
  if (parts_.empty()) fail("no kernels; name one at least");
  for (const ColumnPart& part : parts_) {
    if (part.columns.empty()) fail("a kernel on no column");
    if (part.columns.size() > 1 && std::holds_alternative<SharedKernel<Strings>>(part.kernel))
      fail("a kernel on strings compares one column; give each column a kernel of its own");
    if (!(part.weight >= 0.0) || !std::isfinite(part.weight))
      fail(fmt::format("weight {}, expected a finite number >= 0", part.weight));
    if (combination == Combination::product && part.weight != 1.0) fail("weights are those of a sum");
  }
  std::erase_if(parts_, [](const ColumnPart& part) { return part.weight == 0.0; });
  if (parts_.empty()) fail("all weights are 0");
}

std::string ColumnKernel::description() const {
  std::vector<std::string> texts;
  for (const ColumnPart& part : parts_) {
    const std::string kernel = std::visit([](const auto& k) { return k->description(); }, part.kernel);
    if (kernel.empty()) return "";
    texts.push_back(fmt::format("{}{} of {}",
                                combination_ == Combination::sum ? fmt::format("{} ", part.weight) : "",
                                kernel, fmt::join(part.columns, ", ")));
  }
  return combination_ == Combination::sum ? fmt::format("column_sum({})", fmt::join(texts, " + "))
                                          : fmt::format("column_product({})", fmt::join(texts, " x "));
}

arma::mat ColumnKernel::cross_gram(const Table& a, const Table& b) const {
  return combined(combination_, parts_, a, b, kPartValues);
}

arma::mat ColumnKernel::gram(const Table& a) const {
  return combined(combination_, parts_, a, a, kPartGram);
}

arma::vec ColumnKernel::diagonal(const Table& a) const {
  return combined(combination_, parts_, a, a, kPartNorms);
}

std::optional<FeatureMap<Table>> ColumnKernel::feature_map(const Table& training) const {
  if (combination_ == Combination::product) return std::nullopt;
  std::vector<FeatureMap<Table>> maps;
  for (const ColumnPart& part : parts_) {
    auto map = std::visit(
        [&]<class X>(const SharedKernel<X>& kernel) -> std::optional<FeatureMap<Table>> {
          auto of_part = kernel->feature_map(values_of<X>(training, part.columns));
          if (!of_part) return std::nullopt;
          return [of_part = *std::move(of_part), columns = part.columns, scale = std::sqrt(part.weight)](
                     const Table& a) { return arma::mat(scale * of_part(values_of<X>(a, columns))); };
        },
        part.kernel);
    if (!map) return std::nullopt;
    maps.push_back(*std::move(map));
  }
  return [maps](const Table& a) {
    arma::mat F(samples::sample_count(a), 0);
    for (const FeatureMap<Table>& map : maps) F = arma::join_rows(F, map(a));
    return F;
  };
}

bool ColumnKernel::maps_several_to_zero() const {
  if (combination_ == Combination::product && parts_.size() > 1) return true;
  return std::any_of(parts_.begin(), parts_.end(), [](const ColumnPart& part) {
    return std::visit([](const auto& kernel) { return kernel->maps_several_to_zero(); }, part.kernel);
  });
}

std::optional<arma::mat> ColumnKernel::own_squared_distances(const Table& a, const Table& b) const {
  if (combination_ == Combination::product ||
      std::none_of(parts_.begin(), parts_.end(), part_has_own_distances))
    return std::nullopt;
  if (a.columns.empty()) return arma::mat();
  return combined(combination_, parts_, a, b,
                  [](const auto& kernel, const auto& x, const auto& z) -> arma::mat {
                    return &x == &z ? squared_distances(kernel, x) : squared_distances(kernel, x, z);
                  });
}

arma::vec ColumnKernel::rounding(const Table& a) const {
  if (combination_ == Combination::sum) return combined(combination_, parts_, a, a, kPartRounding);
  // Relative errors add.
  const arma::vec norms = diagonal(a);
  arma::vec result = Kernel::rounding(a);
  for (const ColumnPart& part : parts_) {
    const arma::vec own = on(part, a, a, kPartNorms), off = on(part, a, a, kPartRounding);
    for (arma::uword i = 0; i < norms.n_elem; ++i)
      if (own(i) > 0.0) result(i) += norms(i) * off(i) / own(i);
  }
  return result;
}

arma::mat ColumnKernel::own_distance_errors(const Table& a, const Table& b, const arma::mat& squared) const {
  arma::mat errors(arma::size(squared), arma::fill::zeros);
  for (const ColumnPart& part : parts_) {
    // d_g^2 is at most the whole divided by w_g, and errors grow with it.
    errors +=
        part.weight * on(part, a, b, [&](const auto& kernel, const auto& x, const auto& z) -> arma::mat {
          if (part_has_own_distances(part)) return kernel.own_distance_errors(x, z, squared / part.weight);
          return errors_of_values(kernel.diagonal(x), kernel.diagonal(z));
        });
  }
  return errors;
}

}  // namespace preimage::kernels
