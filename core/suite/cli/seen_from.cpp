#include "suite/cli/seen_from.hpp"

#include <iostream>
#include <string_view>
#include <system_error>

#include "suite/cli/standard_streams.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// Whether a path may begin behind it: not in the middle of another one.
bool ends_before_path(char c) {
  return std::string_view(" \n\t'\"`(=,").find(c) != std::string_view::npos;
}

/// Whether a path that was written up to `at` ends there.
bool ends_at(const std::string& text, std::size_t at) {
  return at == text.size() || std::string_view(" \n\t'\"`):;,").find(text[at]) != std::string_view::npos;
}

}  // namespace

std::string seen_from(const fs::path& folder, const std::string& text) {
  std::error_code gone;
  const fs::path whole = (fs::absolute(folder, gone) / "").lexically_normal();
  if (gone) return text;
  const std::string prefix = whole.string();
  if (whole == whole.root_path()) return text;
  std::string seen;
  for (std::size_t at = 0; at < text.size();) {
    const bool may_begin = at == 0 || ends_before_path(text[at - 1]);
    if (may_begin && text.compare(at, prefix.size(), prefix) == 0) {
      at += prefix.size();
      if (ends_at(text, at)) seen += ".";
    } else {
      seen += text[at++];
    }
  }
  return seen;
}

void print_seen_lines(const std::vector<std::string>& lines, const std::string& before) {
  if (lines.empty()) return;
  std::error_code gone;
  const fs::path here = fs::current_path(gone);
  for (const std::string& line : lines) std::cerr << before << (gone ? line : seen_from(here, line)) << "\n";
}

void print_seen_warnings(const std::vector<std::string>& lines) {
  std::error_code gone;
  const fs::path here = fs::current_path(gone);
  for (const std::string& line : lines)
    print_line("warning:", render::Tint::doubtful, gone ? line : seen_from(here, line));
}

}  // namespace preimage::suite::cli
