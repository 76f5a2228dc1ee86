#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/tables/table_text.hpp"
#include "suite/tables/table_words.hpp"

namespace preimage::suite::tables {

std::string csv_header() {
  return "reproduces,reading,measure,learner,published,published_spread,spread_kind,ours,sd_over_repetitions,"
         "repetitions,spread_over_folds,z,verdict,not_converged,data,spread_of_ours,choices_after_seeing,"
         "rounding\n";
}

std::string table_as_csv_rows(const ResultTable& table) {
  const auto number = [](const std::optional<double>& value) {
    return value ? config::number_text(*value) : "";
  };
  std::string text;
  for (const TableRow& row : table.rows) {
    for (const TableNumber& n : row.numbers) {
      if (!n.applies && !n.published) continue;
      std::vector<std::string> fields = {table.head.reproduces, reading_label(table.head), row.measure,
                                         n.learner, n.published ? n.published->text : ""};
      fields.push_back(number(n.published ? n.published->spread : std::nullopt));
      fields.push_back(statistics::spread_name(row.kind));
      fields.push_back(number(n.ours ? std::optional<double>(n.ours->mean) : std::nullopt));
      const bool is_spread = has_spread(table.head, row, n);
      fields.push_back(number(is_spread ? std::optional<double>(n.ours->sd) : std::nullopt));
      fields.push_back(n.ours ? std::to_string(n.ours->repetitions) : "");
      fields.push_back(number(n.ours ? std::optional<double>(n.ours->fold_spread) : std::nullopt));
      fields.push_back(number(n.verdict ? std::optional<double>(n.verdict->z) : std::nullopt));
      fields.push_back(n.verdict ? n.verdict->text() : "");
      fields.push_back(n.unconverged > 0 ? std::to_string(n.unconverged) : "");
      fields.push_back(table.head.stand_in ? "stand-in" : "real");
      fields.push_back(is_spread ? spread_remark(table.head, row) : "");
      fields.push_back(std::to_string(table.head.choices_after_seeing));
      fields.push_back(number(n.ours ? std::optional<double>(n.ours->rounding) : std::nullopt));
      for (std::size_t f = 0; f < fields.size(); ++f)
        text += (f > 0 ? "," : "") + data::csv_quoted(fields[f]);
      text += "\n";
    }
  }
  return text;
}

}  // namespace preimage::suite::tables
