#!/usr/bin/env bash
# Eight verbs at random on one results folder of 2,000 cells, two at a time, a third of them killed:
#   soak.sh PROGRAM [SECONDS]     default: 600
# At the end `preimage run` completes the folder, `preimage verify` finds no fault, and records' results and tables are byte
# for byte those of an undisturbed run. Prints how often each verb ran and was killed; exit code 1 on any miss. The choices
# follow from a seed (SOAK_SEED), the times at which kills come do not.
set -euo pipefail
program=$(realpath "$1") seconds=${2:-600}
work=$(realpath "$(mktemp -d)")
trap 'rm -rf "$work"' EXIT
export OPENBLAS_NUM_THREADS=1 LC_ALL=C
config=$work/toy.yaml out=$work/out
cat >"$config" <<'YAML'
title: Toy
experiment: string_toy
seed: 1
dataset: {name: generated_strings, samples: 30}
input_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
output_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
loss: distance
protocol: {outer: {folds: 5}, inner: {folds: 2}}
learners:
  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1]}, ridge: 0.01}
  neighbours: {method: nearest_neighbours, k: [1, 3]}
profiles: {quick: {repetitions: 200, readings: all}}
YAML

misses=0
miss() {
  echo "MISS: $*" >&2
  misses=$((misses + 1))
}

"$program" run "$config" --out "$work/undisturbed" --jobs 2 --quiet >"$work/text"
"$program" check "$config" --update --reference "$work/reference" --latest "$work/undisturbed" >/dev/null 2>&1

RANDOM=${SOAK_SEED:-1}
verbs=(run work table report check clean plan sweep)
declare -A ran killed
words_of() {
  case $1 in
  run) echo "run $config --out $out --jobs 2 --quiet" ;;
  work) echo "work $config --out $out --shard 1/2" ;;
  table | report) echo "$1 --out $out" ;;
  check) echo "check $config --reference $work/reference --latest $out" ;;
  clean) echo "clean --out $out --yes" ;;
  plan) echo "plan $config --out $out" ;;
  sweep) echo "sweep $config --grid learners.neighbours.k=1,3 --repetitions 2 --out $out --jobs 1 --quiet" ;;
  esac
}

one() { # VERB SLEEP KILL
  local words pid code=0
  read -ra words <<<"$(words_of "$1")"
  setsid "$program" "${words[@]}" >"$work/$1.out" 2>"$work/$1.err" </dev/null &
  pid=$!
  if [ "$3" = yes ]; then
    sleep "$2"
    kill -9 -- "-$pid" 2>/dev/null || true
  fi
  wait "$pid" || code=$?
  case $code in
  # 3: a number is missing or moved while cells are; 5: too little is there, or another removes; 6: cells are missing
  0 | 3 | 5 | 6 | 137) ;;
  *)
    tail -n 3 "$work/$1.err" >&2
    return 1
    ;;
  esac
}

begun=$SECONDS
while [ $((SECONDS - begun)) -lt "$seconds" ]; do
  pids=() names=()
  for _ in 1 2; do
    verb=${verbs[RANDOM % ${#verbs[@]}]}
    kill=$([ $((RANDOM % 3)) = 0 ] && echo yes || echo no)
    ran[$verb]=$((${ran[$verb]:-0} + 1))
    if [ "$kill" = yes ]; then killed[$verb]=$((${killed[$verb]:-0} + 1)); fi
    one "$verb" "0.$((RANDOM % 90 + 10))" "$kill" &
    pids+=($!) names+=("$verb")
  done
  for i in "${!pids[@]}"; do wait "${pids[i]}" || miss "${names[i]}: an exit code that it should not have"; done
done

code=0
"$program" run "$config" --out "$out" --jobs 2 --quiet >"$work/text.after" 2>"$work/err.after" || code=$?
[ $code = 0 ] || miss "the last run: exit code $code: $(tail -n 1 "$work/err.after")"
cmp -s "$work/text" "$work/text.after" || miss "other tables are printed"
for ending in txt md csv tex provenance.csv; do
  cmp -s "$work/undisturbed/quick/string_toy/toy.$ending" "$out/quick/string_toy/toy.$ending" || miss "another toy.$ending"
done
"$program" verify "$out" >"$work/verify" || miss "verify: $(head -n 3 "$work/verify")"
"$program" compare "$work/undisturbed" "$out" >"$work/compare" || true
grep -q '^2000 cells in both, 0 of them differ; 0 only in A' "$work/compare" || miss "compare: $(tail -n 2 "$work/compare")"

for verb in "${verbs[@]}"; do echo "$verb: ${ran[$verb]:-0} times, ${killed[$verb]:-0} of them with kill -9"; done
tail -n 1 "$work/verify"
echo "misses: $misses"
[ $misses = 0 ]
