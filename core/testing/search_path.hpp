#pragma once

#include <cstdlib>
#include <string>

namespace preimage::testing {

/// PATH of this process while the object lives.
class SearchPath {
 public:
  explicit SearchPath(const std::string& folders) : former_(std::getenv("PATH")) {
    ::setenv("PATH", folders.c_str(), 1);
  }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;
  ~SearchPath() { ::setenv("PATH", former_.c_str(), 1); }

 private:
  std::string former_;
};

}  // namespace preimage::testing
