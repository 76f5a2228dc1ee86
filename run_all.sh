#!/usr/bin/env bash
# From a checkout to tables: installs or names the packages, builds, finds the data, runs every config.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: ./run_all.sh [--test] [--profile quick|paper] [--jobs N] [--tables none|summary|all] [--stand-in] [--data DIR]

Checks for the packages (installs them on Debian or Ubuntu as root, else prints the one line to run), builds
into build/, finds the data, runs every config in configs/ and prints how many published numbers come out again.

  --test       build everything and run the whole test suite instead
  --profile P  quick (default: minutes) or paper (all readings, mostly 20 repetitions or more)
  --jobs N     compilers and worker processes at a time (default: one per core)
  --tables T   what is printed of the tables: a summary (default), all of them (over 1,000 lines) or none
  --stand-in   data drawn by formula instead of the real ones; such tables carry the word and no verdict
  --data DIR   folder with the data sets, looked at before PREIMAGE_DATA and datasets/cache

environment:
  PREIMAGE_DATA     folder with the data sets
  PREIMAGE_WERROR   ON: a compiler warning is an error (CI)

Tables are written into results/latest/<profile>/. What is printed of them goes to standard output, messages to standard
error. Finished cells are not run again.
exit codes: 2 wrong usage, a mistake in a config or packages missing, 1 the build or a test failed, 5 input, output or
damaged data, also beside one config, else that of `preimage run`: 0 ok, 6 some cells failed, 130 interrupted
USAGE
}

# What is needed, one line per thing: Debian and Ubuntu, Fedora, Homebrew ("-": comes with the system, or CMake
# says where it is).
packages() {
  cat <<'PACKAGES'
g++                   gcc-c++              -
cmake                 cmake                cmake
ninja-build           ninja-build          ninja
git                   git-core             -
ca-certificates       ca-certificates      -
curl                  curl                 -
python3               python3              -
pkg-config            pkgconf-pkg-config   pkgconf
libarmadillo-dev      armadillo-devel      armadillo
libopenblas-dev       openblas-devel       openblas
liblapack-dev         lapack-devel         lapack
libsvm-dev            libsvm-devel         libsvm
liblbfgs-dev          liblbfgs-devel       liblbfgs
libyaml-cpp-dev       yaml-cpp-devel       yaml-cpp
nlohmann-json3-dev    json-devel           nlohmann-json
libkainjow-mustache-dev -                  -
libfmt-dev            fmt-devel            fmt
libcli11-dev          cli11-devel          cli11
doctest-dev           doctest-devel        doctest
zlib1g-dev            zlib-devel           zlib
libarchive-dev        libarchive-devel     libarchive
libpng-dev            libpng-devel         libpng
libre2-dev            re2-devel            re2
libutf8proc-dev       utf8proc-devel       utf8proc
nettle-dev            nettle-devel         nettle
libboost-dev          boost-devel          boost
PACKAGES
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$root/build
testing=no profile=quick jobs="" tables=summary stand_in=no data=""
real=() substitutes=() left_out=() refused=() refusal=0

say() { echo "run_all.sh: $*" >&2; }

stop() {
  say "$2"
  exit "$1"
}

# missing_packages COLUMN QUESTION...: the names in that column for which the command QUESTION fails.
missing_packages() {
  local column=$1 name
  shift
  packages | awk -v column="$column" '$column != "-" { print $column }' | while read -r name; do
    "$@" "$name" </dev/null >/dev/null 2>&1 || echo "$name"
  done
}

dpkg_has() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1")" = installed ]; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# install_or_explain LINE MISSING...: installs where it may (apt as root), else says how and stops.
install_or_explain() {
  local line=$1
  shift
  if [ "${line%% *}" = apt-get ] && as_root true 2>/dev/null; then
    say "installing $*"
    as_root apt-get update </dev/null >&2 || say "apt-get update failed; trying with the package lists that are there"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" </dev/null >&2 && return
    say "apt-get install failed"
  fi
  say "packages are missing; run this line, then run_all.sh again:"
  local sudo="sudo "
  if [ "$(id -u)" = 0 ] || [ "${line%% *}" = brew ]; then sudo=""; fi
  if [ "${line%% *}" = apt-get ]; then line="apt-get update && $sudo$line"; fi
  echo "$sudo$line $*" >&2
  exit 2
}

check_packages() {
  local missing line
  if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
    missing=$(missing_packages 1 dpkg_has)
    line="apt-get install -y --no-install-recommends"
  elif command -v rpm >/dev/null 2>&1 && command -v dnf >/dev/null 2>&1; then
    missing=$(missing_packages 2 rpm -q --whatprovides)
    line="dnf install -y"
  elif command -v brew >/dev/null 2>&1; then
    missing=$(missing_packages 3 brew list)
    line="brew install"
    # Homebrew keeps what macOS has, too, out of the default search path.
    CMAKE_PREFIX_PATH=$(brew --prefix openblas):$(brew --prefix lapack):$(brew --prefix libarchive)
    export CMAKE_PREFIX_PATH
  else
    say "neither apt-get nor dnf nor brew here: packages not checked; the configuration will name what is missing"
    return
  fi
  # shellcheck disable=SC2086 # one word per package
  [ -z "$missing" ] || install_or_explain "$line" $missing
}

# Configures and builds target $1. The generator of an existing build folder is kept.
build_target() {
  local -a generator=()
  if [ -f "$build/CMakeCache.txt" ]; then
    if ! grep -Fqx "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
      say "build/ was configured in another place: configuring it again"
      rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
    fi
  fi
  if [ ! -f "$build/CMakeCache.txt" ] && command -v ninja >/dev/null 2>&1; then generator=(-G Ninja); fi
  cmake -S "$root" -B "$build" ${generator[@]+"${generator[@]}"} -DCMAKE_BUILD_TYPE=Release \
    -DPREIMAGE_WERROR="${PREIMAGE_WERROR:-OFF}" </dev/null >&2 || stop 1 "the configuration failed"
  cmake --build "$build" --target "$1" --parallel "${jobs:-$(getconf _NPROCESSORS_ONLN)}" </dev/null >&2 ||
    stop 1 "the build failed"
}

# Whether a verified copy of every file of the data set is found. Damaged copies are named.
has_dataset() {
  { "$build/preimage" datasets ${data:+--data "$data"} </dev/null || true; } | # its code speaks of all data sets
    awk -v set="$1" '
      $1 == set { ++files; getline; if ($1 == "verified:") ++found; else print > "/dev/stderr" }
      END { exit !(files && found == files) }'
}

# Whether the data set $1 is here, or could be fetched.
have_or_fetch() {
  if has_dataset "$1"; then return; fi
  say "the data set $1 is not here: trying to fetch it"
  "$root/datasets/fetch.sh" "$1" </dev/null >&2 && has_dataset "$1"
}

# Sorts the configs by their data: `real` has those whose data sets are here or could be fetched, `substitutes` those that run on
# data drawn by formula, because their own cannot be had or because it was asked for; `left_out` those that lack nothing but
# their data; `refused` the others, and `refusal` the exit code of the last of them.
find_data() {
  local set config
  if [ "$stand_in" = no ]; then # else nothing is fetched
    for set in usps ocr_letters uiuc_cars coil20; do
      have_or_fetch "$set" || true
    done
  fi
  for config in "$root"/configs/*.yaml; do
    if [ "$stand_in" = no ] && can_run "$config"; then
      real+=("$config")
    elif can_run "$config" --stand-in; then
      substitutes+=("$config")
    elif can_run "$config" --stand-in --skip-missing; then # nothing else is wrong
      left_out+=("$config")
    else
      refused+=("$config")
      refusal=$planned
      say "$why"
    fi
  done
}

# Whether the config $1 can run with the data that are here. More options may follow. Where not, `planned` is the program's exit
# code and `why` what it says.
can_run() {
  planned=0
  why=$("$build/preimage" plan "$@" --profile "$profile" ${data:+--data "$data"} </dev/null 2>&1 >/dev/null) || planned=$?
  return "$planned"
}

# The names of the configs $@.
names_of() {
  local config
  for config in "$@"; do printf ' %s' "$(basename "$config" .yaml)"; done
}

announce() {
  local drawn=" all configs"
  if [ ${#real[@]} -gt 0 ]; then drawn=$(names_of "${substitutes[@]}"); fi
  [ ${#substitutes[@]} = 0 ] || cat >&2 <<ANNOUNCEMENT
*************************************************************************************************
  NOT THE REAL DATA: samples drawn by formula stand in for it in
 $drawn.
  Such tables are marked STAND-IN and carry no verdict. See datasets/README.md for the real data.
*************************************************************************************************
ANNOUNCEMENT
  [ ${#left_out[@]} = 0 ] || cat >&2 <<ANNOUNCEMENT
*************************************************************************************************
  NOT RUN, for their data are not here:$(names_of "${left_out[@]}"). See datasets/README.md.
*************************************************************************************************
ANNOUNCEMENT
  [ ${#refused[@]} = 0 ] || say "NOT RUN, for the program refuses them, as is said above:$(names_of "${refused[@]}")"
}

# Runs configs. Remembers 6 in `code`; an exit code beyond 0 and 6 ends it.
run_some() {
  local one=0
  "$build/preimage" run "$@" --profile "$profile" ${data:+--data "$data"} --jobs "${jobs:-0}" --tables "$tables" </dev/null || one=$?
  case $one in
    0) ;;
    6) code=6 ;;
    *) say "preimage run ended with exit code $one" && exit "$one" ;;
  esac
}

run_configs() {
  code=0
  announce
  if [ ${#real[@]} -gt 0 ]; then run_some "${real[@]}"; fi
  if [ ${#substitutes[@]} -gt 0 ]; then run_some "${substitutes[@]}" --stand-in; fi
  announce
  [ ${#refused[@]} = 0 ] || code=$refusal
  [ "$code" = 0 ] || say "exit code $code"
  sweep_and_report
  return "$code"
}

# One small sweep, so that the report has one to show, and the page.
sweep_and_report() {
  local swept=$root/configs/kde_nips_table2.yaml
  local -a options=(--profile "$profile" ${data:+--data "$data"}) drawn=()
  if [[ " ${substitutes[*]-} " == *" $swept "* ]]; then drawn=(--stand-in); fi
  "$build/preimage" sweep "$swept" --name kde_bandwidth_ridge --learner kde \
    --grid learners.kde.bandwidth.inverse_two_sigma_squared=1e-3:1000:log10 --grid learners.kde.ridge=1e-4:10:log10 \
    --repetitions 2 --jobs "${jobs:-0}" "${options[@]}" ${drawn[@]+"${drawn[@]}"} </dev/null >&2 || say "the sweep ended with exit code $?"
  local page code=0
  if [ ${#substitutes[@]} = 0 ] && [ ${#refused[@]} = 0 ]; then set -- "$root"/configs/*.yaml; fi # those that were left out, too
  page=$("$build/preimage" report "$@" "${options[@]}" </dev/null) || code=$?
  case $code in
    0 | 6) say "tables and figures: $root/results/latest/$profile" && say "open this page: $page" ;;
    *) say "preimage report ended with exit code $code" ;;
  esac
}

parse_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --test) testing=yes ;;
      --stand-in) stand_in=yes ;;
      --profile | --jobs | --tables | --data)
        [ $# -ge 2 ] || stop 2 "$1: expected a value"
        case $1 in
          --profile) profile=$2 ;;
          --jobs) jobs=$2 ;;
          --tables) tables=$2 ;;
          --data) data=$2 ;;
        esac
        shift
        ;;
      -h | --help) usage; exit 0 ;;
      *) usage >&2; stop 2 "unknown option $1" ;;
    esac
    shift
  done
  case $profile in quick | paper) ;; *) stop 2 "--profile $profile: expected quick or paper" ;; esac
  case $tables in none | summary | all) ;; *) stop 2 "--tables $tables: expected none, summary or all" ;; esac
  case $jobs in *[!0-9]* | 0*) stop 2 "--jobs $jobs: expected a number from 1 up" ;; esac
  if [ -n "$data" ]; then
    [ -d "$data" ] || stop 2 "--data $data: no such folder"
    data=$(cd "$data" && pwd)
  fi
  if [ -n "${PREIMAGE_DATA:-}" ]; then # absolute, because the tests run in other folders
    [ -d "$PREIMAGE_DATA" ] || stop 2 "PREIMAGE_DATA=$PREIMAGE_DATA: no such folder"
    PREIMAGE_DATA=$(cd "$PREIMAGE_DATA" && pwd)
  fi
}

main() {
  parse_options "$@"
  check_packages
  export OPENBLAS_NUM_THREADS=1
  if [ "$testing" = yes ]; then
    if [ -n "$data" ]; then export PREIMAGE_DATA=$data; fi
    build_target all
    # Three tests keep two cores busy: a quarter of their time they wait, for files, processes and one another.
    ctest --test-dir "$build" --output-on-failure --no-tests=error --parallel 3 </dev/null || stop 1 "tests failed"
  else
    build_target preimage
    find_data
    run_configs
  fi
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then main "$@"; fi
