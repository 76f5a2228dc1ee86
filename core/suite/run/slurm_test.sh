#!/usr/bin/env bash
# A small study through a real Slurm: munged, slurmctld and slurmd are started here, as whatever user runs this, with
# their files and ports their own, and stopped again.
#
#   slurm_test.sh PROGRAM
#
# Submits more chunks than MaxArraySize allows, then as many as it allows; submits them again while they are queued;
# requeues a running task, kills another, submits what is left, and holds the tables against those of a plain run,
# byte by byte. Then a sweep, one of whose points fails by the time that a cell may take: it is submitted again by what
# `collect` says, and its files are those of `preimage sweep`. Exit codes: 0 passed, 1 failed, 77 skipped because Slurm is not installed.
set -euo pipefail

[ $# = 1 ] || {
  sed -n '5p' "$0" >&2
  exit 2
}
export PATH=$PATH:/usr/sbin:/sbin LC_ALL=C OPENBLAS_NUM_THREADS=1
for command in munged slurmctld slurmd sbatch squeue scontrol scancel; do
  command -v "$command" >/dev/null || {
    echo "skipped: $command is not installed (Debian: slurmctld slurmd slurm-client munge)"
    exit 77
  }
done

program=$(realpath "$1")
work=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/preimage-slurm-XXXXXX")") # short: it holds a socket
daemons=()
stop() {
  local code=$? daemon
  trap - EXIT INT TERM
  if [ "$code" != 0 ]; then tail -n 20 "$work"/*.out "$work"/out/jobs/*/*.log >&2 2>/dev/null || true; fi
  # Last started, first stopped; what runs on the node is ended with its job.
  if [ ${#daemons[@]} = 3 ]; then
    scancel --user="$(id -un)" >/dev/null 2>&1 || true
    wait_until 10 no_task || true
  fi
  for daemon in $(printf '%s\n' "${daemons[@]}" | tac); do
    kill "$daemon" 2>/dev/null || true
    wait "$daemon" 2>/dev/null || true
  done
  rm -rf "$work"
  exit "$code"
}
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
wait_until() { # SECONDS CONDITION...
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.05
  done
}
no_task() { [ -z "$(squeue --noheader 2>/dev/null || echo unknown)" ]; }

# --- the cluster: one node with two CPUs
start() { # NAME COMMAND...
  local name=$1
  shift
  "$@" >"$work/$name.out" 2>&1 &
  daemons+=($!)
}
free_port() { # one that nobody listens on, near the given one
  local port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 2)); done
  echo "$port"
}
start_cluster() {
  local node port
  node=$(hostname -s)
  port=$(free_port $((20000 + $$ % 5000 * 2)))
  chmod 755 "$work" # munged wants its socket to be within everybody's reach
  mkdir -m 755 "$work"/{munge,state,spool}
  (umask 077 && head -c 128 /dev/urandom >"$work/munge/key")
  echo "CgroupPlugin=cgroup/v1" >"$work/cgroup.conf" # never used, but read
  # A requeued task waits until its old credential has expired: cred_expire.
  cat >"$work/slurm.conf" <<CONF
ClusterName=preimage
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
MailProg=/bin/true
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
PropagateResourceLimits=NONE
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=0,batch_sched_delay=0
KillWait=1
CompleteWait=0
MaxArraySize=6
SlurmdParameters=config_overrides
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$work/slurm.conf
  start munged munged --foreground --key-file="$work/munge/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed"
  wait_until 20 test -S "$work/munge/socket" || fail "munged does not start"
  start slurmctld slurmctld -D -f "$work/slurm.conf"
  start slurmd slurmd -D -f "$work/slurm.conf"
  wait_until 30 is_idle || fail "the node does not come up"
}
is_idle() { [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; }

# --- the study: 6 cells of about a second, 6 of milliseconds; each task gets one of both
write_config() {
  local values
  values=$(seq -s ', ' 0.1 0.01 0.89)
  cat >"$work/toy.yaml" <<YAML
title: Toy
experiment: string_toy
seed: 1
dataset: {name: generated_strings, samples: 150}
input_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
output_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
loss: distance
protocol: {outer: {folds: 3}, inner: {folds: 3}}
learners:
  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [$values]}, ridge: [$values]}
  neighbours: {method: nearest_neighbours, k: [1, 3]}
profiles: {quick: {repetitions: 2, readings: all}}
YAML
}
preimage() { "$program" "$@" 2>"$work/stderr"; }
expect() { # CODE WORDS...: what the program is to end with; its standard output in $work/stdout
  local expected=$1 code=0
  shift
  preimage "$@" >"$work/stdout" || code=$?
  [ "$code" = "$expected" ] || fail "preimage $1: exit code $code, expected $expected: $(cat "$work/stderr")"
}
submit() { expect "$1" submit "$work/toy.yaml" --engine slurm --partition main --out "$work/out" "${@:2}"; }
# A task that computes a cell: its log ends in "start KEY".
is_computing() { [[ $(tail -n 1 "$folder/$1.log" 2>/dev/null) == start* ]]; }
row() { awk 'NR == 2 { print $2, $3, $4, $5 }' "$work/stdout"; } # of status: cells done failed left

trap stop EXIT
trap 'exit 1' INT TERM
write_config
start_cluster

submit 2 --chunks 7
grep -q "expected at most 6, the MaxArraySize of this cluster" "$work/stderr" || fail "7 chunks: $(cat "$work/stderr")"
submit 0 --chunks 6
number=$(cat "$work/stdout")
[ "$(squeue --noheader --array --jobs="$number" | wc -l)" = 6 ] || fail "expected 6 tasks in the queue"
submit 5 --chunks 6
grep -q "is in the queue still" "$work/stderr" || fail "submitted twice: $(cat "$work/stderr")"
folder=$(echo "$work"/out/jobs/*)
expect 6 collect --out "$work/out"
grep -q "queued or running: [0-9]*, job $(basename "$folder") (" "$work/stderr" || fail "collect of a queued job: $(cat "$work/stderr")"
if grep -q "this submits the rest" "$work/stderr"; then fail "collect names what would be refused: $(cat "$work/stderr")"; fi

wait_until 60 is_computing 0 || fail "task 0 computes nothing"
scontrol requeue "${number}_0"
wait_until 60 is_computing 1 || fail "task 1 computes nothing"
scancel --signal=KILL --batch "${number}_1"
expect 0 status --out "$work/out"
grep -q "slurm $number: .*pending" "$work/stdout" || fail "status: $(cat "$work/stdout")"
wait_until 120 no_task || fail "the job does not end: $(squeue)"

# Task 0 began a cell that it did not finish, began it again, and finished none twice. Task 1 was not begun again.
begun=$(grep -c '^start' "$folder/0.log") ended=$(grep -c '^done' "$folder/0.log")
[ "$begun" -gt "$ended" ] || fail "task 0 was not requeued: $(cat "$folder/0.log")"
finished=$(grep '^done' "$folder/0.log" | sort -u | wc -l)
[ "$ended $finished" = "2 2" ] || fail "task 0: $(cat "$folder/0.log")"
expect 0 status "$number" --out "$work/out"
read -r cells finished failed left < <(row)
[ "$cells $failed $((finished + left))" = "12 0 12" ] || fail "status after a kill: $(cat "$work/stdout")"
case $left in [12]) ;; *) fail "status after a kill: $(cat "$work/stdout")" ;; esac
grep -q "no task" "$work/stdout" || fail "status: $(cat "$work/stdout")"
expect 6 collect --out "$work/out"
grep -q "$left of 12 cells have no result; this submits the rest:" "$work/stderr" || fail "collect: $(cat "$work/stderr")"
grep -q "not run: its task began and left no result, $folder/1.log ends with" "$work/stderr" ||
  fail "collect does not say how the task ended: $(cat "$work/stderr")"

rest=$(tail -n 1 "$work/stderr")
bash -c "$rest" >"$work/stdout" 2>"$work/stderr" || fail "the rest: $(cat "$work/stderr")"
wait_until 120 no_task || fail "the rest does not end: $(squeue)"
expect 0 collect --out "$work/out"
mv "$work/stdout" "$work/collected"
expect 0 run "$work/toy.yaml" --out "$work/plain" --jobs 2 --quiet
cmp "$work/collected" "$work/stdout" || fail "other text than that of a plain run"
diff -r --exclude=timings.csv "$work/out/quick" "$work/plain/quick" || fail "other tables than those of a plain run"

# --- a sweep of two points: the second has 80 times as many ridges, and its cells take longer than they may
sweep=(--grid "learners.kde.ridge=1,[$(seq -s ', ' 0.1 0.01 0.89)]" --repetitions 1 --name mine)
submit_sweep() { submit "$1" "${sweep[@]}" --chunks 2 "${@:2}"; }
rm -rf "$work/out"
submit_sweep 0 --cell-time 0.5
[ "$(squeue --noheader --array --jobs="$(cat "$work/stdout")" | wc -l)" -le 2 ] || fail "expected 2 tasks of the sweep"
wait_until 120 no_task || fail "the sweep does not end: $(squeue)"
expect 6 collect --out "$work/out"
grep -q "learners.kde.ridge=\[0.10, .*: 3 cells, the first repetition 0 fold 0: " "$work/stderr" ||
  fail "collect does not name the point that failed: $(cat "$work/stderr")"
grep -q "3 of 6 cells have no result; this submits the rest:" "$work/stderr" || fail "collect: $(cat "$work/stderr")"
rest=$(tail -n 1 "$work/stderr" | sed 's/--cell-time 0.5/--cell-time 100/')
bash -c "$rest" >"$work/stdout" 2>"$work/stderr" || fail "the rest of the sweep: $(cat "$work/stderr")"
grep -q "6 cells, 3 to run" "$work/stderr" || fail "submitted again: $(cat "$work/stderr")"
grep -q "failed before:" "$work/stderr" || fail "submitted again without its name: $(cat "$work/stderr")"
wait_until 120 no_task || fail "the rest of the sweep does not end: $(squeue)"
expect 0 collect --out "$work/out" # both jobs: they differ in --cell-time alone
mv "$work/stdout" "$work/collected"
expect 0 sweep "$work/toy.yaml" "${sweep[@]}" --out "$work/plain" --jobs 2 --quiet
cmp "$work/collected" "$work/stdout" || fail "other text than that of a plain sweep"
diff -r "$work/out/sweeps" "$work/plain/sweeps" || fail "other files than those of a plain sweep"
for file in points.csv best.csv best.yaml; do
  [ -s "$work/out/sweeps/mine/$file" ] || fail "the sweep has no $file"
done
echo "passed in $SECONDS s: 12 cells in 6 tasks, one of them requeued, one killed, $left cells submitted again, and a sweep with a failed point; same bytes"
