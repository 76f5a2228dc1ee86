// What the system gives the program to print to, which may be closed, full or limited.
#pragma once

namespace preimage::suite::cli {

/// To be called first: a standard stream that is closed is opened on an empty file that takes nothing, so
/// that no result file gets its number and what is printed with it; and a limit on file sizes (`ulimit -f`)
/// fails a write instead of ending the program.
void prepare_standard_streams();

/// To be called last: the exit code, which is kData at least, and a message on standard error, where
/// something that was printed did not reach standard output: a full disk, a closed stream.
int with_output_written(int code);

}  // namespace preimage::suite::cli
