#!/bin/bash
# The share of a default run that is timed, its wall time, and its processor time.
#
# OLD=PROGRAM timed_share.sh [ROUNDS] [ITEM-PLAN]: runs the plan (default: `default`) with this
# build, and in turns with PROGRAM if it is given. Asked on a quiet machine: a share of at least
# 0.80, and no longer than PROGRAM. OPENBLAS_CORETYPE is unset, so that the library chooses.
set -e
unset OPENBLAS_CORETYPE
root=$(cd "$(dirname "$0")/../.." && pwd)
program=${WITNESSMARK:-${BUILD:-$root/build}/witnessmark}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure WORD PROGRAM: one line. A finding, such as a busy machine, is no reason to stop.
measure() {
    local TIMEFORMAT='%R %U %S'
    rm -rf "$work/record"
    { time "$2" run --plan "$plan" --nonce 00 -o "$work/record" >"$work/out" 2>"$work/err" ||
        [ $? -eq 3 ]; } 2>"$work/time"
    # the timed seconds of all repeats; the record's own share is without start and sealing
    grep -o '"seconds":[0-9.e-]*' "$work/record/evidence.jsonl" | cut -d: -f2 |
        awk -v word="$1" -v claim="$(sed -n \
            's/.*"name":"record.timed_share".*"text":"\([^"]*\)".*/\1/p' \
            "$work/record/evidence.jsonl")" -v times="$(cat "$work/time")" \
            -v busy="$(grep -q 'busy' "$work/err" && echo ' (busy machine)')" '
            {timed += $1}
            END {
                split(times, t, " ")
                printf "%-4s wall %.1f s, processors %.1f s, timed %.1f s: %.3f (record: %s)%s\n",
                    word, t[1], t[2] + t[3], timed, timed / t[1], claim == "" ? "-" : claim, busy
            }'
}

plan=${2:-default}
for ((round = 0; round < ${1:-1}; round++)); do
    [ -z "$OLD" ] || measure old "$OLD"
    measure new "$program"
done
