// The files that the build embeds, so that the page is one file.
#pragma once

#include <string>
#include <vector>

namespace preimage::suite::report {

extern const char* const kPageStyle;
extern const char* const kPageScript;

struct PageTemplate {
  std::string name, text;
};
/// Those of templates/, by name.
const std::vector<PageTemplate>& page_templates();

}  // namespace preimage::suite::report
