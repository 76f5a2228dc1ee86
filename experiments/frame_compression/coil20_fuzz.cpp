// Views of an object on a turntable: whole archives.
#include <string>
#include <string_view>

#include "experiments/frame_compression/coil20.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
namespace experiments = preimage::experiments;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const experiments::frame_compression::ImageSequence views = experiments::frame_compression::coil20_views(
      data::parse_tar(data::with_tar_sums(std::string(input)), "x.tar"), "x.tar", 1);
  require(views.pixels.n_cols == views.shape.width * views.shape.height, "every view has its pixels");
  require(views.pixels.min() >= 0.0 && views.pixels.max() <= 1.0, "pixels are in [0, 1]");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
