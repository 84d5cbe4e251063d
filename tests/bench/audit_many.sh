#!/bin/bash
# Speed-up of `audit` of many records by two jobs: links to one quick record.
#
# audit_many.sh [COUNT]: 10,000 links unless another number is given. The jobs alternate ROUNDS (1)
# times, and the least wall time of each is taken. Asked: at least 1.7 on two processors.
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
program=${WITNESSMARK:-${BUILD:-$root/build}/witnessmark}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
count=${1:-10000}

# A finding of a rate, such as a sleepy neighbour, is no reason to stop.
"$program" run --plan quick -o quick >log 2>&1 || [ $? -eq 3 ]
mkdir links
for ((i = 0; i < count; i++)); do
    ln -s ../quick "links/$i"
done

# seconds JOBS: wall time and processor time.
seconds() {
    local TIMEFORMAT='%R %U %S'
    { time "$program" audit --summary --jobs "$1" links/* >answer 2>/dev/null; } 2>&1 |
        awk '{print $1, $2 + $3}'
    [ "$(cat answer)" = "$count records: $count valid" ] || exit 1
}

for ((round = 0; round < ${ROUNDS:-1}; round++)); do
    seconds 1 >>one
    seconds 2 >>two
done
# On a busy machine the wall times say little; equal processor times say that no thread waits for
# another one by spinning.
least() {
    sort -n "$1" | head -n 1
}
printf '%s %s %d %d\n' "$(least one)" "$(least two)" "$count" "$(nproc)" | awk '{
    printf "%d records: 1 job %.2f s, 2 jobs %.2f s, speed-up %.2f on %d processors\n",
           $5, $1, $3, $1 / $3, $6
    printf "processor time: 1 job %.2f s, 2 jobs %.2f s\n", $2, $4}'
