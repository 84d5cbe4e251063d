#!/bin/bash
# Size and audit time of a continuation with equal digests, against a record of the same plan.
#
# continuation.sh [PLAN]: the plan is `quick` unless another is named. Each audit is timed ROUNDS
# times (7), the two records in turns, and the processor time of the median is taken. Asked: at most
# 2.2 times the size, 2.5 times the time.
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A finding of a rate, such as a sleepy neighbour, is no reason to stop.
"$build/witnessmark" run --plan "${1:-quick}" -o ordinary >log 2>&1 || [ $? -eq 3 ]
"$build/witnessmark" run --continue ordinary -o continuation >>log 2>&1 || [ $? -eq 3 ]

# size FOLDER: bytes of its files.
size() {
    find "$1" -type f -exec cat {} + | wc -c
}

# seconds COMMAND...: processor time.
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{print $1 + $2}'
}

median() {
    sort -n | sed -n "$(((${ROUNDS:-7} + 1) / 2))p"
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f\n", a / b}'
}

links=$(sed -n 's/.*"name":"prior.1.identical".*"text":"\([0-9]*\)".*/\1/p' \
    continuation/evidence.jsonl)
echo "identical links: $links; revisits: $(grep -c '"kind":"revisit"' continuation/evidence.jsonl)"
a=$(size ordinary) b=$(size continuation)
echo "size: $b / $a bytes = $(ratio "$b" "$a")"
for checker in "$build/witnessmark audit" "$build/code/verify" \
    "python3 $root/code/verify_graph.py"; do
    : >ordinary.times
    : >continuation.times
    for _ in $(seq "${ROUNDS:-7}"); do
        for record in ordinary continuation; do
            seconds $checker $record >>$record.times
        done
    done
    a=$(median <ordinary.times) b=$(median <continuation.times)
    echo "audit time, ${checker##*/}: $b / $a s = $(ratio "$b" "$a")"
done
