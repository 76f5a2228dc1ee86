// The driver: parse, plan, dispatch. It knows no experiment.
#include "suite/cli/driver.hpp"

#include <functional>
#include <iostream>
#include <new>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/cli/command_line.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/environment.hpp"

namespace preimage::suite::cli {

namespace {

/// CLI11 suggests nothing for a misspelt verb, so we do.
void check_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (verb->get_name() == argv[1]) return;
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  }
  throw ConfigError(fmt::format("no verb '{}'{}", argv[1], base::suggestion(argv[1], names)));
}

int run_program(int argc, char** argv, const study::ExperimentTable& experiments) {
  run::pin_blas(argv, false);
  CLI::App app(
      "Experiments in learning with structured outputs by kernels, held against the published numbers.",
      "preimage");
  app.set_version_flag("--version", run::version_text);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 ok, 2 command line or config, 3 a number moved or two runs differ, 4 a published\n"
      "number that no reading explains, 5 input, output or damaged data, 6 some cells failed, 70 internal\n"
      "error, 130 interrupted.");
  CommandLine line;
  line.study.selected.experiments = experiments;
  line.study.selected.out = line.check.latest = data::project_root() / "results" / "latest";
  line.check.reference = data::project_root() / "results" / "reference";
  add_verbs(app, line);
  check_verb(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kOk : kUsage;
  }
  if (line.study.run.bitwise) run::pin_blas(argv, true);
  run::reserve_blas_memory();
  return line.action();
}

int fail(const std::string& message, int code) {
  std::cerr << "preimage: " << message << "\n";
  return code;
}

int run_or_explain(const std::function<int()>& program) {
  try {
    return program();
  } catch (const ConfigError& error) {
    return fail(error.what(), kUsage);
  } catch (const DataError& error) {
    return fail(error.what(), kData);
  } catch (const std::invalid_argument& error) {  // the library cannot do it with these samples
    return fail(error.what(), kData);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(error.what(), kData);
  } catch (const std::bad_alloc&) {
    return fail("the system gave no more memory", kData);
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what(), kInternal);
  }
}

}  // namespace

int run_telling_errors(const std::function<int()>& program) {
  prepare_standard_streams();
  return with_output_written(run_or_explain(program));
}

int run(int argc, char** argv, const study::ExperimentTable& experiments) {
  return run_telling_errors([&] { return run_program(argc, argv, experiments); });
}

}  // namespace preimage::suite::cli
