// The only place that turns the name of a kernel into a kernel: one table of rows per sample type. Property
// tests run over every row by themselves, so a new kernel is a class and a row.
#pragma once

#include <string>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::registry {

template <class Samples>
struct KernelRow {
  std::string name;
  int version = 1;         // raised when the kernel's numbers change; part of a cell's identity
  std::string parameters;  // in words, "" where there are none
  std::string example;     // YAML flow text that make_kernel accepts
  kernels::KernelPtr<Samples> (*factory)(const config::Reader& reader);  // reads all parameters but `name`
  bool non_negative = false;  // refuses samples with an entry below 0
};

/// The rows for Vectors, Strings, StringPairs, Labels, LabelSets or VectorSequences: the type's own kernels,
/// then the wrappers.
template <class Samples>
const std::vector<KernelRow<Samples>>& kernel_table();

/// The kernel that a map {name: ..., parameters} describes; the wrappers read theirs below `base`.
/// throws  ConfigError for an unknown name (with the nearest) or a missing or bad parameter. An unknown
///         parameter is found by reader.finish(), as everywhere.
template <class Samples>
kernels::KernelPtr<Samples> make_kernel(const config::Reader& reader);

}  // namespace preimage::suite::registry
