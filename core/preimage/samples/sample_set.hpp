// Samples in every form in which a method may ask for them: a word as a text, as a sequence of letter images,
// as a point of a kernel's feature space. Methods are not templates: they take what they need by its type.
#pragma once

#include <armadillo>
#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <typeindex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/armadillo.hpp"
#include "preimage/linalg/gather.hpp"

namespace preimage::samples {

// Lists of samples, whatever they are: how many, and some of them. A type of samples has both functions, here
// or in its own namespace.

/// Rows are samples.
inline std::size_t sample_count(const arma::mat& samples) {
  return samples.n_rows;
}

template <class Sample>
std::size_t sample_count(const std::vector<Sample>& samples) {
  return samples.size();
}

/// Samples `numbers`, in that order; any may come twice.
inline arma::mat select(const arma::mat& samples, const arma::uvec& numbers) {
  return linalg::gathered_rows(samples, numbers);
}

template <class Sample>
std::vector<Sample> select(const std::vector<Sample>& samples, const arma::uvec& numbers) {
  std::vector<Sample> selected;
  selected.reserve(numbers.n_elem);
  for (const arma::uword number : numbers) selected.push_back(samples[number]);
  return selected;
}

/// n samples, all or some of a data set. A value; copies and subsets share the data. A form is any type that
/// has sample_count and select (sample_set.hpp), or a type of its own where two forms are of one type.
class SampleSet {
 public:
  /// Without a form yet, numbered 0 ... n - 1.
  explicit SampleSet(arma::uword n = 0)
      : numbers_(n == 0 ? arma::uvec() : arma::regspace<arma::uvec>(0, n - 1)) {}

  /// With other names, of which there are as many as samples.
  explicit SampleSet(arma::uvec numbers) : numbers_(std::move(numbers)) {}

  /// These samples with one more form, or with another one of this type.
  /// throws  std::invalid_argument where it is not of as many samples
  template <class Form>
  SampleSet with(std::shared_ptr<const Form> form) const {
    using samples::sample_count;
    if (const std::size_t n = sample_count(*form); n != size())
      throw std::invalid_argument(fmt::format("a form of {} samples for a set of {}", n, size()));
    SampleSet result = *this;
    result.forms_.insert_or_assign(std::type_index(typeid(Form)), Entry{std::move(form), {}, true});
    return result;
  }
  template <class Form>
  SampleSet with(Form form) const {
    return with(std::make_shared<const Form>(std::move(form)));
  }

  template <class Form>
  bool has() const {
    return forms_.contains(std::type_index(typeid(Form)));
  }
  /// The samples in this form, in their order.
  /// throws  std::invalid_argument where they do not have it
  /// cost    a copy
  template <class Form>
  Form get() const {
    using samples::select;
    const auto entry = forms_.find(std::type_index(typeid(Form)));
    if (entry == forms_.end())
      throw std::invalid_argument("a method asks for a form of the samples that they do not have");
    const Form& all = *static_cast<const Form*>(entry->second.form.get());
    return entry->second.is_whole ? all : select(all, entry->second.rows);
  }

  arma::uword size() const { return numbers_.n_elem; }
  /// The samples' numbers in the data set: their names, by which random draws are made.
  const arma::uvec& numbers() const { return numbers_; }

  /// These samples under other names, of which there are as many.
  SampleSet renumbered(arma::uvec numbers) const {
    if (numbers.n_elem != size())
      throw std::invalid_argument(fmt::format("{} names for {} samples", numbers.n_elem, size()));
    SampleSet result = *this;
    result.numbers_ = std::move(numbers);
    return result;
  }

  /// Those at some positions of this set, in that order; any may come twice.
  SampleSet subset(const arma::uvec& positions) const {
    SampleSet result(arma::uvec(numbers_.elem(positions)));
    for (const auto& [type, entry] : forms_) {
      arma::uvec rows = entry.is_whole ? positions : arma::uvec(entry.rows.elem(positions));
      result.forms_.emplace(type, Entry{entry.form, std::move(rows), false});
    }
    return result;
  }

 private:
  struct Entry {
    std::shared_ptr<const void> form;
    arma::uvec rows;  // of the form, where it is not whole
    bool is_whole;
  };
  std::map<std::type_index, Entry> forms_;
  arma::uvec numbers_;
};

/// Inputs with their outputs.
struct DataSet {
  SampleSet inputs, outputs;  // as many

  arma::uword size() const { return inputs.size(); }
  DataSet subset(const arma::uvec& positions) const {
    return {inputs.subset(positions), outputs.subset(positions)};
  }
};

}  // namespace preimage::samples
