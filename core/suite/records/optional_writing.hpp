// Changes of a results folder that a verb can do without: a read-only folder can be tabled and reported.
#pragma once

#include <functional>
#include <string>

#include "preimage/base/error.hpp"

namespace preimage::suite::records {

class OptionalWriting {
 public:
  /// is_optional  false: a refusal is thrown, as everything else is
  explicit OptionalWriting(bool is_optional) : is_optional_(is_optional) {}

  /// Makes the change, unless one before was refused: of files that belong together none is written alone.
  void attempt(const std::function<void()>& change) {
    if (!refusal_.empty()) return;
    try {
      change();
    } catch (const RefusedError& error) {
      if (!is_optional_) throw;
      refusal_ = error.what();
    }
  }
  /// What the system said to the first change that it refused, or "".
  const std::string& refusal() const { return refusal_; }

 private:
  bool is_optional_;
  std::string refusal_;
};

}  // namespace preimage::suite::records
