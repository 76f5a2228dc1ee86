#include "preimage/base/sha256.hpp"

#include <array>

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

Sha256::~Sha256() = default;

void Sha256::update(std::string_view bytes) {
  require(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()));
}

std::string Sha256::hex_digest() {
  std::array<unsigned char, 32> digest{};
  unsigned int length = 0;
  require(EVP_DigestFinal_ex(state_->context, digest.data(), &length));
  constexpr const char* kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * digest.size());
  for (const unsigned char byte : digest) hex.append({kDigits[byte / 16], kDigits[byte % 16]});
  return hex;
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
