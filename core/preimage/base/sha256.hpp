#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace preimage::base {

using Digest = std::array<unsigned char, 32>;

/// Incremental SHA-256 (FIPS 180-4), by nettle.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  /// Goes on from what the other has taken so far: a long beginning that many texts share is hashed once.
  Sha256(const Sha256& other);
  Sha256& operator=(const Sha256&) = delete;
  void update(std::string_view bytes);
  /// Call once, this or hex_digest.
  Digest digest();
  /// The digest as 64 lower-case hexadecimal digits. Call once.
  std::string hex_digest();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// 64 lower-case hexadecimal digits.
std::string hex_text(const Digest& digest);
/// The digest that hex_text wrote so. requires  is_sha256(hex)
Digest digest_of_hex(std::string_view hex);

/// SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

/// Whether the text could be such a digest: 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text);

}  // namespace preimage::base
