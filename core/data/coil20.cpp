#include "data/coil20.hpp"

#include <map>
#include <string>

#include <fmt/format.h>

#include "base/error.hpp"
#include "config/number.hpp"
#include "data/archive.hpp"
#include "data/png.hpp"

namespace preimage::data {

namespace {

using Members = std::map<std::string, std::string>;

/// The archive's members "folder/objN__K.png" of object N by K, so that view 10 comes after view 9.
std::map<long, Members::const_iterator> views_of(const Members& members, long object,
                                                 const std::string& source) {
  const std::string prefix = fmt::format("obj{}__", object), ending = ".png";
  std::map<long, Members::const_iterator> views;
  for (auto member = members.begin(); member != members.end(); ++member) {
    const std::string name = std::filesystem::path(member->first).filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(ending)) continue;
    const auto view =
        config::parse_integer(name.substr(prefix.size(), name.size() - prefix.size() - ending.size()));
    if (!view || !views.emplace(*view, member).second) {
      throw DataError(
          fmt::format("{}: member '{}': expected one objN__K.png per view K", source, member->first));
    }
  }
  if (views.empty()) throw DataError(fmt::format("{}: no views of object {}", source, object));
  for (long view = 0; view < static_cast<long>(views.size()); ++view) {
    if (!views.contains(view))
      throw DataError(fmt::format("{}: view {} of object {} is missing", source, view, object));
  }
  return views;
}

}  // namespace

ImageSequence load_coil20(const std::filesystem::path& path, long object) {
  const std::string source = path.string();
  const Members members = read_archive(path);
  const auto views = views_of(members, object, source);
  ImageSequence sequence;
  for (const auto& [view, member] : views) {
    const std::string name = fmt::format("{}: member '{}'", source, member->first);
    const GreyImage image = parse_png(member->second, name);
    if (view == 0) {
      sequence.shape = {image.width, image.height};
      sequence.pixels.set_size(views.size(), image.pixels.size());
    }
    if (image.width != sequence.shape.width || image.height != sequence.shape.height) {
      throw DataError(fmt::format("{}: {} x {} pixels, expected {} x {} as in view 0", name, image.width,
                                  image.height, sequence.shape.width, sequence.shape.height));
    }
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
      sequence.pixels(static_cast<arma::uword>(view), i) = image.pixels[i] / 255.0;
    }
  }
  return sequence;
}

}  // namespace preimage::data
