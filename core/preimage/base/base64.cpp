#include "preimage/base/base64.hpp"

#include <vector>

#include <openssl/evp.h>

namespace preimage::base {

std::string base64(std::string_view bytes) {
  // OpenSSL counts in int; parts of whole groups of three need no padding between them.
  constexpr std::size_t kPart = std::size_t{3} << 20;
  std::string text;
  std::vector<unsigned char> part(kPart / 3 * 4 + 1);  // and a NUL byte
  for (std::size_t at = 0; at < bytes.size(); at += kPart) {
    const std::string_view taken = bytes.substr(at, kPart);
    const int length = EVP_EncodeBlock(part.data(), reinterpret_cast<const unsigned char*>(taken.data()),
                                       static_cast<int>(taken.size()));
    text.append(reinterpret_cast<const char*>(part.data()), static_cast<std::size_t>(length));
  }
  return text;
}

}  // namespace preimage::base
