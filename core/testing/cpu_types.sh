#!/usr/bin/env bash
# The tests of numbers (ctest -L numbers) on this CPU as on others:
#   core/testing/cpu_types.sh BUILD sample|all
# Three things round differently between CPUs, and each is set here:
#   the BLAS core type   OPENBLAS_CORETYPE: Nehalem, Haswell, Zen, and SkylakeX where the CPU has AVX-512
#   our own loops        the build option PREIMAGE_CLONES, off: compiled for the baseline alone. BUILD is left configured as it was:
#                        what is built next compiles them back
#   the C library        exp, log, ...: the tunable glibc.cpu.hwcaps takes its variants for AVX2 and fused multiply-adds away
# sample: two combinations, a minute or two each, without what the manual types; all: each with each, up to sixteen.
# Exit code 1 where a test failed.
set -euo pipefail

usage() {
  sed -n '2,10p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

[ $# = 2 ] || usage
build=$1
without='^$'
case $2 in
  sample)
    combinations=("Nehalem plain-libc ON" "Haswell libc OFF")
    without='^manual$'
    ;;
  all)
    combinations=()
    cores=(Nehalem Haswell Zen)
    if grep -q avx512f /proc/cpuinfo; then cores+=(SkylakeX); fi
    for clones in ON OFF; do
      for core in "${cores[@]}"; do
        combinations+=("$core libc $clones" "$core plain-libc $clones")
      done
    done
    ;;
  *) usage ;;
esac

configure() { # ON|OFF
  cmake -S "$(dirname "${BASH_SOURCE[0]}")/../.." -B "$build" -G Ninja -DPREIMAGE_CLONES="$1" >/dev/null
  configured=$1
}
compile() { # ON|OFF
  configure "$1"
  # The programs that these tests start, and no other: linking is most of the time.
  ctest --test-dir "$build" --label-regex '^numbers$' --show-only=json-v1 |
    grep -oE '"[^"]*/([a-z0-9_]+_tests|preimage)"' | sed 's|.*/||; s|"||' | sort -u |
    xargs cmake --build "$build" --parallel "$(getconf _NPROCESSORS_ONLN)" --target >/dev/null
}
configured=ON
trap '[ "$configured" = ON ] || configure ON' EXIT

failed=()
for combination in "${combinations[@]}"; do
  read -r core libc clones <<<"$combination"
  [ "$configured" = "$clones" ] || compile "$clones"
  variants=""
  [ "$libc" = libc ] || variants=glibc.cpu.hwcaps=-AVX2,-FMA
  start=$SECONDS
  outcome=passed
  OPENBLAS_CORETYPE=$core GLIBC_TUNABLES=$variants ctest --test-dir "$build" --label-regex '^numbers$' --exclude-regex "$without" --no-tests=error \
    --parallel 2 --output-on-failure --quiet --output-log "$build/cpu_types.log" || outcome=FAILED
  printf '%-9s %-10s clones %-3s  %s, %d s\n' "$core" "$libc" "$clones" "$outcome" $((SECONDS - start))
  if [ "$outcome" = FAILED ]; then
    failed+=("$combination")
    cat "$build/cpu_types.log"
  fi
done
[ ${#failed[@]} = 0 ] || { printf 'failed on: %s\n' "${failed[@]}" >&2; exit 1; }
