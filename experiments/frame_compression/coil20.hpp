// COIL-20: twenty objects on a turntable, 72 grey views each, 5 degrees apart [Nene, Nayar, Murase 1996].
#pragma once

#include <armadillo>
#include <filesystem>

#include "experiments/shared/smoothing.hpp"
#include "suite/data/archive.hpp"

namespace preimage::experiments::frame_compression {

inline constexpr long kCoilObjects = 20;

/// Frames of equal size in their order.
struct ImageSequence {
  shared::ImageShape shape;
  arma::mat pixels;  // n x width height, row-major, in [0, 1]: 0 = black, 1 = white
};

/// All views of one object from the members `objN__K.png` of an archive, view K in row K.
/// object  from 1
/// throws  DataError "source: ..." where the object has no views, a view between 0 and the last is missing, a
///         view is not as large as view 0, and what parse_png throws
ImageSequence coil20_views(const suite::data::ArchiveMembers& members, const std::string& source,
                           long object);

/// The same from the archive; throws also what read_archive throws.
/// cost    decompresses the whole archive (24 MB), then the object's views: 0.2 s
ImageSequence load_coil20(const std::filesystem::path& path, long object);

}  // namespace preimage::experiments::frame_compression
