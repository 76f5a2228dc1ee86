// What a number was computed with; recorded, never compared.
#pragma once

#include <map>
#include <string>

namespace preimage::experiments {

/// "OpenBLAS 0.3.21 ...", as the library that is really loaded says of itself; its core type; its threads.
struct BlasFacts {
  std::string library, core, threads;
};
BlasFacts blas_facts();

/// host, compiler, code version, BLAS library, core type and threads.
std::map<std::string, std::string> circumstances();

/// The text of `preimage --version`.
std::string version_text();

/// Starts this program again with one BLAS thread where the environment does not pin it yet: the number of
/// threads changes eigenvectors in the last bits, and OpenBLAS reads it before main. `bitwise` also pins the
/// core type. Returns where nothing had to change.
void pin_blas(char** argv, bool bitwise);

}  // namespace preimage::experiments
