#!/usr/bin/env bash
# Tests check_layers.sh on a small tree: it accepts what is allowed and names each breach.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d "${TMPDIR:-/tmp}/preimage-layers-test.XXXXXX")
trap 'rm -rf "$tree"' EXIT
failures=0

fresh_tree() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/core/{testing,base,linalg} "$tree/experiments"
  printf 'add_subdirectory(%s)\n' testing base linalg >"$tree/core/CMakeLists.txt"
  echo '#include "base/random.hpp"' >"$tree/core/testing/toy_data.hpp"
  printf '#include <string>\n#include "base/error.hpp"\n' >"$tree/core/linalg/solve.cpp"
  echo '#include "testing/toy_data.hpp"' >"$tree/core/linalg/solve_test.cpp"
  echo '#include "linalg/solve.hpp"' >"$tree/experiments/main.cpp"
}

# expect WANTED FILE LINE: with LINE added to FILE the check prints exactly WANTED; nothing means that it holds.
expect() {
  local wanted=$1 file=$2 line=$3 said code=0
  fresh_tree
  mkdir -p "$(dirname "$tree/$file")"
  echo "$line" >>"$tree/$file"
  said=$("$here/check_layers.sh" "$tree" 2>&1) || code=$?
  if [ "$said" != "$wanted" ] || [ "$code" != "$([ -z "$wanted" ] && echo 0 || echo 1)" ]; then
    printf 'with %s in %s:\n  wanted: %s\n  said (code %s): %s\n' "$line" "$file" "$wanted" "$code" "$said" >&2
    failures=1
  fi
}

expect "" core/linalg/solve.hpp '#include "base/file.hpp"'
expect "" experiments/benchmarks/solve_bench.cpp '#include "testing/toy_data.hpp"'
expect "" core/linalg/solve_fuzz.cpp '#include "testing/toy_data.hpp"'
expect "" core/linalg/testing_matrix.hpp '#include "testing/toy_data.hpp"'
expect "core/base/error.hpp:1: base stands above linalg in core/CMakeLists.txt" \
  core/base/error.hpp '#include "linalg/solve.hpp"'
expect "core/base/base_test.cpp:1: base stands above linalg in core/CMakeLists.txt" \
  core/base/base_test.cpp '  #  include "linalg/solve.hpp"'
expect "core/linalg/solve.cpp:3: testing/ is for tests, benchmarks and testing_*.hpp" \
  core/linalg/solve.cpp '#include "testing/toy_data.hpp"'
expect "experiments/main.cpp:2: testing/ is for tests, benchmarks and testing_*.hpp" \
  experiments/main.cpp '#include "testing/toy_data.hpp"'
expect "core/testing/is_close.hpp:1: testing includes base alone, not linalg" \
  core/testing/is_close.hpp '#include "linalg/solve.hpp"'
expect "core/linalg/solve.cpp:3: core includes nothing of experiments/" \
  core/linalg/solve.cpp '#include "experiments/study.hpp"'
expect 'core/linalg/solve.cpp:3: "solve.hpp" is not named by its path from core/ or from the root' \
  core/linalg/solve.cpp '#include "solve.hpp"'
expect "core/linalg/solve.cpp:3: <base/file.hpp> is ours: write it in quotation marks" \
  core/linalg/solve.cpp '#include <base/file.hpp>'
expect "core/losses/: not a layer of core/CMakeLists.txt" core/losses/losses.hpp '#include "base/error.hpp"'
exit "$failures"
