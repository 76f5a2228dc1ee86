// What a number was computed with; recorded, never compared.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace preimage::suite::run {

/// "OpenBLAS 0.3.21 ...", as the library that is really loaded says of itself; its core type; its threads.
struct BlasFacts {
  std::string library, core, threads;
};
BlasFacts blas_facts();

/// host, compiler, code version, BLAS library, core type and threads.
std::map<std::string, std::string> circumstances();

/// What can change the last bits of a number on equal input: compiler, build, BLAS library, core type,
/// threads.
std::string rounding_text();

/// "BLAS core type: SkylakeX, 1 thread(s)", of the library that is really loaded.
std::string core_type_text();

/// "preimage 1.2.3 (revision 17c9ea6b1234)".
std::string program_text();

/// The text of `preimage --version`.
std::string version_text();

/// The instruction sets that OpenBLAS's core types ask for; all false elsewhere than on x86-64.
struct CpuFeatures {
  bool avx2_and_fma = false;
  bool avx512 = false;  // F, CD, DQ, BW and VL, as in every server CPU since 2017
};
CpuFeatures cpu_features();

/// The core type to ask OpenBLAS for, by its name in OPENBLAS_CORETYPE, where it loaded one from before AVX2
/// on a CPU that has AVX2, or one without AVX-512 on a CPU that has it; else nothing. The first happens where
/// the CPU is newer than the library (matrix products at a third to a fifth of the speed), the second on AMD
/// (at a half to two thirds).
std::optional<std::string> better_core(const std::string& loaded, const CpuFeatures& cpu);

/// Why work that was asked to run on core type `asked` ("": on any) must not begin where `loaded` is the one
/// in use: the CPU lacks its instructions and would kill the process at the first product, or the last bits
/// would differ from the other workers'. Nothing where it may.
std::optional<std::string> core_problem(const std::string& asked, const std::string& loaded,
                                        const CpuFeatures& cpu);

/// Starts this program again where the environment does not yet say one BLAS thread, because their number
/// changes eigenvectors in the last bits, or where better_core has an answer and the user set no
/// OPENBLAS_CORETYPE: OpenBLAS reads both before main, and workers and peers inherit them. (On Linux the
/// program has seen to the threads before.) `bitwise` asks for Haswell, whatever the user or the CPU says.
/// Returns where nothing had to change.
/// throws  DataError where it cannot start again, or there is a core_problem with OPENBLAS_CORETYPE
void pin_blas(char** argv, bool bitwise);

/// Takes the memory that OpenBLAS computes in, once and for all: where the system refuses it later, OpenBLAS
/// asks for ever. To be called after pin_blas, so that it is one thread's.
/// throws  DataError where the system does not give that much address space (`ulimit -v`)
void reserve_blas_memory();

/// Keeps what was freed, up to 2 GiB, for the next matrix of that size: by default the C library returns each
/// large one to the system, which clears its pages anew (6 % of the time of a run of many Gram matrices).
/// Larger ones are still returned. Threads take theirs from the same heap. The memory of a process therefore
/// does not fall before it ends. Only verbs that compute call it: with one heap, threads that read many
/// records wait for one another (a table of 10^5 cells took 25 s, not 8).
void keep_freed_memory();

}  // namespace preimage::suite::run
