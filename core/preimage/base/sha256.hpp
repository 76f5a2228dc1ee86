#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace preimage::base {

/// Incremental SHA-256 (FIPS 180-4), by OpenSSL.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void update(std::string_view bytes);
  /// The digest as 64 lower-case hexadecimal digits. Call once.
  std::string hex_digest();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

/// Whether the text could be such a digest: 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text);

}  // namespace preimage::base
