#!/bin/bash
# Audit of a record whose values have a long name, against the same with a short one.
#
# long_names.sh [BYTES]: both records have 600 reductions, each over 96 external observations of 51
# values. In one of them a value's name has 80 bytes, or as many as given; in the other it has 2.
# Each of the four checkers audits both in turn, ROUNDS (5) times; its least processor times are
# compared. Asked: a ratio of at most 1.2.
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build}
program=${WITNESSMARK:-$build/witnessmark}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 "$root/tests/support/make_record.py" --long-names 2 short
python3 "$root/tests/support/make_record.py" --long-names "${1:-80}" long
cc -std=c99 -O2 -ffp-contract=off short/code/verify.c -o verify -lm

# seconds RECORD COMMAND...: processor time of one audit.
seconds() {
    local TIMEFORMAT='%U %S' record=$1
    shift
    { time "$@" "$record" >answer 2>&1; } 2>&1 | awk '{print $1 + $2}'
    grep -q '^valid ' answer || exit 1
}

least() {
    sort -n "$1" | head -n 1
}

# compare NAME COMMAND...
compare() {
    local name=$1
    shift
    rm -f times.*
    for ((round = 0; round < ${ROUNDS:-5}; round++)); do
        seconds short "$@" >>times.short
        seconds long "$@" >>times.long
    done
    awk -v name="$name" -v short="$(least times.short)" -v long="$(least times.long)" 'BEGIN {
        printf "%-16s short %.3f s, long %.3f s, ratio %.2f\n", name, short, long, long / short}'
}

compare "the program" "$program" audit
compare verify.c ./verify
compare verify_graph.py python3 "$root/code/verify_graph.py"
compare "third checker" perl "$root/tests/conformance/third_checker.pl"
