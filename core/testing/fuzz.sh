#!/usr/bin/env bash
# Fuzzes every reader of untrusted bytes: builds the targets x_fuzz.cpp with clang, libFuzzer and the address and
# undefined-behaviour sanitizers, and runs each from its inputs in core/testing/fuzz_corpus/x/. A finding is anything
# but a value or a documented error: a crash, a sanitizer's report, another exception, a property that does not hold,
# more than 512 MB, or more than 10 s for one input. The inputs of findings are kept in the build folder's findings/.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: fuzz.sh [--seconds N] [--jobs N] [--replay] [--build DIR] [TARGET...]
  --seconds N  of each target (default 60)
  --jobs N     targets at a time (default: one per core)
  --replay     run the committed inputs once, and nothing else
  --build DIR  a build folder that is configured with PREIMAGE_FUZZ=ON already (default: build-fuzz, made here)
  TARGET       x for x_fuzz.cpp (default: all)
exit codes: 0 no finding, 1 findings, 2 command line or build
TEXT
}
refuse() {
  printf 'fuzz.sh: %s\n' "$1" >&2
  usage >&2
  exit 2
}
require_count() { # option, value
  [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || refuse "$1: expected a whole number from 1, found '$2'"
}

seconds=60 at_once=$(nproc 2>/dev/null || echo 1) replay=false build=build-fuzz wanted=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds | --jobs)
      require_count "$1" "${2:-}"
      if [ "$1" = --seconds ]; then seconds=$2; else at_once=$2; fi
      shift
      ;;
    --replay) replay=true ;;
    --build)
      [ -f "${2:-}/CMakeCache.txt" ] || refuse "--build: expected a configured build folder, found '${2:-}'"
      build=$(cd "$2" && pwd)
      shift
      ;;
    --help) usage && exit 0 ;;
    -*) refuse "no option '$1'" ;;
    *) wanted+=("$1") ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mapfile -t known < <(find core experiments -name '*_fuzz.cpp' | sed 's:.*/::; s:_fuzz\.cpp$::' | sort)
if [ ${#wanted[@]} -eq 0 ]; then wanted=("${known[@]}"); fi
for target in "${wanted[@]}"; do
  printf '%s\n' "${known[@]}" | grep -Fqx -e "$target" || refuse "no target '$target'; known: ${known[*]}"
  [ -d "core/testing/fuzz_corpus/$target" ] || refuse "core/testing/fuzz_corpus/$target: no inputs to begin with"
done

export OPENBLAS_NUM_THREADS=1
if [ "$build" = build-fuzz ]; then
  CXX=${CXX:-clang++} cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DPREIMAGE_FUZZ=ON \
    -DPREIMAGE_WERROR="${PREIMAGE_WERROR:-OFF}" -DPREIMAGE_SANITIZE=address,undefined >/dev/null || exit 2
fi
cmake --build "$build" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$at_once}" --target "${wanted[@]/%/_fuzz}" || exit 2

# The quarantine of freed memory counts as memory used: small, or it alone comes near the limit.
export ASAN_OPTIONS=quarantine_size_mb=16:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
options=(-rss_limit_mb=512 -timeout=10 -seed=1 -print_final_stats=1)
started=$SECONDS
rm -rf "$build"/{findings,corpus,logs}
for target in "${wanted[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n || true; done
  committed=core/testing/fuzz_corpus/$target found=$build/corpus/$target
  mkdir -p "$found" "$build/findings/$target" "$build/logs"
  what=("-max_total_time=$seconds" -max_len=65536 "$found" "$committed")
  if $replay; then what=(-runs=0 "$committed"); fi
  (
    code=0
    "$build/fuzz/$target" "${options[@]}" "-artifact_prefix=$build/findings/$target/" "${what[@]}" \
      >"$build/logs/$target" 2>&1 || code=$?
    echo "$code" >"$build/logs/$target.code"
  ) &
done
wait

statistic() { # target, name
  sed -n "s/^stat::$2: *//p" "$build/logs/$1" | tail -n 1 | grep . || echo -
}
count() { find "$build/findings/$1" -name "$2-*" | wc -l; } # target, kind
code=0
printf '%-16s %12s %10s %8s %8s %8s\n' target executions 'exec / s' 'peak MB' crashes hangs
for target in "${wanted[@]}"; do
  hangs=$(count "$target" timeout)
  crashes=$(($(count "$target" crash) + $(count "$target" oom) + $(count "$target" leak)))
  if [ "$(cat "$build/logs/$target.code")" != 0 ]; then
    code=1
    if [ $((crashes + hangs)) = 0 ]; then crashes=1; fi # it ended without an input: its log says why
  fi
  printf '%-16s %12s %10s %8s %8s %8s\n' "$target" "$(statistic "$target" number_of_executed_units)" \
    "$(statistic "$target" average_exec_per_sec)" "$(statistic "$target" peak_rss_mb)" "$crashes" "$hangs"
done
printf '%d s; ' $((SECONDS - started))
if [ $code = 0 ]; then
  echo "no findings"
else
  echo "findings: inputs in $build/findings/, what happened in $build/logs/"
fi
exit $code
