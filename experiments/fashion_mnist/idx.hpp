// The IDX files of MNIST and its successors: a magic number, sizes, then bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace preimage::experiments::fashion_mnist {

/// An array of bytes, the last index fastest.
struct IdxArray {
  std::vector<std::size_t> sizes;
  std::string values;  // as many bytes as the product of the sizes
};

/// The format: 0, 0, 8 (unsigned bytes), the number of dimensions; each size as 4 bytes, the highest first;
/// the values.
/// throws  DataError "source: byte N: ..." for another magic number, fewer bytes or more than the sizes say
IdxArray parse_idx(std::string bytes, std::size_t dimensions, const std::string& source);

/// The same from a file, compressed or not.
IdxArray load_idx(const std::filesystem::path& path, std::size_t dimensions);

}  // namespace preimage::experiments::fashion_mnist
