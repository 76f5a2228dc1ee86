#include <optional>
#include <string>
#include <utility>

#include "preimage/base/sha256.hpp"
#include "preimage/losses/class_costs.hpp"
#include "suite/config/named_file.hpp"
#include "suite/data/class_table.hpp"
#include "suite/data/gzip.hpp"
#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Part kFile{"file", "a CSV file",
                     "header true,A,B,...; then a row per true class: its name, and the cost >= 0 of each "
                     "prediction"};

losses::Loss<samples::NamedClasses> make(const config::Reader& reader) {
  std::optional<std::string> text = config::content_of(reader.raw(kFile.name));
  std::string source = "the model's costs";
  if (!text) {
    const std::filesystem::path path = config::named_file(reader, kFile.name);
    text = data::read_maybe_gzip(path, {.bytes = data::kMaxTextBytes});
    source = path.string();
  }
  reader.log_texts(kFile.name, {base::sha256(*text)});
  reader.note_file(kFile.name, *text);
  data::ClassTable table = data::read_class_table(data::CsvReader(*std::move(text), source));
  return losses::cost_loss({std::move(table.classes), std::move(table.values), source});
}

}  // namespace

void add_cost(LossTable& table) {
  table.add<samples::NamedClasses>(
      {{"cost", "classes", "what it costs to predict a class where another is true, from a file",
        facts_of(kFile), "{name: cost, file: costs.csv}"},
       make});
}

}  // namespace preimage::suite::registry
