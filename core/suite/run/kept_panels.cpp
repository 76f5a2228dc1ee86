#include "suite/run/kept_panels.hpp"

#include <fstream>
#include <iostream>
#include <regex>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

std::string_view text_of(std::span<const std::byte> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size()};
}

std::string gigabytes(std::uint64_t bytes) {
  return fmt::format("{:.2f} GB", static_cast<double>(bytes) * 1e-9);
}

/// Of all files in the folder.
std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code code;
  for (const auto& entry : fs::directory_iterator(folder, code)) {
    const std::uintmax_t size = entry.file_size(code);
    if (!code) bytes += size;
  }
  return bytes;
}

}  // namespace

KeptPanels::KeptPanels(fs::path folder, std::string rounding)
    : folder_(std::move(folder)), rounding_(std::move(rounding)) {}

void KeptPanels::begin(const std::string& matrix, std::uint64_t bytes) {
  matrix_ = base::sha256(matrix + "\n" + rounding_);
  taken_ = computed_ = 0;
  try {
    base::create_folder_durably(folder_);
    const std::uint64_t room = fs::space(folder_).available + bytes_in(folder_);
    keeps_ = room >= bytes;
    if (keeps_) return;
    std::cerr << fmt::format("{}: finished panels need {} of disk, {} are there: none is kept\n",
                             folder_.string(), gigabytes(bytes), gigabytes(room));
  } catch (const std::runtime_error& error) {  // of ours and of std::filesystem
    keeps_ = false;
    std::cerr << error.what() << ": finished panels are not kept\n";
  }
}

fs::path KeptPanels::file_of(std::size_t panel) const {
  return folder_ / fmt::format("panel-{:04}.cache", panel);
}

std::string KeptPanels::header(std::size_t panel, std::span<const std::byte> values) const {
  return fmt::format("preimage panel 2 {} {} {} {}\n", panel, values.size(), matrix_,
                     base::sha256(text_of(values)));
}

bool KeptPanels::read(const fs::path& file, std::size_t panel, std::span<std::byte> values) const {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  if (!std::getline(stream, line)) return false;
  const auto size = static_cast<std::streamsize>(values.size());
  stream.read(reinterpret_cast<char*>(values.data()), size);
  return stream.gcount() == size && stream.peek() == std::ifstream::traits_type::eof() &&
         line + "\n" == header(panel, values);
}

bool KeptPanels::take(std::size_t panel, std::span<std::byte> values) {
  const fs::path file = file_of(panel);
  std::error_code code;
  if (!keeps_ || !fs::is_regular_file(file, code)) return false;
  if (read(file, panel, values)) {
    ++taken_;
    return true;
  }
  std::cerr << file.string() << ": damaged, or of another program or machine: computed again\n";
  return false;
}

void KeptPanels::put(std::size_t panel, std::span<const std::byte> values) {
  ++computed_;
  if (!keeps_) return;
  try {
    base::write_file_durably(file_of(panel), [&](const base::ByteSink& sink) {
      sink(header(panel, values));
      sink(text_of(values));
    });
  } catch (const DataError& error) {
    keeps_ = false;
    std::cerr << error.what() << ": no further panel is kept\n";
  }
}

std::string KeptPanels::summary() const {
  if (taken_ + computed_ == 0) return "";
  return fmt::format("{} panels, {} of them from before", taken_ + computed_, taken_);
}

bool is_kept_panel(const std::filesystem::path& file) {
  static const std::regex kName(R"(panel-[0-9]+\.cache)");
  return std::regex_match(file.filename().string(), kName);
}

}  // namespace preimage::suite::run
