// Armadillo as the library was compiled with it. Its matrices cross the border between a program and the
// library, so both have to see the same class: another size of its members is memory written over, not an
// error at run time. Here it is an error of the compiler, which says what to change.
#pragma once

#include <armadillo>

#include "preimage/version.hpp"

#if ARMA_VERSION_MAJOR != PREIMAGE_ARMADILLO_MAJOR || ARMA_VERSION_MINOR != PREIMAGE_ARMADILLO_MINOR
#error \
    "preimage was compiled with another version of Armadillo (preimage/version.hpp); compile it again with this one"
#endif
#ifdef ARMA_NO_DEBUG
#error "preimage was compiled without ARMA_NO_DEBUG, and relies on the checks; take it out of this program"
#endif

static_assert(
    sizeof(arma::uword) == 8,
    "preimage was compiled with 64-bit sizes of matrices; take ARMA_32BIT_WORD out of this program");
static_assert(
    sizeof(arma::blas_int) == 4,
    "preimage was compiled for a BLAS with 32-bit integers; take ARMA_BLAS_LONG out of this program");
static_assert(arma::arma_config::mat_prealloc == 16,
              "preimage was compiled with ARMA_MAT_PREALLOC 16; take another value out of this program");
static_assert(
    !arma::arma_config::openmp,
    "preimage was compiled with ARMA_DONT_USE_OPENMP; compile with the options of preimage::preimage");
static_assert(
    !arma::arma_config::wrapper,
    "preimage was compiled with ARMA_DONT_USE_WRAPPER; compile with the options of preimage::preimage");
static_assert(
    !arma::arma_config::extra_code,
    "preimage was compiled without ARMA_EXTRA_..., ARMA_ALIEN_MEM_...; take them out of this program");
