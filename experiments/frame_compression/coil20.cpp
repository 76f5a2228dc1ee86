#include "experiments/frame_compression/coil20.hpp"

#include <string>

#include <fmt/format.h>

#include "experiments/frame_compression/png.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"

namespace preimage::experiments::frame_compression {

using namespace suite::data;

ImageSequence coil20_views(const ArchiveMembers& members, const std::string& source, long object) {
  const std::string prefix = fmt::format("obj{}__", object);
  const auto views = numbered_members(members, {"", prefix, ".png"}, source);
  ImageSequence sequence;
  for (std::size_t view = 0; view < views.size(); ++view) {
    const auto& [file, bytes] = *views[view];
    const std::string name = fmt::format("{}: member {}", source, base::excerpt(file));
    const suite::figures::GreyImage image = parse_png(bytes, name);
    if (view == 0) {
      sequence.shape = {image.width, image.height};
      sequence.pixels.set_size(views.size(), image.pixels.size());
    }
    if (image.width != sequence.shape.width || image.height != sequence.shape.height) {
      throw DataError(fmt::format("{}: {} x {} pixels, expected {} x {} as in view 0", name, image.width,
                                  image.height, sequence.shape.width, sequence.shape.height));
    }
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
      sequence.pixels(view, i) = image.pixels[i] / 255.0;
    }
  }
  return sequence;
}

ImageSequence load_coil20(const std::filesystem::path& path, long object) {
  return coil20_views(read_archive(path), path.string(), object);
}

}  // namespace preimage::experiments::frame_compression
