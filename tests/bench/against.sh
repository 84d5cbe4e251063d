#!/bin/bash
# How often `run --against` finds a build that is slower, and how often it finds a difference
# between equal builds.
#
# against.sh [STUDIES] [TIME] [PERCENT]
#
# Makes STUDIES (10) studies of TIME (60s) in which B does PERCENT (3) of its operations twice, and
# as many of equal builds, in turn. Both are tests/tools/slowed, so that nothing else differs.
# Prints for each study the pairs, the ratio with its interval and the result; then how often B was
# slower, or had a direction. Asked on a quiet machine, in 60 s: slower in 9 of 10 where it is by
# 3 %; of equal builds a direction in 1 of 20.
#
# ITEM is what is measured (gemm.f32.n256), THREADS (1) its threads. KEEP=FILE keeps the answers, a
# JSON object a line.
set -e

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
slowed=${BUILD:-$ROOT/build}/tests/tools/slowed/witnessmark
studies=${1:-10} time=${2:-60s} percent=${3:-3}
if [ ! -x "$slowed" ]; then
    echo "$slowed is not there (make programs)" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#!/bin/sh\nWM_SLOWED=0 exec %q "$@"\n' "$slowed" >"$work/a"
chmod +x "$work/a"
cd "$work"

# study PERCENT NAME: appends the answer of one study.
study() {
    WM_SLOWED=$1 "$slowed" run --against ./a -o "$2" --item "${ITEM:-gemm.f32.n256}" \
        --threads "${THREADS:-1}" --budget "$time" --json >answer || true
    python3 - "$1" answer <<'PYTHON' | tee -a answers
import json, sys
with open(sys.argv[2], encoding='utf-8') as file:
    answer = json.load(file)
answer['percent'] = sys.argv[1]
print(json.dumps(answer))
PYTHON
    rm -rf "$2"
}

for number in $(seq "$studies"); do
    study "$percent" "slower-$number" >line
    study 0 "equal-$number" >>line
    python3 - line <<'PYTHON'
import json, sys
for line in open(sys.argv[1], encoding='utf-8'):
    answer = json.loads(line)
    for of in answer.get('items', []):
        ends = 'no interval'
        if of['low'] is not None:
            ends = '%.4f .. %.4f' % (of['low'], of['high'])
        print('%4s %%  %3d pairs, %3d flagged, %3d unknown  %.4f  %s  %s' % (
            answer['percent'], of['pairs'], of['pairs_flagged'], of['pairs_unknown'],
            of['ratio'] or 0, ends, of['result'] or of['reason']), flush=True)
PYTHON
done
[ -z "${KEEP:-}" ] || cp answers "$KEEP"
python3 - "$percent" answers <<'PYTHON'
import json, sys
counts = {}
for line in open(sys.argv[2], encoding='utf-8'):
    answer = json.loads(line)
    for of in answer.get('items', []):
        beside = of['low'] is not None and not of['low'] <= 1 <= of['high']
        counts.setdefault(answer['percent'], []).append((of['result'], beside))
for percent, results in sorted(counts.items()):
    words = [word for word, _ in results]
    print('%s %% slower: of %d studies B slower in %d, faster in %d, no difference shown in %d, '
          'no direction in %d; by the interval alone a direction in %d' % (
              percent, len(words), words.count('slower'), words.count('faster'),
              words.count('no difference shown'), words.count('no direction'),
              sum(beside for _, beside in results)))
PYTHON
