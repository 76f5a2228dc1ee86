// Arrays of a model file as NumPy's .npy, version 1.0 [numpy/lib/format.py]: what numpy.load reads back bit
// for bit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "preimage/models/model_file.hpp"

namespace preimage::models {

/// Magic, version, and the Python dictionary of type, order and shape, padded to a multiple of 64 bytes.
std::string npy_header(const StoredArray& array);

/// The numbers behind the header, as they lie in memory (little-endian; matrices column by column).
std::string_view npy_data(const StoredArray& array);

/// The array of a .npy file of `size` bytes, whose header is one that npy_header writes.
/// read    fills the next bytes, in order
/// throws  DataError that says what is wrong, without a name; what `read` throws
/// memory  the array's, which is no more than `size`
StoredArray read_npy(std::uint64_t size, const std::function<void(char* bytes, std::uint64_t count)>& read);

}  // namespace preimage::models
