// What --set changes of a study.
#include <optional>
#include <stdexcept>

#include "preimage/base/collect.hpp"
#include "suite/records/result_record.hpp"
#include "suite/study/study_parts.hpp"

namespace preimage::suite::study {

namespace {

using config::Value;

/// By reading, all that it says and computes.
using Content = std::map<std::string, config::ReadLog>;

/// Nothing where the config cannot be read so: an override may need another one, or the config some.
std::optional<Content> content_with(const Value& as_written, const std::vector<config::Override>& overrides,
                                    const ExperimentTable& experiments) try {
  const Value root = config::with_overrides(as_written, overrides, "--set");
  const Value* claims = root.find("claims");
  Content content;
  for (const Reading& reading : parse_readings(as_written, overrides, experiments)) {
    if (!reading.refusal.empty()) continue;
    config::ReadLog& log = content[reading.name];
    log = reading.parameters;
    log.insert(reading.words.begin(), reading.words.end());
    if (claims != nullptr) log["claims"] = config::to_text(*claims);
  }
  return content;
} catch (const std::runtime_error&) {
  return std::nullopt;
}

bool is_other(const std::optional<Content>& content, const Content& all, const std::string& reading) {
  return !content || !content->contains(reading) || content->at(reading) != all.at(reading);
}

std::map<std::string, Profile> profiles_as_written(const Value& as_written,
                                                   const ExperimentTable& experiments) try {
  return parse_profiles(config::Reader(as_written), parse_readings(as_written, {}, experiments));
} catch (const std::runtime_error&) {
  return {};
}

}  // namespace

std::string Reading::modifications() const {
  std::string text;
  for (const config::Override& o : modified) {
    const Value value = config::parse_value(o.value, "--set " + o.path);
    text += (text.empty() ? "" : ", ") + o.path + "=" + config::to_text(value);
  }
  return text;
}

std::vector<std::string> Reading::learner_names() const {
  return base::collect(learners, &registry::ParsedLearner::name);
}

std::string Reading::label() const {
  return records::reading_label(name, modifications());
}

const registry::LearnerProgram* program_of(const Reading& reading, const std::string& learner) {
  const auto found = std::ranges::find(reading.learners, learner, &registry::ParsedLearner::name);
  return found == reading.learners.end() || !found->program ? nullptr : &*found->program;
}

bool runs_programs(const Study& study) {
  const auto is_program = [](const registry::ParsedLearner& learner) { return learner.program.has_value(); };
  return std::ranges::any_of(study.readings, [&](const Reading& reading) {
    return std::ranges::any_of(reading.learners, is_program);
  });
}

void find_modifications(Study& study, const Value& as_written, const std::vector<config::Override>& overrides,
                        const ExperimentTable& experiments) {
  study.written_profiles = overrides.empty() ? study.profiles : profiles_as_written(as_written, experiments);
  std::vector<config::Override> candidates = overrides;
  std::erase_if(candidates,
                [](const config::Override& o) { return (o.path + ".").starts_with("profiles."); });
  if (candidates.empty()) return;
  const Content all = *content_with(as_written, overrides, experiments);  // it was parsed before
  std::vector<std::optional<Content>> without;                            // each of the candidates in turn
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::vector<config::Override> others = candidates;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    without.push_back(content_with(as_written, others, experiments));
  }
  const std::optional<Content> plain = content_with(as_written, {}, experiments);
  for (Reading& reading : study.readings) {
    if (!reading.refusal.empty() || !is_other(plain, all, reading.name)) continue;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (is_other(without[i], all, reading.name)) reading.modified.push_back(candidates[i]);
    }
    // Of two that say the same each alone would change nothing.
    if (is_other(content_with(as_written, reading.modified, experiments), all, reading.name))
      reading.modified = candidates;
  }
}

}  // namespace preimage::suite::study
