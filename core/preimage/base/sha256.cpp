#include "preimage/base/sha256.hpp"

#include <openssl/evp.h>

#include "preimage/base/error.hpp"

namespace preimage::base {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }
};

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

void require(int ok) {
  if (ok != 1) throw DataError("SHA-256: OpenSSL reported a failure");
}

/// Looked up once: EVP_sha256() would have OpenSSL 3 search its providers for every digest.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched;
}
}  // namespace

Sha256::Sha256() : state_(std::make_unique<State>()) {
  require(EVP_DigestInit_ex(state_->context, algorithm(), nullptr));
}

Sha256::Sha256(const Sha256& other) : state_(std::make_unique<State>()) {
  require(EVP_MD_CTX_copy_ex(state_->context, other.state_->context));
}

Sha256::~Sha256() = default;

void Sha256::update(std::string_view bytes) {
  require(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()));
}

Digest Sha256::digest() {
  Digest digest{};
  unsigned int length = 0;
  require(EVP_DigestFinal_ex(state_->context, digest.data(), &length));
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
