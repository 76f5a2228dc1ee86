#include "preimage/decoders/exact_preimage.hpp"

#include "preimage/base/error.hpp"
#include "suite/registry/library_decoder.hpp"

namespace preimage::suite::registry {

namespace {

DecoderFactory parse(const config::Reader& /*reader*/) {
  return library_decoder(
      [](const validation::Problem& problem) {
        require_vectors(problem, "exact_preimage");
        const auto form = problem.output_kernel ? problem.output_kernel->polynomial_form() : std::nullopt;
        if (!form || form->degree % 2 == 0)
          throw ConfigError("decoder exact_preimage needs a polynomial output kernel of odd degree");
      },
      decoders::exact_preimage_decoder());
}

}  // namespace

DecoderRow make_exact_preimage_row() {
  return {"exact_preimage",
          1,
          "the pre-image of a polynomial output kernel of odd degree, coordinate by coordinate",
          {},
          "{name: exact_preimage}",
          parse};
}

}  // namespace preimage::suite::registry
