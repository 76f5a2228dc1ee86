// From a loss's name to a loss of the library. Rows are in losses/<group>.cpp, a function add_<group>;
// CMake finds them.
// Property tests run over every row.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "preimage/losses/loss.hpp"
#include "suite/registry/pairwise_loss.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// A row without the type of its loss: what `preimage list` prints.
struct LossFacts {
  std::string name;
  std::string outputs;  // "strings": what it compares
  std::string summary;
  std::vector<ParameterFacts> parameters;
  std::string example;  // a YAML flow map, with `name`
  std::function<decoders::PairwiseLoss(const config::Reader& reader)> make_pairwise = {};
};

template <class Y>
struct LossRow : LossFacts {
  std::function<losses::Loss<Y>(const config::Reader& reader)> make;  // reads all parameters but `name`
};

/// The rows of every type of outputs. No list of types: a row brings its own.
class LossTable {
 public:
  template <class Y>
  void add(LossRow<Y> row) {
    row.make_pairwise = [make = row.make, outputs = row.outputs](const config::Reader& reader) {
      return pairwise(make(reader), outputs);
    };
    facts_.insert(std::ranges::upper_bound(facts_, row.name, {}, &LossFacts::name), row);
    std::shared_ptr<void>& rows = rows_[std::type_index(typeid(Y))];
    if (rows == nullptr) rows = std::make_shared<std::vector<LossRow<Y>>>();
    static_cast<std::vector<LossRow<Y>>*>(rows.get())->push_back(std::move(row));
  }
  /// A loss without parameters, which its own name names.
  template <class Y>
  void add(const std::string& outputs, const std::string& summary, const losses::Loss<Y>& loss) {
    add<Y>({{loss.name, outputs, summary, {}, "{name: " + loss.name + "}"},
            [loss](const config::Reader& /*reader*/) { return loss; }});
  }
  template <class Y>
  std::vector<LossRow<Y>> rows() const {
    const auto found = rows_.find(std::type_index(typeid(Y)));
    if (found == rows_.end()) return {};
    return *static_cast<const std::vector<LossRow<Y>>*>(found->second.get());
  }
  /// Of all types, in the order of their names.
  const std::vector<LossFacts>& facts() const { return facts_; }
  /// The loss between all training outputs, of whatever type, that a map {name: ..., parameters} describes.
  /// throws  ConfigError for an unknown name (with the nearest) or a bad parameter
  decoders::PairwiseLoss make_pairwise(const config::Reader& reader) const;

 private:
  std::vector<LossFacts> facts_;
  std::map<std::type_index, std::shared_ptr<void>> rows_;
};

const LossTable& loss_table();

}  // namespace preimage::suite::registry
