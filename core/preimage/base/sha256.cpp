#include "preimage/base/sha256.hpp"

#include <nettle/sha2.h>

namespace preimage::base {

struct Sha256::State {
  sha256_ctx context;
};

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

}  // namespace

Sha256::Sha256() : state_(std::make_unique<State>()) {
  sha256_init(&state_->context);
}

Sha256::Sha256(const Sha256& other) : state_(std::make_unique<State>(*other.state_)) {}

Sha256::~Sha256() = default;

void Sha256::update(std::string_view bytes) {
  sha256_update(&state_->context, bytes.size(), reinterpret_cast<const unsigned char*>(bytes.data()));
}

Digest Sha256::digest() {
  Digest digest{};
  sha256_digest(&state_->context, digest.size(), digest.data());
  return digest;
}

std::string Sha256::hex_digest() {
  return hex_text(digest());
}

std::string hex_text(const Digest& digest) {
  std::string hex;
  hex.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    hex += kHexDigits[byte >> 4];
    hex += kHexDigits[byte & 15];
  }
  return hex;
}

Digest digest_of_hex(std::string_view hex) {
  Digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] =
        static_cast<unsigned char>(kHexDigits.find(hex[2 * i]) << 4 | kHexDigits.find(hex[2 * i + 1]));
  return digest;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex_digest();
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace preimage::base
