#!/usr/bin/env bash
# What becomes of results when a run is killed, or the disk fails, at each of the calls by which it writes.
#
#   fault_injection.sh [--points N] PROGRAM SHIM
#
# PROGRAM is the driver, SHIM the library of core/testing/fault_shim.cpp. A small run is counted undisturbed;
# then it is run again and again, each time with one fault at one call: killed before or after it (the whole
# process group, or the calling process alone), or an error from it (full disk, read-only disk, input/output
# error, half a write). After each fault a plain `preimage run` must complete to byte-identical tables, without
# computing a cell again whose record was written. Then: numbers of workers, two drivers on one folder, seven without locks,
# damaged records, and `check --update` killed and failed at each call: the reference is the old one or the
# new one, whole. --points N spreads N kill points and N error points over all (default: all), and tries each call of an
# update with one fault of four.
# Prints what was tried and found; exit code 1 on any miss. Linux with LD_PRELOAD; elsewhere it says so and
# passes.
set -euo pipefail

# --- one point, called by xargs below: fault_injection.sh --point ACTION CALL
# shellcheck disable=SC2154  # the variables come from the environment
miss() { echo "MISS $*"; }

start_state() { head -c 48 /dev/zero >"$1"; }

read_state() { # -> calls records faults claims unsynced_files unsynced_folders
  od -A n -t u8 -w48 "$1"
}

same_tables() { diff -r --exclude=timings.csv "$1" "$2" >/dev/null; }

# In a process group of its own, so that the shim may kill it whole.
run_faulty() { # FAULT JOBS FOLDER
  set -m
  PREIMAGE_FAULT=$1 PREIMAGE_FAULT_BELOW=$3/out PREIMAGE_FAULT_STATE=$3/state LD_PRELOAD=$shim \
    "$program" run "$config" --out "$3/out" --jobs "$2" --quiet >"$3/stdout" 2>"$3/stderr" &
  local code=0
  wait $! 2>/dev/null || code=$?
  set +m
  return $code
}

# The exit code that a fault may lead to.
expected_code() { # ACTION CODE FAULTS
  case $1 in
  kill-*) [ "$2" = 137 ] ;;
  die-*) [ "$2" = 137 ] || [ "$2" = 0 ] ;; # a worker is replaced, the driver is not
  short) [ "$2" = 0 ] ;;
  *) [ "$2" = 5 ] || [ "$3" = 0 ] ;;
  esac
}

point() { # ACTION CALL
  local action=$1 call=$2 jobs=1 code=0 calls records faults claims begun
  local folder=$work/$1-$2
  mkdir "$folder"
  start_state "$folder/state"
  [[ $action != die-* ]] || jobs=2
  run_faulty "$action:$call" "$jobs" "$folder" 2>/dev/null || code=$?
  read -r calls records faults claims _ < <(read_state "$folder/state")
  expected_code "$action" "$code" "$faults" || miss "$action:$call: exit code $code after $calls calls"
  begun=$((claims - records))
  if [ $jobs = 1 ] && [ $begun -gt 1 ]; then miss "$action:$call: $begun cells were in flight"; fi
  # No shim from here on, and nothing is cleaned up; an hour later.
  find "$folder/out" -name '*.tmp' -exec touch -d '2 hours ago' {} + 2>/dev/null || true
  code=0
  "$program" run "$config" --out "$folder/out" --jobs 1 --quiet >"$folder/stdout" 2>"$folder/stderr" || code=$?
  [ $code = 0 ] || miss "$action:$call: exit code $code of the resumed run: $(tail -n 1 "$folder/stderr")"
  local open lost
  open=$(sed -n 's/^[0-9]* cells, \([0-9]*\) to run$/\1/p' "$folder/stderr")
  lost=$((open - (cells - records)))
  # Killed between a rename and its counting, one more may be there than counted.
  if [ "$lost" -gt 0 ]; then miss "$action:$call: $lost finished cells were to run again"; fi
  [ -z "$(find "$folder/out" -name '*.tmp')" ] || miss "$action:$call: a temporary file outlived the resumed run"
  ! grep -q damaged "$folder/stderr" || miss "$action:$call: a damaged record"
  same_tables "$reference" "$folder/out/quick" || miss "$action:$call: other tables"
  cmp -s "$work/text" "$folder/stdout" || miss "$action:$call: other text"
  echo "POINT ${action} faults=$faults lost=$((lost > 0 ? lost : 0))"
  rm -r "$folder"
}

if [ "${1:-}" = --point ]; then
  point "$2" "$3"
  exit 0
fi

# --- all points
points=all
if [ "${1:-}" = --points ]; then
  points=$2
  shift 2
fi
[ $# = 2 ] || {
  sed -n '2,4p' "$0" >&2
  exit 2
}
if [ "$(uname -s)" != Linux ]; then
  echo "skipped: there is no LD_PRELOAD here"
  exit 0
fi
program=$(realpath "$1") shim=$(realpath "$2")
work=$(realpath "$(mktemp -d)")
trap 'rm -rf "$work"' EXIT
config=$work/toy.yaml reference=$work/undisturbed/out/quick
export program shim work config reference OPENBLAS_NUM_THREADS=1 LC_ALL=C
cat >"$config" <<'YAML'
title: Toy
experiment: string_toy
seed: 1
dataset: {name: generated_strings, samples: 18}
input_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
output_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
loss: distance
protocol: {outer: {folds: 3}, inner: {folds: 2}}
learners:
  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1]}, ridge: 0.01}
  neighbours: {method: nearest_neighbours, k: [1, 3]}
profiles:
  quick: {repetitions: 4, readings: all}
YAML
printf '  p%d: {repetitions: 1, readings: all}\n' {1..200} >>"$config"

mkdir "$work/undisturbed"
start_state "$work/undisturbed/state"
run_faulty none:0 1 "$work/undisturbed"
cp "$work/undisturbed/stdout" "$work/text"
read -r calls cells _ _ unsynced_files unsynced_folders < <(read_state "$work/undisturbed/state")
export cells
{
  [ "$unsynced_files" = 0 ] || miss "$unsynced_files files were renamed before they were synced"
  [ "$unsynced_folders" = 0 ] || miss "$unsynced_folders folders were not synced after a file came into them"
} >"$work/order"

# Every action at every call, or each at its share of N calls, evenly spread and beside the others' calls.
plan() { # ACTION...
  local actions=("$@") i
  for i in "${!actions[@]}"; do
    awk -v action="${actions[i]}" -v turn="$i" -v actions=$# -v calls="$calls" -v points="$points" 'BEGIN {
      n = points == "all" ? calls : int(points / actions)
      if (n > calls) n = calls
      for (k = 0; k < n; ++k) print action, int((k + turn / actions) * calls / n) + 1
    }'
  done
}
{
  plan kill-before kill-after die-before die-after
  plan ENOSPC EROFS EIO short
} >"$work/plan"
xargs -P "$(nproc)" -L 1 "$0" --point <"$work/plan" >"$work/log" 2>&1 || miss "a point did not end" >>"$work/log"
cat "$work/order" >>"$work/log"

# --- numbers of workers, and two drivers at once
at_once() { # NAME RUNS ROUNDS JOBS [NAME=VALUE...]: on one folder
  local round run pid out pids
  for ((round = 1; round <= $3; ++round)); do
    out=$work/$1-$round pids=()
    for ((run = 1; run <= $2; ++run)); do
      env "${@:5}" "$program" run "$config" --out "$out" --jobs "$4" --quiet >"$out.$run" 2>"$out.$run.err" &
      pids+=($!)
    done
    for pid in "${pids[@]}"; do wait "$pid" || miss "$1: exit code $?" >>"$work/log"; done
    for ((run = 1; run <= $2; ++run)); do
      cmp -s "$work/text" "$out.$run" || miss "$1: other text" >>"$work/log"
    done
    same_tables "$reference" "$out/quick" || miss "$1: other tables" >>"$work/log"
    [ -z "$(find "$out" -name '*.tmp')" ] || miss "$1: a temporary file is left" >>"$work/log"
  done
}
for jobs in 1 2 3 8 16; do at_once "$jobs-workers" 1 1 $jobs; done
at_once two-drivers 2 5 2
lockless=(PREIMAGE_NO_LOCKS=1 LD_PRELOAD="$shim")
at_once locks-that-do-nothing 7 3 2 "${lockless[@]}"

# --- two hundred runs at once, each of a profile of its own, killed at random where locks do nothing; `clean` beside them
noted() {
  local run out=$work/noted pids=()
  for run in {1..200}; do
    env "${lockless[@]}" timeout -s KILL $((RANDOM % 20 + 1)) "$program" run "$config" --profile "p$run" --set "seed=$((run % 10))" \
      --out "$out" --jobs 1 --quiet >"$out.text" &
    pids+=($!)
    [ $((run % 20)) != 0 ] || env "${lockless[@]}" "$program" clean --yes --out "$out" >>"$out.cleaned" || true
  done
  for run in {1..200}; do
    wait "${pids[run - 1]}" || continue
    grep -q "\"profile\":\"p$run\"" "$out"/.configs/runs/*.json || miss "the note of run $run is lost" >>"$work/log"
  done
  [ "$(find "$out/.configs/runs" -name '*.json' | wc -l)" -gt 20 ] || miss "two hundred runs, and few notes" >>"$work/log"
  "$program" clean --yes --out "$out" >>"$out.cleaned" || miss "clean: exit code $?" >>"$work/log"
  ! grep '  record of' "$out.cleaned" >>"$work/log"
}
noted 2>/dev/null || miss "clean has taken records of noted runs" >>"$work/log"

# --- every record damaged: a bit flipped, cut off, emptied
damaged=0 found=0 updates=0
RANDOM=1 # the same bits in every run
flip() { # FILE PLACE
  local byte
  byte=$(od -A n -t u1 -j "$2" -N 1 "$1")
  printf '%b' "\\x$(printf %x $((byte ^ (1 << (RANDOM % 8)))))" |
    dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
out=$work/undisturbed/out
for way in flip cut empty; do
  while IFS= read -r record; do
    size=$(stat -c %s "$record")
    case $way in
    flip) flip "$record" $((RANDOM % size)) ;;
    cut) truncate -s $((RANDOM % size)) "$record" ;;
    empty) : >"$record" ;;
    esac
    damaged=$((damaged + 1))
  done < <(find "$out/cells" -name '*.json')
  "$program" table "$config" --out "$out" >"$work/damaged.text" 2>"$work/damaged.err" || true
  found=$((found + $(grep -c 'damaged record' "$work/damaged.err")))
  "$program" run "$config" --out "$out" --quiet >"$work/damaged.text" 2>/dev/null ||
    miss "$way: exit code $?" >>"$work/log"
  cmp -s "$work/text" "$work/damaged.text" || miss "$way: other text" >>"$work/log"
done
[ "$damaged" = "$found" ] || miss "damaged records: $found of $damaged found" >>"$work/log"

# --- a reference's update: at each call, with the exchange of two folders and without
results_with() { # FOLDER NUMBER: two tables that hold it
  local table
  for table in a b; do
    mkdir -p "$1/quick/$table"
    {
      echo "reproduces,reading,measure,learner,published,published_spread,spread_kind,ours,sd_over_repetitions,repetitions,spread_over_folds,z,verdict,not_converged,data"
      echo "p/$table,raw,loss,kde,,,,$2,0.02,16,0.01,,,,real"
    } >"$1/quick/$table/$table.csv"
    {
      echo "reproduces,reading,learner,program,blas_cores,inputs,versions"
      echo "p/$table,raw,kde,1.0+a,Haswell,00,method.kde=$2"
    } >"$1/quick/$table/$table.provenance.csv"
  done
  printf 'config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\nt,raw,kde,0,0,%s,2000\n' "$2" \
    >"$1/quick/timings.csv"
}
exec_update() { # RESULTS REFERENCE [NAME=VALUE...]: in place of this shell, so that who waits for it waits for the program
  exec env "${@:3}" "$program" check --update --latest "$1" --reference "$2" >/dev/null 2>&1
}
update() { (exec_update "$@"); }
same() { diff -r "$1" "$2" >/dev/null; }
results_with "$work/old" 1
results_with "$work/new" 2
update "$work/old" "$work/old-reference"
echo kept >"$work/old-reference/quick/README.md"
cp -r "$work/old-reference" "$work/new-reference"
update "$work/new" "$work/new-reference"
! same "$work/old-reference" "$work/new-reference" || miss "the two references are one" >>"$work/log"
update_point() { # ACTION CALL NO_EXCHANGE: read_state's calls
  local folder=$work/update code=0 faults
  rm -rf "$folder" && cp -r "$work/old-reference" "$folder"
  start_state "$work/update-state"
  set -m
  exec_update "$work/new" "$folder" LD_PRELOAD="$shim" PREIMAGE_FAULT="$1:$2" PREIMAGE_FAULT_BELOW="$folder" \
    PREIMAGE_FAULT_STATE="$work/update-state" PREIMAGE_NO_EXCHANGE="$3" &
  wait $! 2>/dev/null || code=$?
  set +m
  read -r update_calls _ faults _ < <(read_state "$work/update-state")
  case $1 in kill-*) [ "$code" = 137 ] ;; *) [ "$code" = 5 ] || [ "$code$faults" = 01 ] || [ "$faults" = 0 ] ;; esac ||
    miss "update $*: exit code $code" >>"$work/log"
  # Where the system cannot exchange, the next program that reads the reference brings it back.
  [ -z "$3" ] || "$program" check --latest "$work/new" --reference "$folder" >/dev/null 2>&1 || true
  same "$folder/quick" "$work/old-reference/quick" || same "$folder/quick" "$work/new-reference/quick" ||
    miss "update $*: neither the old reference nor the new one" >>"$work/log"
  update "$work/new" "$folder" || miss "update $*: the next one failed" >>"$work/log"
  same "$folder" "$work/new-reference" || miss "update $*: something was left" >>"$work/log"
}
step=$([ "$points" = all ] && echo 1 || echo 4)
for no_exchange in "" 1; do
  update_point none 0 "$no_exchange"
  update_count=$update_calls first=1
  for action in kill-before kill-after EIO ENOSPC; do
    for ((call = first, first = first % step + 1; call <= update_count; call += step)); do
      update_point $action $call "$no_exchange" 2>/dev/null
      updates=$((updates + 1))
    done
  done
done

# --- the figures
tried() { grep -c "^POINT ${1:-}" "$work/log" || true; }
[ "$(tried)" = "$(wc -l <"$work/plan")" ] || miss "not every point was tried" >>"$work/log"
lost=$(awk '/^POINT/ { sub("lost=", "", $4); sum += $4 } END { print sum + 0 }' "$work/log")
misses=$(grep -vc '^POINT' "$work/log" || true)
echo "undisturbed: $cells cells, $calls calls that write; renamed before the bytes were synced: $unsynced_files, folders not synced after: $unsynced_folders"
echo "kill points: $(($(tried kill) + $(tried die))) tried ($(tried kill-before) before, $(tried kill-after) after, the whole group; $(tried die-before) before, $(tried die-after) after, one process)"
echo "error points: $(($(tried E) + $(tried short))) tried ($(tried ENOSPC) full disk, $(tried EROFS) read-only, $(tried EIO) input/output error, $(tried short) half a write)"
echo "finished cells lost: $lost; locks removed by hand: 0"
echo "numbers of workers: 5 tried; two drivers at once: 5 times; locks that do nothing: 21 runs, 7 at once, and 200 at once, killed"
echo "damaged records: $damaged tried, $found found; updates of a reference: $updates tried"
echo "misses: $misses"
if [ "$misses" != 0 ]; then
  grep -v '^POINT' "$work/log" | head -n 20
  exit 1
fi
