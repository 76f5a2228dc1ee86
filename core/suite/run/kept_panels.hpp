// Finished panels of a large factorisation on disk, so that a cell that was killed goes on from them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "preimage/linalg/panel_cholesky.hpp"

namespace preimage::suite::run {

/// A file per panel in a folder of the cell's own: a line of header, then the numbers as they lie in memory.
/// Each is written whole or not at all, and carries its SHA-256 and that of what it belongs to. What cannot
/// be kept or read is said on standard error, once, and costs time only.
class KeptPanels final : public linalg::PanelKeeper {
 public:
  /// folder    need not be there
  /// rounding  what can change the last bits of a panel (run/environment.hpp): another one's panels are not
  ///           taken
  KeptPanels(std::filesystem::path folder, std::string rounding);

  /// Panels are not kept where the disk has less room than they need.
  void begin(const std::string& matrix, std::uint64_t bytes) override;
  bool take(std::size_t panel, std::span<std::byte> values) override;
  void put(std::size_t panel, std::span<const std::byte> values) override;

  /// "79 panels, 50 of them from before", or "" where there was no such factorisation.
  std::string summary() const;

 private:
  std::filesystem::path file_of(std::size_t panel) const;
  std::string header(std::size_t panel, std::span<const std::byte> values) const;
  bool read(const std::filesystem::path& file, std::size_t panel, std::span<std::byte> values) const;

  std::filesystem::path folder_;
  std::string rounding_, matrix_;
  std::size_t taken_ = 0, computed_ = 0;
  std::atomic<bool> keeps_ = true;  // put is called from another thread than take
};

/// Whether the name is one that KeptPanels gives.
bool is_kept_panel(const std::filesystem::path& file);

}  // namespace preimage::suite::run
