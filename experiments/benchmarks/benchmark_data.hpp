// The data of benchmarks: real where they are found, else the stand-in, and in words which of the two.
#pragma once

#include <optional>
#include <string>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/study/options.hpp"

namespace preimage::experiments::benchmarks {

template <class Data>
struct BenchmarkData {
  Data data;
  std::string source;  // "USPS", or "the stand-in stroke_digits, because of: ..."
};

/// load(source) of the real data, named `real`; where they are not found or damaged, of the stand-in, named
/// `stand_in`, with the reason. A benchmark may do that: its numbers are not compared with a paper's.
/// throws  what `load` throws for the stand-in, and anything but DataError for the real data
template <class Load>
auto real_data_or_stand_in(const std::string& real, const std::string& stand_in, const Load& load) {
  suite::data::DataSource source = suite::data::make_data_source(std::nullopt, false);
  using Data = decltype(load(source));
  try {
    return BenchmarkData<Data>{load(source), real};
  } catch (const DataError& error) {
    source.stand_in = true;
    return BenchmarkData<Data>{load(source),
                               fmt::format("the stand-in {}, because of: {}", stand_in, error.what())};
  }
}

}  // namespace preimage::experiments::benchmarks
