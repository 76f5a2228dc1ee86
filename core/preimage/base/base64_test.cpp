#include "preimage/base/base64.hpp"

#include <doctest/doctest.h>

using preimage::base::base64;

TEST_CASE("base64: the test vectors of RFC 4648") {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) CHECK(base64(bytes) == text);
}

TEST_CASE("base64: bytes of more than one part, with zeros and high bits, have no padding inside") {
  const std::string bytes(std::size_t{7} << 20, '\xff');
  const std::string text = base64(bytes);
  CHECK(text.size() == (bytes.size() + 2) / 3 * 4);
  CHECK(text.find('=') == text.size() - 2);  // 7 * 2^20 = 1 mod 3
  CHECK(text.find_first_not_of('/') == text.size() - 3);
  CHECK(base64(std::string(3, '\0')) == "AAAA");
}
