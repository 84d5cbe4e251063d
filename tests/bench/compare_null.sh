#!/bin/bash
# How often `compare` names a direction between runs of one program: it never should.
#
# compare_null.sh [quiet|busy] [COMPARISONS] [turns|blocks]
# compare_null.sh table FILE...: the table of answers that KEEP=FILE kept
#
# Makes six runs of one small plan for each comparison (200) and compares three with three. No run
# is in two comparisons. `busy` keeps a loop running on each of two processors. `turns`, the
# default, makes the runs in the order A B B A A B; `blocks` makes A A A B B B.
#
# The order matters: a machine that warms up or gets busier drifts. In blocks a drift is a
# difference between A and B. In turns a steady drift is shared nearly equally. So compare runs made
# in turns. A load that comes and goes is in neither order harmless.
#
# Prints for each item and for all: comparisons with a direction, those where one was allowed, and
# those whose interval alone does not hold 1, each with a 95 % Clopper-Pearson interval. Items of
# one comparison share its runs, so the interval over all items is too narrow. Asked on an otherwise
# quiet machine: over all items a direction in at most 2 % (quiet) and 5 % (busy).
#
# $WITNESSMARK is the program, THREADS (1) its threads. A run takes about 0.8 s, of which 0.3 s look
# at the machine; the plan is timed for 0.24 s.
set -e

table() {
    python3 - "$@" <<'PYTHON'
import fileinput, json, math

def below(k, n, p):
    """P(X <= k) of a binomial, for p inside (0, 1)."""
    return sum(math.exp(math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1)
                        + i * math.log(p) + (n - i) * math.log1p(-p)) for i in range(k + 1))

def solve(is_low):
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if is_low(middle) else (low, middle)
    return low

def share(k, n):
    """k of n with its Clopper-Pearson interval."""
    if n == 0:
        return '0 of 0'
    least = 0 if k == 0 else solve(lambda p: 1 - below(k - 1, n, p) < 0.025)
    most = 1 if k == n else solve(lambda p: below(k, n, p) > 0.025)
    return '%d of %d = %.1f %% (%.1f .. %.1f)' % (k, n, 100 * k / n, 100 * least, 100 * most)

counts = {}
for line in fileinput.input(encoding='utf-8'):
    for item in json.loads(line)['items']:
        of = counts.setdefault(item['item'], [0, 0, 0, 0, 0])
        of[0] += 1
        of[1] += item['change'] in ('faster', 'slower')
        of[2] += item['change'] is not None
        if item['ratio_low'] is not None and item['ratio_high'] is not None:
            of[3] += 1
            of[4] += not item['ratio_low'] <= 1 <= item['ratio_high']
counts['all items'] = [sum(column) for column in zip(*counts.values())]
row = '%-30s %-32s %-34s %s'
print(row % ('item', 'with a direction', 'a direction was allowed', 'by the interval alone'))
for name, (n, directions, allowed, intervals, alone) in counts.items():
    print(row % (name, share(directions, n), share(allowed, n), share(alone, intervals)))
PYTHON
}

[ "${1:-}" != table ] || { table "${@:2}" && exit; }
mode=${1:-quiet} comparisons=${2:-200} order=${3:-turns}
case $mode-$order in
quiet-turns | quiet-blocks | busy-turns | busy-blocks) ;;
*) echo "usage: compare_null.sh [quiet|busy] [COMPARISONS] [turns|blocks]" >&2 && exit 2 ;;
esac
root=$(cd "$(dirname "$0")/../.." && pwd)
program=${WITNESSMARK:-${BUILD:-$root/build}/witnessmark}
work=$(mktemp -d)
loops=()
finish() {
    [ "${#loops[@]}" -eq 0 ] || kill "${loops[@]}" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP
answers=$(realpath "${KEEP:-$work/answers}")
cd "$work"

# Six kinds of work, each a few microseconds to a millisecond long.
cat >plan.json <<'PLAN'
{"name": "compare-null", "repeat_seconds": 0.005, "items": [
  {"workload": "gemm", "variant": "f32", "shape": {"n": 64}, "repeats": 8},
  {"workload": "gemm", "variant": "f64", "shape": {"n": 128}, "repeats": 8},
  {"workload": "gemm", "variant": "int8", "shape": {"n": 32}, "repeats": 8},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 65536}, "repeats": 8},
  {"workload": "scatter_add", "variant": "atomic", "shape": {"n": 65536, "buckets": 256},
   "repeats": 8},
  {"workload": "reduction", "variant": "default", "shape": {"n": 65536}, "repeats": 8}]}
PLAN

if [ "$mode" = busy ]; then
    for processor in $(taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' |
        awk -F- '{for (i = $1; i <= ($2 == "" ? $1 : $2); i++) print i}' | head -n 2); do
        taskset -c "$processor" bash -c 'while :; do :; done' &
        loops+=($!)
    done
    [ "${#loops[@]}" -eq 2 ] || { echo "busy needs two processors" >&2 && exit 2; }
fi

# A finding, such as a busy machine, is no reason to stop.
run() {
    "$program" run --threads "${THREADS:-1}" --plan plan.json -q -o "$1" >log 2>&1 ||
        [ $? -eq 3 ] || { cat log >&2 && exit 2; }
}

names="a1 b1 b2 a2 a3 b3"
[ "$order" = turns ] || names="a1 a2 a3 b1 b2 b3"
echo "$("$program" --version | head -n 1); $(nproc) processors," \
    "load $(cut -d' ' -f1-3 /proc/loadavg)"
echo "$mode, in $order: $comparisons comparisons of 3 runs with 3, $((6 * comparisons)) runs"
began=$SECONDS
for ((n = 0; n < comparisons; n++)); do
    for name in $names; do
        run "$name"
    done
    "$program" compare --json a1 a2 a3 -- b1 b2 b3 >>"$answers" 2>log || [ $? -eq 3 ] || {
        # 1: outputs differ, which is no matter of rates, but must not pass unseen
        echo "comparison $n ends with another status: $(tail -n 1 log)" >&2
    }
    rm -rf a1 a2 a3 b1 b2 b3
done
echo "$((SECONDS - began)) s"

table "$answers"
