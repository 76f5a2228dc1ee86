#pragma once

namespace preimage::suite::cli {

enum ExitCode {
  kOk = 0,
  kBisectBad = 1,   // `check --bisect`: a number moved
  kUsage = 2,       // command line or config
  kRegression = 3,  // `check`: a number moved; `compare`: two runs differ; `audit`: something was found
  kPublished = 4,   // `check --published`: a number that no reading explains, a claim that fails
  kData = 5,        // input, output or damaged data; no answer in numbers (a singular matrix), or in memory
  kCellsFailed = 6,
  kCannotTell = 7,  // `verify`: no file is damaged, but of some it cannot be told
  kInternal = 70,
  kBisectSkip = 125,  // `check --bisect`: it cannot be said; `git bisect run` skips the commit
  kInterrupted = 130,
};

}  // namespace preimage::suite::cli
