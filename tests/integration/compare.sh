#!/bin/bash
# `compare`: two sides, a fleet, --fail-slower; digests, changed facts, own numbers.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 16, "n": 24, "k": 8}, "repeats": 6},
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}, "repeats": 6},
  {"workload": "scatter_add", "variant": "atomic", "shape": {"n": 65536, "buckets": 256},
   "repeats": 6}]}
PLAN

# ---- two single runs: other threads, seconds, repeats, nonce ----
expect 0 "$WITNESSMARK" run --threads 1 --plan plan.json -o a
sed -e 's/0\.001/0.002/' -e 's/"repeats": 6/"repeats": 8/' plan.json >longer.json
expect 0 "$WITNESSMARK" run --threads 2 --plan longer.json -o b
expect 0 "$WITNESSMARK" run --threads 1 --plan plan.json --nonce 77 -o c
expect 3 "$WITNESSMARK" compare a b
expect_equal "the verdict" "$(sed -n 's/outputs: .*/outputs/p' out | head -n 1)" \
    "INCONCLUSIVE  no direction from one run; outputs"
expect_words out '^  threads: 1 -> 2$'
expect_words out '^  repeat_seconds: 0.001 -> 0.002$'
expect_words out '^[0-9]+ of [0-9]+ facts changed, A -> B:$'
expect_words out '^both on '
expect_equal "lines about facts that did not change" "$(grep -c '^  cpu.model:' out)" 0
expect_words out '^gemm.int8.n32 .* identical '
expect_words out '^Item +A +B +B / A +within runs'
expect_words out '^an interval covers the repeats of these two runs; .*make three runs or more'
cp out plain
expect 3 "$WITNESSMARK" compare -q a b
expect_equal "a quiet comparison" "$(cat out)" "$(head -n 1 plain)"
expect_equal "words on stderr" "$(wc -c <err)" 0

# Every number of the JSON follows from the claims of the records. Student's t is integrated.
cat >oracle.py <<'PYTHON'
import json, math, sys
def nodes(path):
    return [json.loads(line) for line in open(path + '/evidence.jsonl', encoding='utf-8')]
def claims(path):
    return {node['name']: node['value'] for node in nodes(path) if node['type'] == 'claim'}
def repeats(path):
    """The repeats flagged, starved and stopped, and the mean pressure, of a record of `run`."""
    ok = [node for node in nodes(path) if 'flags' in node and 'repeat' in node]
    waits = [node['covariates']['pressure']['median'] for node in ok
             if 'median' in node['covariates']['pressure']]
    counts = [sum(flag in node['flags'] for node in ok) for flag in ('starved', 'stopped')]
    return [sum(node['flags'] != [] for node in ok)] + counts + [
        sum(waits) / len(waits) if waits else None]
def check_repeats(side):
    *counts, pressure = repeats(side['record'])
    assert [side['repeats_' + name] for name in ('flagged', 'starved', 'stopped')] == counts, side
    assert (side['pressure'] is None) == (pressure is None), side
    assert pressure is None or abs(side['pressure'] - pressure) < 1e-9, side
def tail(t, freedom, steps=4000):
    """P(T > t): with x = sqrt(freedom) tan(a) the density is a power of the cosine."""
    scale = math.gamma((freedom + 1) / 2) / math.gamma(freedom / 2) / math.sqrt(math.pi)
    low, high = math.atan(t / math.sqrt(freedom)), math.pi / 2
    h = (high - low) / steps
    total = sum((1 if i in (0, steps) else 4 if i % 2 else 2) *
                max(math.cos(low + i * h), 0) ** (freedom - 1) for i in range(steps + 1))
    return scale * total * h / 3
def quantile(freedom):
    low, high = 0, 100
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, freedom) > 0.005 else (low, middle)
    return high
def welch(a, b):
    def moments(values):
        mean = sum(values) / len(values)
        return mean, sum((x - mean) ** 2 for x in values) / (len(values) - 1) / len(values)
    (mean_a, va), (mean_b, vb) = moments(a), moments(b)
    freedom = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
    half = quantile(freedom) * math.sqrt(va + vb)
    return [math.exp(mean_b - mean_a + sign * half) for sign in (-1, 1)]
def near(got, wanted):
    return (got is None) == (wanted is None) and (got is None or abs(got / wanted - 1) < 1e-7)

answer = json.load(open(sys.argv[1], encoding='utf-8'))
for record in answer['base'] + answer['other']:
    check_repeats(record)
found = {record['record']: claims(record['record']) for record in answer['base'] + answer['other']}
counts = dict.fromkeys(('faster', 'slower', 'no_difference_shown', 'without_direction'), 0)
means = []
for item in answer['items']:
    sides = []
    for side in ('base', 'other'):
        for run in item[side]['runs']:
            own = [found[run['record']].get('%s.%s' % (item['item'], end))
                   for end in ('rate', 'rate_low', 'rate_high', 'performance_class')]
            assert [run[k] for k in ('median', 'low', 'high', 'performance_class')] == own, run
        medians = [run['median'] for run in item[side]['runs']]
        assert [r['record'] for r in item[side]['runs']] == [r['record'] for r in answer[side]]
        sides.append(None if None in medians else [math.log(m) for m in medians])
    a, b = sides
    runs = item['base']['runs'] + item['other']['runs']
    ratio = low = high = None
    if a and b:
        ratio = math.exp(sum(b) / len(b) - sum(a) / len(a))
        means.append(ratio)
    if a and b and len(runs) == 2:
        one, two = runs
        low = None if None in (one['high'], two['low']) else two['low'] / one['high']
        high = None if None in (one['low'], two['high']) else two['high'] / one['low']
    elif a and b and len(a) > 1 and len(b) > 1 and len(set(a)) + len(set(b)) > 2:
        low, high = welch(a, b)
    assert near(item['ratio'], ratio), (item, ratio)
    assert near(item['ratio_low'], low) and near(item['ratio_high'], high), (item, low, high)
    may = (len(answer['base']) > 1 and len(answer['other']) > 1 and low is not None and
           'faulty_' not in item['item'] and
           all((run['performance_class'] or 'undetermined')[:2] in ('S1', 'S2') and
               run['verdict'] in ('correct', 'planned fault caught') for run in runs) and
           len({run['length'] for run in runs}) == 1)
    word = (None if not may else 'faster' if low > 1 else 'slower' if high < 1
            else 'no difference shown')
    assert item['change'] == word, (item, word)
    assert ('reason' in item) == (word is None), item
    counts[(word or 'without_direction').replace(' ', '_')] += 1
mean = math.exp(sum(map(math.log, means)) / len(means))
assert abs(answer['geometric_mean'] / mean - 1) < 1e-12, mean
for word, count in counts.items():
    assert answer['counts'][word] == count, (word, count, answer['counts'])
print('holds')
PYTHON
oracle() { # RECORDS...
    "$WITNESSMARK" compare --json "$@" >answer.json 2>err
    expect_equal "the oracle on $*" "$(python3 oracle.py answer.json 2>&1 | tail -n 1)" holds
}
oracle a b
expect_json answer.json '(answer["schema"] == "witnessmark-compare/1" and
    answer["status"] == "inconclusive" and len(answer["items"]) == 3 and
    {"name": "threads", "base": 1, "other": 2} in answer["facts"])'

# A line warns of a record with flagged repeats or of a busy machine.
"$WITNESSMARK" compare a b >out 2>err
expect_equal "warnings" "$(sed -n 's/^WARNING  \([AB]\): .*/\1/p' out | xargs)" "$(
    python3 -c '
import json
answer = json.load(open("answer.json"))
print(*[name for name, side in (("A", answer["base"][0]), ("B", answer["other"][0]))
        if side["repeats_flagged"] or (side["pressure"] or 0) > 0.1])')"

# A record and itself; another nonce.
expect 3 "$WITNESSMARK" compare a a
expect_words out '^INCONCLUSIVE  no direction from one run; outputs: 3 identical$'
expect_words out '^A and B are the same record$'
expect_words out '^0 of [0-9]+ facts changed$'
expect_equal "ratios of one record" "$(grep -cE '^(gemm|scatter)[^ ]* .* 1\.0000 ' out)" 3
expect 3 "$WITNESSMARK" compare a c
expect_words out '^INCONCLUSIVE  .*; outputs: 3 not compared$'
expect_words out '\] other nonce$'

# CSV and Markdown.
expect 3 "$WITNESSMARK" compare --csv a b
python3 - out <<'PYTHON' && pass || fail "the CSV: $(head -n 3 out)"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding='utf-8')))
assert [(row['side'], row['record']) for row in rows] == [('A', 'a'), ('B', 'b')] * 3, rows
assert rows[2]['item'] == 'gemm.int8.n32' and rows[2]['output'] == 'identical'
assert float(rows[1]['median']) / float(rows[0]['median']) == float(rows[0]['ratio'])
assert all(row['reason'] == 'no direction from one run' and row['change'] == '' for row in rows)
assert all(row['class'].startswith('undetermined') and row['verdict'] == 'correct'
           for row in rows[::2]), rows
PYTHON
expect 3 "$WITNESSMARK" compare --markdown a b
expect_words out '^\| Item \| A \| B \| B / A \| within runs \| '
expect_words out '^- INCONCLUSIVE  '

# ---- items that one record alone has; a null interval ----
sed -e 's/"repeats": 6/"repeats": 5/' -e 's/"n": 24/"n": 40/' plan.json >fewer.json
expect 0 "$WITNESSMARK" run --threads 1 --plan fewer.json -o fewer
expect 3 "$WITNESSMARK" compare a fewer
expect_words out 'B: fewer than 6 repeats'
expect_words out '^only in A: gemm.fp16.m16n24k8$'
expect_words out '^only in B: gemm.fp16.m16n40k8$'
oracle a fewer
expect_json answer.json 'answer["only_base"] == ["gemm.fp16.m16n24k8"]'
expect 3 "$WITNESSMARK" compare --json a a -- a fewer
expect_json out '(answer["partial"] == ["gemm.fp16.m16n24k8"] and
    answer["only_other"] == ["gemm.fp16.m16n40k8"] and len(answer["items"]) == 2)'
cat >other.json <<'PLAN'
{"name": "other", "repeat_seconds": 0.001, "items": [
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 4096}, "repeats": 2}]}
PLAN
expect 0 "$WITNESSMARK" run --plan other.json -o other
expect 3 "$WITNESSMARK" compare a other
expect_words out '^INCONCLUSIVE  the records have no item and no own number in common$'

# ---- synthetic runs: several of each side, a fleet, other digests ----
if [ -x "$BUILD/tests/tools/seal_lines" ]; then
    make="python3 $ROOT/tests/support/continue_record.py --seal $BUILD/tests/tools/seal_lines"
    expect 0 $make first
    expect 0 $make near --plan near
    expect 1 "$WITNESSMARK" compare first near
    expect_words out '^DIFFERENT  .*[0-9]+ different'
    expect_words out '^different  gemm.int8.n6$'
    expect_words out '^  must be identical: exact: every correct device gives the same output$'
    expect_words out '^  A [0-9a-f]{12} \(6 repeats\)$'
    expect_words out '^next: witnessmark reverify --product near$'
    expect_words out 'digests differ, and so do the device models$'
    expect 1 "$WITNESSMARK" compare near first
    oracle first near
    # No line is wider than COLUMNS.
    deep=./././././././../${WORK##*/}/./././././././././a
    for columns in 60 80 120 200; do
        for records in "first near" "first near $deep" "first near -- near $deep"; do
            # shellcheck disable=SC2086
            COLUMNS=$columns "$WITNESSMARK" compare $records >out 2>err
            expect_equal "a width of $columns" "$(awk -v most="$columns" 'length > most' out)" ''
        done
    done

    # run RECORD NUMBER OPTION... [--of RECORD]: another run of that record, else of `first`
    run() {
        local of=first
        [ "${*: -2:1}" = --of ] && of=${*: -1} && set -- "${@:1:$#-2}"
        expect 0 python3 "$ROOT/tests/support/vary_record.py" $of lines.jsonl "${@:2}"
        expect 0 "$BUILD/tests/tools/seal_lines" "$1" lines.jsonl
    }
    for i in 1 2 3; do
        run "a$i" "1$i" --times $((99 + i))
        run "b$i" "2$i" --times $((79 + i))
        run "c$i" "3$i" --times $((98 + 2 * i))
    done
    expect 0 "$WITNESSMARK" compare a1 a2 a3 -- b1 b2 b3
    expect_words out '^COMPARED  4 slower, 10 without a direction; outputs: '
    expect_words out '^gemm.bf16.n16 +832.7 MFLOP/s +667.8 MFLOP/s +0\.8020 +0\.7679 \.\. 0\.8376' \
        ' +' \
        'slower +S2 +identical'
    expect_words out '\] A and B: undetermined: fewer than 8 repeats$'
    expect_words out '^A3  [0-9a-f]{12}  a3'
    expect_words out '^A and B are geometric means of the runs'
    oracle a1 a2 a3 -- b1 b2 b3
    expect_json answer.json 'answer["counts"]["slower"] == 4 and answer["status"] == "compared"'
    oracle b3 b1 b2 -- a2 a1 a3
    expect_json answer.json 'answer["counts"]["faster"] == 4'
    oracle a1 a2 a3 -- c1 c2 c3
    expect_json answer.json 'answer["counts"]["no_difference_shown"] == 4'
    oracle a1 a2 -- b1 b2 b3 c1
    oracle a1 -- b1 b2
    expect_json answer.json '(answer["status"] == "inconclusive" and
        {item["reason"] for item in answer["items"]} == {"no direction from one run"})'
    expect 0 "$WITNESSMARK" compare a1 a2 -q a3 -- b1 b2 b3
    expect_equal "lines of -q" "$(wc -l <out)" 1

    # Conditions that differ, a wrong side, one run twice.
    none() { # REASON RECORDS...
        "$WITNESSMARK" compare --json "${@:2}" >out 2>err
        expect_equal "the exit status of ${*:2}" $? 3
        expect_json out '(answer["counts"]["without_direction"] == len(answer["items"]) and
            given[0] in [item["reason"] for item in answer["items"]])' "$1"
    }
    run seconds 40 --times 100 --seconds 0.0001
    run threads 41 --times 100 --fact threads=9
    none 'repeat_seconds differ: 0.125 and 0.0001' a1 a2 -- b1 seconds
    none 'B: its runs differ in threads' a1 a2 -- b1 threads
    none 'A: its runs differ in threads' threads a1 -- b1 b2
    none 'A: the same run is given twice: A1 and A2' a1 a1 -- b1 b2
    none 'B: the same run is given twice: A1 and B2' a1 a2 -- b1 a1
    run same 11 --times 120 # the run id of a1
    none 'A: the same run is given twice: A1 and A2' a1 same -- b1 b2
    run threads-2 42 --times 101 --fact threads=9
    expect 0 "$WITNESSMARK" compare a1 a2 -- threads threads-2
    expect_words out '^  threads: 2 -> 9$'
    for i in 1 2 3 4; do
        expect 0 python3 "$ROOT/tests/support/make_record.py" --seed "$i" --plan full "full-$i"
    done
    expect 1 "$WITNESSMARK" compare full-1 full-2 -- full-3 full-4
    expect_words out 'A and B: wrong output$'
    expect_words out ' A and B WRONG, '
    expect_words out '^A1 .* \(WRONG: [0-9]+ outputs?; [0-9]+ findings?\)$'

    # ---- planned faults, as in `quick`: an output that is wrong on purpose is not asked ----
    for i in 1 2 3; do
        for plan in meant missed; do
            [ -d $plan ] ||
                expect 0 python3 "$ROOT/tests/support/make_record.py" --plan $plan $plan
            run "$plan-a$i" "1$i" --times $((99 + i)) --of $plan
            run "$plan-b$i" "2$i" --times $((98 + i)) --of $plan
            run "$plan-c$i" "3$i" --times $((39 + i)) --of $plan
        done
    done
    expect 0 "$WITNESSMARK" compare --fail-slower 50% meant-a? -- meant-b?
    expect_words out '^NOT SLOWER  2 not slower by more than 50 %, 2 no difference shown, 2 without'
    expect_words out '^gemm.bf16.n16.injected_bit .* no difference shown +no '
    expect_words out '^attention.bf16.b1h2s16d8.faulty_operand .* -\[1\] +-\[1\] '
    expect_words out '^\[1\] A and B: planned fault caught$'
    grep -qi wrong out && fail "a caught fault reads as a failure: $(grep -i wrong out)" || pass
    expect 1 "$WITNESSMARK" compare --fail-slower 50% meant-a? -- meant-c?
    expect_words out '^SLOWER  2 slower by more than 50 %, 2 slower, 2 without a direction'
    oracle meant-a? -- meant-c?
    # A fault that was missed decides nothing, on one side or both.
    for sides in 'missed-a? -- missed-b?' 'meant-a? -- missed-b?' 'missed-a? -- meant-b?'; do
        # shellcheck disable=SC2086
        expect 3 "$WITNESSMARK" compare --fail-slower 50% $sides
        expect_words out '^INCONCLUSIVE  2 not slower by more than 50 %, 1 undecided, '
        expect_words out '^\[[0-9]\] .*: planned fault missed'
    done
    expect 0 "$WITNESSMARK" compare meant-a1 missed-a2 -- meant-b1 missed-b2
    expect_words out '^\[[0-9]\] A and B: planned fault missed$'
    oracle missed-a? -- missed-b?
    expect 3 "$WITNESSMARK" compare meant-a1 meant-a2 -- meant-b1 meant-a1
    expect_words out '^\[1\] B: the same run is given twice: A1 and B2$'

    # ---- a fleet ----
    fleet=()
    for i in 0 1 2 3 4 5 6 7 8; do
        run "n$i" "6$i" --times $((100 + i % 3))
        fleet+=("n$i")
    done
    run fast 70 --times 140
    run other-bits 71 --times 101 --digest 1:3 --digest 1:4
    expect 0 "$WITNESSMARK" compare "${fleet[@]}" fast
    expect_words out '^COMPARED  10 records, 14 items: 4 odd of 40 numbers; outputs: '
    expect_words out '^gemm.bf16.n16 +832.[0-9] MFLOP/s +824.5 MFLOP/s .. 1.154 GFLOP/s' \
        ' +fast \+38.6 % '
    expect_words out '^outputs: 10 identical$'
    expect 0 "$WITNESSMARK" compare "${fleet[@]}"
    expect_words out '^COMPARED  9 records, 14 items: 0 odd of 36 numbers; '
    # t(0.01 / 36 / 2, 2.96) = 20.46; s = 1.4826 log(102 / 101)
    expect_words out '^gemm.bf16.n16 .* none +-25\.8 % \.\. \+34\.8 % +9 of 9( |$)'
    expect 1 "$WITNESSMARK" compare "${fleet[@]}" other-bits
    expect_words out '^DIFFERENT  '
    expect_words out '^outputs: 9 identical; other-bits DIFFERENT$'
    expect_words out '^  other-bits [0-9a-f]{12} \(6 repeats\), [0-9a-f]{12} \(2 repeats\)$'
    expect_words out '^next: witnessmark reverify --product other-bits$'
    expect 1 "$WITNESSMARK" compare --json "${fleet[@]}" other-bits fast
    expect_json out '(len(answer["records"]) == 11 and answer["counts"]["odd"] == 4 and
        [[run["record"] for run in item["runs"] if run["odd"]] for item in answer["items"]
            if item["odd_count"]] == [["fast"]] * 4 and
        [run["output"] for run in answer["items"][1]["runs"]].count("different") == 1)'
    python3 - out <<'PYTHON' && pass || fail "the rule for odd records"
import json, math, statistics, sys
sys.argv[1:], argv = ['answer.json'], sys.argv[1:]
exec(open('oracle.py').read().split('answer = json')[0])
answer = json.load(open(argv[0]))
rows = answer['items']
numbers = sum(row['judged'] for row in rows)
assert numbers == 44, numbers
for row in rows:
    judged = [math.log(run['median']) for run in row['runs'] if run['no_direction'] is None]
    assert len(judged) == row['judged']
    assert (row['odd_beyond'] is None) == (len(judged) < 5) == ('reason' in row)
    if row['odd_beyond'] is None:
        continue
    middle = statistics.median(judged)
    spread = max(0.001, 1.4826 * statistics.median([abs(x - middle) for x in judged]))
    t = math.log(row['odd_beyond']) / spread
    assert abs(tail(t, 0.37 * 10) / (0.005 / numbers) - 1) < 1e-6, t
    assert abs(row['median'] / math.exp(middle) - 1) < 1e-12
    for run in row['runs']:
        assert run['odd'] == (abs(math.log(run['median']) - middle) > t * spread)
        assert abs(run['ratio'] / (run['median'] / row['median']) - 1) < 1e-12
PYTHON
    expect 1 "$WITNESSMARK" compare --csv "${fleet[@]}" other-bits fast
    expect_equal "odd rows" "$(grep -c '^[^,]*,[^,]*,fast,.*,yes,' out)" 4
    expect 3 "$WITNESSMARK" compare n0 n1 n2 n3
    expect_words out '^INCONCLUSIVE  4 records, 14 items'
    expect_words out '\] fewer than 5 records that can be judged$'
    expect 3 "$WITNESSMARK" compare n0 n1 n2 n3 n0 n1
    expect_words out 'left out: n0 \(the same run is given twice: n0 and n0\), n1 '
    expect 1 "$WITNESSMARK" compare first near first
    expect 2 "$WITNESSMARK" compare n0 n1 n2 --fail-slower 5%
    expect_words err '^witnessmark compare: --fail-slower: needs two sides: '
else
    skip "tests/tools/seal_lines is not there"
fi

# ---- own numbers ----
seal=$BUILD/examples/seal_own_numbers
own() { # RECORD FACTOR COUNT HEADER
    { echo "${4:-time:s,speed:B/s,score,still}"
      for ((i = 0; i < $3; i++)); do
          awk -v f="$2" -v i="$i" 'BEGIN { printf "%.9g,%.9g,%.9g,0\n", f * (1 + i / 1000),
              f * (100 + i / 1000), f * (5 + i / 1000) }'
      done; } >numbers.csv
    expect 0 "$seal" numbers.csv "$1"
}
own slow 2 9
own quick 1 9
own short 1 5
own units 1 9 time:ms,speed:B/s,score,still
own long 1 2000
expect 3 "$WITNESSMARK" compare slow quick
expect_words out '^INCONCLUSIVE  no direction from one run$'
expect_words out '^x.time +2.008 s +1.004 s +0.5000 +0.49[0-9]+ .. 0.50[0-9]+$'
expect_words out '\] A and B: a value is not above zero$'
# 9 values: the 2nd and the 8th are the ends of the interval.
expect 3 "$WITNESSMARK" compare --json quick slow
expect_json out '([answer["own"][0]["base"]["runs"][0][k] for k in ("low", "median", "high")]
    == [1.001, 1.004, 1.007] and answer["own"][0]["change"] is None)'
expect 3 "$WITNESSMARK" compare quick short
expect_words out '\] B: fewer than 6 values$'
# 2000 values: the ends are the 956th and the 1045th.
expect 3 "$WITNESSMARK" compare --json quick long
expect_json out '([answer["own"][0]["other"]["runs"][0][k] for k in ("low", "high")]
    == [1.955, 2.044])'
expect 3 "$WITNESSMARK" compare a quick
expect_words out '^only in B: x.time, x.speed, x.score, x.still$'

# Several runs: the words follow from the units.
for run in 1 2 3; do
    own "a-$run" "1.00$run" 9
    own "b-$run" "1.20$run" 9
    own "short-$run" "1.20$run" 8
    own "units-$run" "1.20$run" 9 time:ms,speed:B/s,score,still
done
expect 0 "$WITNESSMARK" compare a-1 a-2 a-3 -- b-1 b-2 b-3
expect_words out '^COMPARED  1 faster, 1 slower, 1 higher, 1 without a direction$'
expect_words out '^x.time +1.006 s +1.207 s +1.19[0-9]+ +1.19[0-9]+ .. 1.20[0-9]+ +slower'
expect_words out '^x.speed .* faster'
expect_words out '^x.score .* higher'
expect 0 "$WITNESSMARK" compare b-1 b-2 b-3 -- a-1 a-2 a-3
expect_words out '^COMPARED  1 faster, 1 slower, 1 lower, 1 without a direction$'
expect 3 "$WITNESSMARK" compare a-1 a-2 a-3 -- short-1 short-2 short-3
expect_words out '\] numbers of values differ: 9 and 8$'
expect 0 "$WITNESSMARK" compare a-1 a-2 a-3 -- units-1 units-2 units-3
expect_words out '\] the units differ$'
expect 3 "$WITNESSMARK" compare a-1 a-2 a-3 -- a-1 b-2 b-3
expect_words out '\] B: the same run is given twice: A1 and B1$'

# ---- --fail-slower ----
slower() { # STATUS WORD PERCENT RECORDS...
    expect "$1" "$WITNESSMARK" compare --fail-slower "$3" "${@:4}"
    expect_words out "^$2  "
    expect "$1" "$WITNESSMARK" compare --json "${@:4}" --fail-slower="$3"
    expect_json out 'answer["status"] == given[0].lower()' "$2"
}
for run in 1 2 3; do # a time alone, then a rate alone
    own "t-$run" "1.00$run" 9 time:s,a,b,c && own "u-$run" "1.20$run" 9 time:s,a,b,c
    own "r-$run" "1.00$run" 9 a,speed:B/s,b,c && own "s-$run" "1.20$run" 9 a,speed:B/s,b,c
    own "p-$run" "1.$((run * 2))" 9 time:s,a,b,c
done
slower 1 SLOWER 5% t-1 t-2 t-3 -- u-1 u-2 u-3
expect 1 "$WITNESSMARK" compare t-1 t-2 t-3 -- u-1 u-2 u-3 --fail-slower 5%
expect_words out '^x.time .* slower +yes'
slower 3 INCONCLUSIVE 19.8% t-1 t-2 t-3 -- u-1 u-2 u-3
slower 0 'NOT SLOWER' 21% t-1 t-2 t-3 -- u-1 u-2 u-3
slower 0 'NOT SLOWER' 0% u-1 u-2 u-3 -- t-1 t-2 t-3
slower 3 INCONCLUSIVE 5% t-1 t-2 t-3 -- p-1 p-2 p-3
slower 0 'NOT SLOWER' 5% r-1 r-2 r-3 -- s-1 s-2 s-3
slower 1 SLOWER 16% s-1 s-2 s-3 -- r-1 r-2 r-3
slower 0 'NOT SLOWER' 17% s-1 s-2 s-3 -- r-1 r-2 r-3
slower 3 INCONCLUSIVE 50% t-1 u-1
slower 1 SLOWER 5% a-1 a-2 a-3 -- b-1 b-2 b-3          # a time slower, a rate faster
slower 3 INCONCLUSIVE 5% a-1 a-2 a-3 -- s-1 s-2 s-3    # B lacks the time
slower 3 INCONCLUSIVE 5% a-1 a-2 a-3 -- short-1 short-2 short-3
# Numbers that are no time and no rate are not asked; if there are no others, the verdict says so.
for run in 1 2 3; do
    own "m-$run" "1.20$run" 9 time:s,d,e,f && own "q-$run" "1.00$run" 9 score,a,b,c
done
slower 3 INCONCLUSIVE 5% q-1 q-2 q-3 -- q-3 q-2 q-1
expect 3 "$WITNESSMARK" compare -q --fail-slower 5% q-1 q-2 q-3 -- p-1 p-2 p-3
expect_words out '^INCONCLUSIVE  no number that counts on both sides \(no time and no rate\)'
slower 0 'NOT SLOWER' 21% t-1 t-2 t-3 -- m-1 m-2 m-3   # B lacks others
slower 3 INCONCLUSIVE 21% t-1 t-2 t-3 -- q-1 q-2 q-3   # B lacks the time
expect 3 "$WITNESSMARK" compare -q --fail-slower 21% a-1 a-2 a-3 -- r-1 r-2 r-3
expect_words out '^INCONCLUSIVE  1 not slower by more than 21 %, 1 not in every run, '
for wrong in 5 -1% 100% 5%% x% % '' nan% 1e1% 0x1%; do
    expect 2 "$WITNESSMARK" compare t-1 u-1 --fail-slower "$wrong"
    one_line err && pass || fail "not one line: $(cat err)"
    expect_words err '^witnessmark compare: --fail-slower: needs a percentage .*, as 5%, not '
done

# Only `wrap` records pressure as this program measures it; a number of that name is another thing.
{ echo time:s,pressure:1; yes 1,0.9 | head -n 9; } >numbers.csv
expect 0 "$seal" numbers.csv pressed
expect 3 "$WITNESSMARK" compare pressed pressed
grep -q WARNING out && fail "a warning of another series: $(cat out)" || pass
expect 0 "$WITNESSMARK" wrap --repeats 6 -o wrapped -- true
expect 3 "$WITNESSMARK" compare --json wrapped wrapped
python3 - out <<'PYTHON' && pass || fail "the pressure of a wrap"
import json, sys
nodes = [json.loads(line) for line in open('wrapped/evidence.jsonl', encoding='utf-8')]
waits = [node['values']['pressure'] for node in nodes if node.get('series') == 'wrap']
waits = [wait for wait in waits if wait is not None]
found = json.load(open(sys.argv[1]))['base'][0]['pressure']
assert (found is None) == (not waits), (found, waits)
assert found is None or abs(found - sum(waits) / len(waits)) < 1e-9, (found, waits)
PYTHON

# Imported numbers are marked.
expect 0 "$WITNESSMARK" import hyperfine "$ROOT/tests/data/import/hyperfine.json" -o imported
expect 3 "$WITNESSMARK" compare imported imported
expect_words out '^A  [0-9a-f]{12}  imported  \(imported, not witnessed\)$'

# The bytes of imported files are not printed: their digest is.
sed 's/0\.0040/0.0041/' "$ROOT/tests/data/import/hyperfine.json" >edited.json
expect 0 "$WITNESSMARK" import hyperfine edited.json -o edited
expect 0 "$WITNESSMARK" import nvbench "$ROOT/tests/data/import/nvbench.json" -o nvbench
for other in edited nvbench; do
    COLUMNS=200 expect 3 "$WITNESSMARK" compare imported $other
    grep -qE '[A-Za-z0-9+/=]{65}' out && fail "base64: $(grep -E '[A-Za-z0-9+/=]{65}' out)" || pass
done
expect_words out '^  import.raw.000 and [0-9]+ more: base64 with SHA-256 [0-9a-f]{12} -> base64 '
first=$(head -c 3072 edited.json | base64 -w 0 | sha256sum | cut -c 1-12)
COLUMNS=200 expect 3 "$WITNESSMARK" compare imported edited
expect_words out "^  import.raw.000: base64 with SHA-256 [0-9a-f]{12} -> .* SHA-256 $first\$"

# ---- bad input ----
expect 2 "$WITNESSMARK" compare a
expect_words err '^witnessmark compare: RECORD: needs 2 to 64 records$'
expect 2 "$WITNESSMARK" compare
expect_words err 'missing argument RECORD'
many=$(for i in $(seq 65); do echo a; done)
# shellcheck disable=SC2086
expect 2 "$WITNESSMARK" compare $many
expect_words err 'accepts at most 64 values'
expect 2 "$WITNESSMARK" compare a b --json --csv
expect_words err 'choose one of '
for wrong in '-- a b' 'a b --' 'a -- b -- c'; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" compare $wrong
    expect_words err '^witnessmark compare: --: '
done
mkfifo pipe
expect 2 timeout "$hang" "$WITNESSMARK" compare a pipe
expect_words err '^witnessmark compare: pipe: '
expect 3 "$WITNESSMARK" compare a b/evidence.jsonl
expect 2 "$WITNESSMARK" compare a absent
expect_words err '^witnessmark compare: absent'
one_line err && pass || fail "not one line: $(cat err)"
mkdir empty
expect 2 "$WITNESSMARK" compare a empty
cp -r b damaged
sed -i '4s/"repeat":0/"repeat":1/' damaged/evidence.jsonl
expect 1 "$WITNESSMARK" compare a b damaged
expect_words err '^witnessmark compare: damaged: invalid evidence.jsonl:4: '
expect_equal "what is printed of a bad record" "$(wc -c <out)" 0
mkdir unfinished
head -n 6 b/evidence.jsonl >unfinished/evidence.jsonl
expect 3 "$WITNESSMARK" compare a unfinished
tar xf "$(archive_of h200-largest)" h200-largest # of format 1.1
expect 3 "$WITNESSMARK" compare a h200-largest
expect_words err 'older evidence\.jsonl'
# Planned faults that were caught are no findings, in the text and in JSON.
sed 's/"k": 8}/"k": 8}, "fault": {"kind": "row", "when": "transcript"}/' plan.json >faulty.json
expect 0 "$WITNESSMARK" run --threads 1 --plan faulty.json -o faulty
expect 0 "$WITNESSMARK" audit -v faulty
expect_words out '^planned fault caught: .*transcript is '
expect 3 "$WITNESSMARK" compare faulty a
grep -qE '^A .*finding' out && fail "a caught fault is a finding: $(grep '^A ' out)" || pass
expect 3 "$WITNESSMARK" compare --json faulty a
expect_json out 'answer["base"][0]["findings"] == 0'

full() {
    "$WITNESSMARK" compare "$@" >/dev/full
}
if [ -c /dev/full ]; then
    for form in -q --json --csv --markdown --color=always; do
        expect 2 full "$form" a b
        expect_words err 'cannot write the output'
    done
else
    skip "/dev/full is not there"
fi
odd=$'a b\t\e[1m\xff'
cp -r b "$odd"
expect 3 "$WITNESSMARK" compare a "$odd"
LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f-\xff]' out && fail "an odd name is printed as it is" ||
    pass
expect 3 "$WITNESSMARK" compare --json a "$odd"
expect_json out '"record_bytes" in answer["other"][0]'
finish
