// The kinds of error of the library, beside std::invalid_argument for a caller's mistake. Messages name what
// was found, where, and what was expected.
#pragma once

#include <stdexcept>
#include <string>

namespace preimage {

/// A file is missing, unreadable, damaged, or cannot be written. "file:line: what was found".
class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The system refused to open, read or write a file (no permission, input/output error, no regular file):
/// what it holds is not known, so it is not damaged.
class FileError : public DataError {
 public:
  using DataError::DataError;
};

/// The system does not let this user write, or read, there at all: a read-only disk, another user's files.
class RefusedError : public FileError {
 public:
  using FileError::FileError;
};

/// A computation has no finite or no unique answer. The cell that ran it fails; the others go on.
class NumericalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The arrays of a computation do not fit into the memory that is there: found before they were allocated.
class MemoryError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace preimage
