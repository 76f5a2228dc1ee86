// A fitted model as one file: what it is, in words, and its arrays.
//
// The file is a tar archive without compression:
//   model.json       {"format": "preimage model", "format_version": "1", ...} and facts of the program that
//                    wrote it, texts all
//   <name>.npy ...   one per array, in the order of their names; numpy.load reads them
//   SHA256SUMS       of all the others, as sha256sum writes it
// Each byte is determined by the content, so two files of one model are equal, and a file in which any byte
// was changed is refused.
#pragma once

#include <armadillo>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "preimage/base/error.hpp"

namespace preimage::models {

/// A matrix of doubles (in numpy: '<f8', two axes), whole numbers ('<i8', one axis), or bytes ('|u1', one
/// axis).
using StoredArray = std::variant<arma::mat, std::vector<std::int64_t>, std::string>;

/// "150 x 3 numbers", "150 whole numbers", "38 bytes".
std::string shape_text(const StoredArray& array);

struct ModelFile {
  std::map<std::string, std::string> facts;   // of model.json, without the two of the format
  std::map<std::string, StoredArray> arrays;  // by name: letters, digits and any of _ . - /

  /// throws  DataError where there is none of this name or type
  const std::string& fact(const std::string& name) const;
  template <class Array>
  const Array& array(const std::string& name) const;
  /// A matrix of finite numbers. has_gaps  NaN may mark a missing one
  /// throws  DataError as array, and for a number that may not be there
  const arma::mat& numbers(const std::string& name, bool has_gaps = false) const;
  /// Texts are two arrays: their bytes, one after the other, and where each ends.
  void store_texts(const std::string& name, const std::vector<std::string>& texts);
  std::vector<std::string> texts(const std::string& name) const;
};

/// A model file of another format than this program's. Its facts are what model.json says, and are not
/// checked: no sum was.
class OtherFormatError : public DataError {
 public:
  OtherFormatError(const std::string& what, std::map<std::string, std::string> facts, bool is_earlier)
      : DataError(what), facts_(std::move(facts)), is_earlier_(is_earlier) {}
  const std::map<std::string, std::string>& facts() const { return facts_; }
  bool is_earlier() const { return is_earlier_; }

 private:
  std::map<std::string, std::string> facts_;
  bool is_earlier_;
};

/// How each file begins that write_model_file wrote: a tar archive begins with its first member's name and a
/// NUL.
inline constexpr std::string_view kModelFileBeginning{"model.json\0", 11};

/// Replaces the file whole, or leaves what was there.
/// throws  DataError as base::write_output_file;  std::invalid_argument for a name that no file can have
/// memory  none but the model's
void write_model_file(const std::filesystem::path& path, const ModelFile& file);

/// throws  OtherFormatError naming the file; DataError likewise: one that is no model, cut short, or changed
///         in any byte; MemoryError for one of more than 1 GiB that would not fit, before anything is
///         allocated
/// memory  the model's: no array is larger than the file
ModelFile read_model_file(const std::filesystem::path& path);
/// The same from a stream of `size` bytes.
/// source  names it in messages
ModelFile parse_model_file(std::istream& stream, std::uint64_t size, const std::string& source);

}  // namespace preimage::models
