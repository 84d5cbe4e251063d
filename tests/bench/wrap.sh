#!/bin/bash
# Medians of wrap against those of hyperfine, for a command of 5 ms and one of 1 s.
#
# wrap.sh [ROUNDS]: in each round (7) both tools measure both commands, in turns. Prints the ratio
# of the medians of all rounds, and that of the least times, which a busy machine disturbs less.
# Asked: within 5 %. hyperfine runs without a shell (-N).
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build}
rounds=${1:-7}
command -v hyperfine >/dev/null || {
    echo "skipped: hyperfine is not installed"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A loop that keeps a processor busy, of about so many ms.
cat >busy.c <<'C'
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? atof(argv[1]) : 0;
    struct timespec now, begin;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec) <
           seconds);
    return 0;
}
C
cc -O2 -o busy busy.c
cc -O2 -o work -x c - <<'C'
/* A fixed amount of work, about 5 ms. */
int main(void)
{
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < 6000000; i++)
        sum += i;
    return 0;
}
C

median() {
    sort -g | awk '{v[NR] = $1} END {m = int((NR + 1) / 2);
        printf "%.9f\n", NR % 2 ? v[m] : (v[m] + v[m + 1]) / 2}'
}

# by_wrap REPEATS COMMAND...: median and minimum in s.
by_wrap() {
    local repeats=$1
    shift
    rm -rf record
    "$build/witnessmark" wrap -o record --repeats "$repeats" --json -- "$@" >answer
    sed -n 's/.*"x.wrap.median_wall":\([0-9.e-]*\),"x.wrap.minimum_wall":\([0-9.e-]*\).*/\1 \2/p' \
        answer
}

by_hyperfine() {
    local repeats=$1
    shift
    hyperfine -N --style none --warmup 1 --runs "$repeats" --export-json answer "$*" >/dev/null 2>&1
    sed -n 's/.*"median": *\([0-9.e-]*\).*/\1/p; s/.*"min": *\([0-9.e-]*\).*/\1/p' answer |
        paste -sd ' '
}

# of FILE COLUMN median|least: of a column.
of() {
    if [ "$3" = median ]; then
        cut -d ' ' -f "$2" "$1" | median
    else
        cut -d ' ' -f "$2" "$1" | sort -g | head -n 1
    fi
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN {printf "%.4f", a / b}'
}

# compare REPEATS COMMAND...
compare() {
    local round
    : >a
    : >b
    for ((round = 0; round < rounds; round++)); do
        if ((round % 2)); then
            by_wrap "$@" >>a
            by_hyperfine "$@" >>b
        else
            by_hyperfine "$@" >>b
            by_wrap "$@" >>a
        fi
    done
    shift
    echo "$*: wrap $(of a 1 median) s, hyperfine $(of b 1 median) s," \
        "ratio $(ratio "$(of a 1 median)" "$(of b 1 median)")," \
        "of the least times $(ratio "$(of a 2 least)" "$(of b 2 least)")"
}

compare 100 ./work
compare 100 ./busy 0.005
compare 100 sleep 0.005
compare 5 ./busy 1
compare 5 sleep 1
