#!/bin/bash
# Speed-up of `audit` of many records by two jobs: links to one quick record.
#
# audit_many.sh [COUNT]: 10,000 links unless another number is given. The jobs alternate ROUNDS (3)
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

# seconds JOBS: wall time.
seconds() {
    local begin=${EPOCHREALTIME/[.,]/}
    "$program" audit --summary --jobs "$1" links/* >answer
    [ "$(cat answer)" = "$count records: $count valid" ] || exit 1
    echo $((${EPOCHREALTIME/[.,]/} - begin))
}

for ((round = 0; round < ${ROUNDS:-3}; round++)); do
    seconds 1 >>one
    seconds 2 >>two
done
awk -v a="$(sort -n one | head -n 1)" -v b="$(sort -n two | head -n 1)" -v n="$count" \
    -v p="$(nproc)" \
    'BEGIN {printf "%d records: 1 job %.2f s, 2 jobs %.2f s, speed-up %.2f on %d processors\n",
            n, a / 1e6, b / 1e6, a / b, p}'
