#!/bin/bash
# A curve: `show` has its table, its plot and its steps, in every form.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2

item() { # VARIANT N LANES STEPS
    printf '{"workload": "random_access", "variant": "%s",' "$1"
    printf ' "shape": {"n": %d, "lanes": %d, "steps": %d}}' "$2" "$3" "$4"
}
# The second curve is out of order. The last item has no other size and is no curve.
cat >plan.json <<PLAN
{"name": "curves", "repeat_seconds": 0.001, "items": [
  $(item latency_lines 64 1 20000), $(item latency_lines 8192 1 20000),
  $(item latency_lines 1048576 1 20000), $(item bandwidth 262144 256 64),
  $(item bandwidth 1024 256 64), $(item bandwidth 16384 256 64),
  $(item bandwidth_lines 64 256 64)]}
PLAN
expect 0 "$WITNESSMARK" run --plan plan.json -o r
expect 0 "$WITNESSMARK" audit r
COLUMNS=80 expect 0 "$WITNESSMARK" show r
expect_equal "curves" "$(grep -c '^Curve of ' out)" 2
expect_words out '^Curve of random_access.latency_lines, lanes 1, steps 20000$'
expect_words out '^ +8 KiB .* -\[[0-9]\]$'
expect_words out '^ +128 MiB +[0-9.]+ [kMG]read/s +[0-9.e+]+ ns +[0-9]\.[0-9]{4} '
expect_words out '^ +4 KiB +[0-9.]+ [MG]B/s #+$'
expect_words out '^bars: a log axis, [0-9.e+]+ to [0-9.e+]+ ns$'
expect_words out '^(step: from .* the rate falls to |no step: )'
expect_equal 'tables of claims' "$(grep -c '^Claims about' out)" 0
expect_equal "longest line of the plots" "$(grep '#$' out | awk 'length > 80' | wc -l)" 0
order=$(grep -E '#$' out | tail -n 3 | awk '{ print $1, $2 }' | paste -sd,)
expect_equal "sizes of the second curve" "$order" '4 KiB,64 KiB,1 MiB'
expect 0 "$WITNESSMARK" show --markdown r
expect_equal "fences" "$(grep -c '^```$' out)" 4

# The numbers of --json are those of the claims.
expect 0 "$WITNESSMARK" show --json r
cat >judge.py <<'PY'
import json
import sys
answer = json.load(open(sys.argv[1]))
rates = {item['item']: item['quantities'] for item in answer['items']}
assert [len(curve) for curve in answer['curves']] == [3, 3]
for curve in answer['curves']:
    assert curve[0]['ratio'] is None and not curve[0]['is_step']
    for before, point in zip(curve, curve[1:]):
        here, there = rates[point['item']], rates[before['item']]
        assert point['working_set_bytes'] > before['working_set_bytes']
        assert point['ratio'] == here['rate']['value'] / there['rate']['value']
        high = here['rate_high']['value'] / there['rate_low']['value']
        assert point['ratio_high'] == high and point['is_step'] == (high < 0.9)
assert answer['curves'][0][2]['working_set_bytes'] == 128 << 20
assert answer['curves'][1][2]['working_set_bytes'] == 1 << 20
PY
cp out answer.json
expect 0 python3 judge.py answer.json
finish
