#!/bin/bash
# One claim and one item of a record: lines to paste in each form, and cards.
# show_one.sh --update writes the expected files again: read the diff.
. "$(dirname "$0")/../support/shell.sh"
without_waits

expected=$ROOT/tests/integration/show
support=$ROOT/tests/support
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
cd "$WORK" || exit 2
echo 'not a checker; the record is made up' >stand_in
for plan in full x failed many sums; do
    python3 "$support/make_record.py" --seed 7 --plan $plan --verify-c stand_in \
        --verify-py stand_in $plan >log 2>&1 ||
        { fail "make_record: $(tail -n 1 log)"; finish; }
done
python3 "$support/continue_record.py" first >log 2>&1 &&
    python3 "$support/continue_record.py" linked --prior first --plan mixed >log 2>&1 ||
    { fail "continue_record: $(tail -n 1 log)"; finish; }

# compare NAME ARGUMENTS...: standard output of `show ARGUMENTS` is the file one-NAME, exit 0. What
# is LaTeX is plain.
compare() {
    local name=one-$1
    shift
    expect 0 "$WITNESSMARK" show "$@" || return
    case $name in
    *.tex | *.bib)
        cp out "$name"
        python3 "$support/latex_plain.py" "$name" >found && pass || fail "show $*: $(cat found)"
        ;;
    esac
    if [ "$update" = yes ]; then
        cp out "$expected/$name"
    elif cmp -s out "$expected/$name"; then
        pass
    else
        fail "show $* is not $name:"
        diff "$expected/$name" out | head -n 20
    fi
}

update=no
[ "${1:-}" = --update ] && update=yes

# ---- a claim ----

right=gemm.fp16.m11n1100k32.rate
wrong=gemm.fp8.n8.rate
compare right.tex --latex full $right
compare right.md --markdown full $right
compare right.bib --bibtex full $right
compare wrong.tex --latex full $wrong
compare wrong.md --markdown full $wrong
compare wrong.bib --bibtex full $wrong
compare record.bib --bibtex full
compare own.tex --latex x x.latency.median

mkdir forged
python3 "$ROOT/tests/adversary/write_forgery.py" accepted/class_repeats_correlated . forged/record
PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
record = Record('many')
for node in record.all(kind='workload'):
    if node['item'] == 2 and node['repeat'] == 1:
        node['covariates']['steal'] = {'reason': 'none'}
        node['flags'] = []
record.recompute()
record.write('calm')
END

# form FORM RECORD CLAIM: the line alone, without its comment.
form() {
    "$WITNESSMARK" show "--$1" "$2" "$3" 2>err | grep -v '^% '
}
# says RECORD CLAIM PATTERN...: both forms of the line have it, and nothing is on standard error.
says() {
    local record=$1 claim=$2 form
    shift 2
    for form in latex markdown; do
        form $form "$record" "$claim" >line
        [ "$(wc -l <line)" -eq 1 ] && [ ! -s err ] && pass || fail "not one line: $claim"
        expect_words line "$@"
    done
}
# A number never leaves its context.
says full $wrong '^(\\textbf\{)?WRONG\}? \(its output failed the check\): '
says full $wrong ', no interval \(fewer than 6 repeats\), .*, verified FAIL, transcript repaired, '
says full gemm.fp8.n8.temperature '^(\\textbf\{)?WRONG\}? .* = n/a \(temperature absent\), '
says full gemm.fp16.n4.bursts.errors '^(\\textbf\{)?WRONG\}? \(outputs under load differ\): .* = 3,'
says full gemm.fp16.n4.bursts.rate '^(\\textbf\{)?WRONG\}? \(outputs under load differ\): '
says full gemm.int8.n6.rate \
    '^NOT JUDGED \(repeat failed: the device reported a fault\): .* = n/a \(repeat failed: '
says full gemm.int8.n6.rate ', verified n/a, 2 repeats, 1 failed, none flagged; '
says failed gemm.fp16.n4.rate '^NOT JUDGED .* 1 repeat, 1 failed, '
says full gemm.tf32.n70.residual '^NOT JUDGED \(G off its prediction\): .*, tolerance '
says full gemm.bf16.n16.rate ', 8 repeats, all flagged \(steal\); '
says full gemm.bf16.n16.rate_low ', an end of the interval of rate 8.219.* class S1, '
says full gemm.fp16.n4.injected_bit.rate '^FAULT ON PURPOSE \(bit in the transcript, caught\): '
says full scatter_add.fixed.n100b1000.faulty_precision.rate \
    '^FAULT ON PURPOSE \(precision in every repeat, missed\): '
says full profile.l2.s4096.latency '.*, no output to check, 3 repeats, none flagged; '
says full change.gemm.fp16.n4.bursts.rate_change \
    '^(\\textbf\{)?WRONG\}? .* = 0.9976, interval 0.9849 \.\. 1\.0174, '
says full record.wall_time '^record.wall.*_time = 828.0(\\,| )s; first device '
says x x.latency.median "^x\.latency\.median = 81\.74(\\\\,| )ns, the producer(\{'\}|')s claim; "
says x x.holes.v ' = n/a \(value absent\), the producer'
says linked link.1.gemm.fp8_fast.m4n4k256.rate_ratio \
    ' = [0-9.]*, no interval \(no interval here\), verified FAIL, transcript reject, 3 repeats, ' \
    'none flagged, in prior 1: 3 repeats, none flagged; device '
says linked link.1.gemm.bf16.n16.rate_ratio ' = n/a \(unlike repeats\), verified PASS, 3 repeats, '
says linked link.1.gemm.bf16.n16.agreement '; prior 1: .*, root .*; root '
says linked prior.1.identical '; prior 1: .*, root .*; root '
says forged/record reduction.default.n100000.rate \
    ' interval .*/s \(correlated, interval too narrow\), class '
says calm gemm.f32.n4.rate \
    ', 99 flagged: repeat 0 \(steal\), repeat 2 \(steal\), .*repeat 12 \(steal\), 87 more; '
grep -q 'repeat 1 ' line && fail "repeat 1 has no flag" || pass

# The whole root is in each form, where a reader of the source finds it.
root=$(sed -n 's/^# root //p' full/manifest.sha256)
for one in latex markdown bibtex; do
    expect 0 "$WITNESSMARK" show --$one full $right
    expect_words out "$root"
done
expect 0 "$WITNESSMARK" show --latex full $right
expect_words out "^% $right, root $root\$"
# The entry is one for the record; what was asked for is its annote.
"$WITNESSMARK" show --bibtex full >entry.bib
"$WITNESSMARK" show --bibtex full gemm.fp8.n8 | grep -vE "^% gemm|^  annote = " >without
expect_equal "the entry of a record" "$(sed 's/,$//; s/-gemm\.fp8\.n8\.rate$//' without)" \
    "$(sed 's/,$//' entry.bib)"
# Two entries of a record have two keys.
expect_words without "^@misc\{witnessmark-${root:0:16}-gemm\.fp8\.n8\.rate,\$"
expect_words entry.bib "^@misc\{witnessmark-${root:0:16},\$"
expect 0 "$WITNESSMARK" show --bibtex full gemm.fp8.n8
expect_words out '^  annote = \{\{\\textbf\{WRONG\} \(its output failed the check\): gemm'

# The output of the other side of a link was wrong.
PYTHONPATH=$support python3 - <<'END'
import sys
import continue_record
continue_record.PLANS['first'][1] = (0, 8, {'wrong': (7,), 'outputs': 'differ'})
sys.argv = ['continue_record.py', 'bad']
continue_record.main()
END
expect 0 python3 "$support/continue_record.py" after --prior bad --plan mixed
says after link.1.gemm.bf16.n16.rate_ratio \
    '^(\\textbf\{)?WRONG\}? in prior 1 \(its output failed the check\): link\.1\.gemm'

# A differential compares prior 1 with the others: both sides are named, and judged.
for pair in 'bad first' 'first bad'; do
    # shellcheck disable=SC2086
    set -- $pair
    expect 0 python3 "$support/continue_record.py" "$1-$2" --differential --prior "$1" --prior "$2"
    number=1
    [ "$1" = bad ] || number=2
    says "$1-$2" link.2.gemm.bf16.n16.rate_ratio \
        "^(\\\\textbf\\{)?WRONG\\}? in prior $number \\(its output failed the check\\): link" \
        '\.2\.gemm.*, in prior 1: 8 repeats, none flagged, in prior 2: 8 repeats, none flagged; ' \
        'none.*; prior 1: device of first .*; prior 2: device of first .*; root '
done
says bad-first link.2.gemm.f64.m64n5k64.rate_ratio '^link\.2\.'
says bad-first prior.2.identical '; prior 1: .*; prior 2: .*; root '

# A change with a wrong base; segments with flags where no repeat has any; findings that name no
# claim; the repeats with flags of the other side.
PYTHONPATH=$support python3 - <<'END'
import make_record
from record_plans import gemm
make_record.PLANS['sides'] = (
    gemm('fp16', 4, 4, 4, 8, wrong=(1,)), gemm('fp16', 4, 4, 4, 8, point=('bursts', None)),
    gemm('f32', 16, 16, 16, 8), gemm('f32', 20, 16, 16, 8),
    gemm('bf16', 4, 4, 4, 8, steal=True), gemm('bf16', 4, 4, 4, 8, point=('soak', 2)))
code = open('stand_in', 'rb').read()
make_record.make('made', 7, 'sides', code, code)
END
PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
record = Record('made')
for node in record.segments(5):
    node['covariates']['steal'].update(minimum=0.1, median=0.1, maximum=0.1)
    node['flags'] = ['steal']
record.segments(1)[0]['covariates']['steal'].update(minimum=0.1, median=0.1, maximum=0.1)
record.segments(1)[0]['flags'] = ['steal']
for node in record.repeats(2):
    node['iterations'] = 1 << 50
record.repeats(3)[3]['covariates'] = record.repeats(2)[4]['covariates']
record.recompute()
record.write('sides')
END
wrong_base='WRONG\}? in the base \(its output failed the check\): change\.gemm\.fp16\.n4\.bursts'
says sides change.gemm.fp16.n4.bursts.rate_change "^(\\\\textbf\\{)?$wrong_base.rate" \
    '.*, verified PASS, 8 repeats, none flagged, in the base: 8 repeats, none flagged; '
expect 0 "$WITNESSMARK" show sides change.gemm.fp16.n4.bursts.rate_change
expect_equal "the first words of the trace" "$(sed -n 1p out)" \
    'WRONG in the base (its output failed the check): change.gemm.fp16.n4.bursts'
says sides change.gemm.bf16.n4.soak_2min.rate_change '^change.* = .*' \
    ', 8 repeats, none flagged, in the base: 8 repeats, all flagged \(steal\); '
says sides gemm.bf16.n4.soak_2min.load_rate \
    ', verified PASS, 2 segments, all flagged \(steal\); '
says sides gemm.fp16.n4.bursts.products \
    ', verified PASS, 1 segment, 1 flagged: segment 0 \(steal\); '
says sides gemm.bf16.n4.soak_2min.rate ', verified PASS, 8 repeats, none flagged; '
says sides gemm.f32.n16.rate \
    ', finding: gemm\.f32\.n16 repeat 4 and gemm\.f32\.m20n16k16 repeat 3 have the same ' \
    'covariates' \
    ', finding: gemm\.f32\.n16 repeat 0 has a rate above 1e17 FLOP/s, 7 more; '
says sides gemm.f32.m20n16k16.rate \
    ', none flagged, finding: gemm\.f32\.n16 repeat 4 and .* have the same covariates; '
says sides gemm.bf16.n4.rate ', all flagged \(steal\); '
for label in gemm.fp16.n4.bursts gemm.bf16.n4.soak_2min gemm.f32.n16 gemm.f32.m20n16k16; do
    expect 0 "$WITNESSMARK" show sides $label
    cp out "card-$label"
done
expect_words card-gemm.fp16.n4.bursts '^PASS: gemm'
expect_words card-gemm.fp16.n4.bursts "^${wrong_base/\\\}\?/}\$"
expect_words card-gemm.bf16.n4.soak_2min '^WARNING  2 segments, all flagged \(steal\)$'
expect_words card-gemm.f32.n16 '^finding: gemm\.f32\.n16 repeat 7 has a rate above 1e17 FLOP/s$'
expect_words card-gemm.f32.n16 \
    '^finding: gemm\.f32\.n16 repeat 4 and .* repeat 3 have the same covariates$'
expect_words card-gemm.f32.m20n16k16 '^finding: gemm\.f32\.n16 repeat 4 and '
grep -q 'has a rate' card-gemm.f32.m20n16k16 && fail "another item's rate" || pass
expect 0 "$WITNESSMARK" show --json sides gemm.f32.n16
expect_json out 'len(answer["findings"]) == 9'
expect 0 "$WITNESSMARK" show --json sides gemm.fp16.n4.bursts
expect_json out 'answer["sides"] == [{"subject": "change.gemm.fp16.n4.bursts",
    "place": "the base", "item": "gemm.fp16.n4", "verdict": "wrong"}]'
expect 0 "$WITNESSMARK" show --json sides change.gemm.fp16.n4.bursts.rate_change
expect_json out '[side["verdict"] for side in answer["sides"]] == ["wrong"]'
expect 0 "$WITNESSMARK" show --json sides gemm.f32.n16
expect_json out 'answer["sides"] == []'
# Without a covariate that the rule of a flag reads, no flag is not good: it is not known.
PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
record = Record('made')
def lack(nodes):
    for node in nodes:
        node['covariates'] = {name: {'reason': 'no such sensor'} for name in node['covariates']}
        node['flags'] = []
lack(record.repeats(0))
lack(record.repeats(2)[:3])
lack(record.repeats(4)[:2])
lack(record.segments(1))
node = record.repeats(3)[0]
steal = node['covariates']['steal']
lack([node])
node['covariates']['steal'] = steal
record.recompute()
record.write('blind')
END
says blind gemm.fp16.n4.rate ', 8 repeats, flags unknown; '
says blind gemm.f32.n16.rate ', 8 repeats, flags of 3 unknown, none of the others flagged; '
says blind gemm.bf16.n4.rate ', 8 repeats, flags of 2 unknown, 6 flagged: repeat 2 \(steal\), '
says blind gemm.f32.m20n16k16.rate ', 8 repeats, none flagged; '
says blind gemm.fp16.n4.bursts.products ', 1 segment, flags unknown; '
says blind change.gemm.fp16.n4.bursts.rate_change \
    ', 8 repeats, none flagged, in the base: 8 repeats, flags unknown; '
expect 0 "$WITNESSMARK" show blind gemm.fp16.n4
expect_words out '^WARNING  flags unknown: 8 of 8 repeats$'
expect_words out '^ +0 .*s +unknown +[0-9a-f]{16}$'
expect 0 "$WITNESSMARK" show blind gemm.f32.n16
expect_words out '^WARNING  flags unknown: 3 of 8 repeats$'
expect 0 "$WITNESSMARK" show blind gemm.fp16.n4.bursts
expect_words out '^WARNING  1 segment, flags unknown$'
expect 0 "$WITNESSMARK" show blind gemm.f32.m20n16k16
grep -q unknown out && fail "a sensor is enough" || pass
expect 0 "$WITNESSMARK" show --json blind gemm.f32.n16
expect_json out 'answer["flags_unknown"] == 3'
expect 0 "$WITNESSMARK" publish blind -o blind-published
expect_words blind-published/numbers.tex ', 8 repeats, flags unknown'
# The base of a card's other side, in a prior.
expect 0 "$WITNESSMARK" show after gemm.bf16.n16
expect_words out '^WRONG in prior 1 \(its output failed the check\): link\.1\.gemm\.bf16\.n16$'

# Own numbers with such names are no interval of each other.
PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
record = Record('x')
own = [node for node in record.all(type='claim') if node['value'] is not None]
for node, name in zip(own, ('x.a.rate', 'x.a.rate_low', 'x.a.rate_high')):
    node['name'] = name
record.write('named')
END
says named x.a.rate '^x\.a\.rate = '
grep -q interval line && fail "an interval of own numbers: $(cat line)" || pass

# A command of `wrap`: what failed stands beside its times.
expect 1 "$WITNESSMARK" wrap -o wrapped --repeats 2 --warmup 0 -- sh -c 'exit 4'
says wrapped x.wrap.median_wall ', 2 of 2 repeats failed \(repeat 1: exit 4\)'

# ---- an item ----

compare card.txt full gemm.fp8.n8
compare card.md --markdown full gemm.fp8.n8
compare card.tex --latex full gemm.fp8.n8
compare card.json --json full gemm.fp8.n8
compare card-profile.txt full profile.l2.s4096
compare card-point.txt full gemm.fp16.n4.bursts
compare card-fault.txt full gemm.fp16.n4.faulty_element
compare card-failed.txt full gemm.int8.n6

# What came of an item, in one word.
for row in 'full gemm.fp16.m11n1100k32 pass' 'full gemm.fp8.n8 wrong' \
    'full gemm.int8.n6 not judged' 'full gemm.fp16.n4.faulty_element planned fault caught' \
    'full gemm.fp16.n4.injected_bit planned fault caught' \
    'full scatter_add.fixed.n100b1000.faulty_precision planned fault missed' \
    'full profile.l2.s4096 measured' 'full profile.cores.s64 not judged'; do
    # shellcheck disable=SC2086
    set -- $row
    expect 0 "$WITNESSMARK" show --json "$1" "$2"
    expect_json out "answer[\"verdict\"] == \"${row#"$1 $2 "}\""
done

# The table of links says what speaks against a side, and why a class or all evidence did not come
# again.
expect 0 "$WITNESSMARK" show linked
expect_words "$WORK/out" '^evidence preserving: no: 2 outputs differ, 1 output is wrong, ' \
    '1 numerical class changed$'
expect_words "$WORK/out" '^WRONG gemm\.fp8_fast\.m4n4k256\[[0-9]+\] +identical .* ' \
    'changed\[[0-9]+\] +same$'
expect_words "$WORK/out" '^\[[0-9]+\] here Snd; there S0$'
expect_words "$WORK/out" '^\[[0-9]+\] undetermined: fewer than 8 repeats, on both sides$'
expect_words "$WORK/out" '^\[[0-9]+\] here undetermined: fewer than 8 repeats; there S2$'
expect_words "$WORK/out" '^\[[0-9]+\] FAULT ON PURPOSE .*; FAULT ON PURPOSE in prior 1 '
expect 1 "$WITNESSMARK" differential first linked -o link-table
expect_words "$WORK/out" '^WRONG gemm\.fp8_fast\.m4n4k256\[[0-9]+\] +identical '
expect_words "$WORK/out" '^\[[0-9]+\] WRONG in prior 2 '

python3 "$support/continue_record.py" enrolled --plan enrolled >log 2>&1 &&
    python3 "$support/continue_record.py" recalled --prior enrolled --plan recalled >log 2>&1 ||
    fail "continue: $(tail -n 1 log)"
expect 0 "$WITNESSMARK" show recalled
expect_words "$WORK/out" '^1 +profile\.l2\.s64 +2\.453 cycle +no\[1\] +another$'
expect_words "$WORK/out" \
    '^\[1\] 16 times the distance is above the spread in the prior, 2\.404 cycle$'
expect_words "$WORK/out" '^1 +profile\.l2\.s256\[[0-9]+\] '
expect_words "$WORK/out" '^\[[0-9]+\] NOT JUDGED \(the walk went astray\)$'
expect_words "$WORK/out" '^evidence preserving: no: 1 output is wrong$'

# Every item of every record has a card, in each form.
for record in full failed many linked; do
    python3 - $record >labels <<'END'
import json, sys
labels = {}
for line in open(sys.argv[1] + '/evidence.jsonl', encoding='utf-8'):
    node = json.loads(line)
    if node['type'] == 'claim' and not node['name'].split('.')[0] in (
            'change', 'link', 'prior', 'record', 'x'):
        labels[node['name'].rsplit('.', 1)[0]] = None
print('\n'.join(labels))
END
    : >cards.tex
    while read -r label; do
        for one in '' --json --latex; do
            # shellcheck disable=SC2086
            "$WITNESSMARK" show $one $record "$label" >out 2>err || fail "no card of $label"
            [ -s out ] && [ ! -s err ] && pass || fail "card of $label: $(cat err)"
        done
        cat out >>cards.tex
    done <labels
    python3 "$support/latex_plain.py" cards.tex >found && pass || fail "$record: $(cat found)"
done

# The lines that a card names are those of the item, and its commands print them.
"$WITNESSMARK" show full gemm.fp16.n4.bursts >out
grep '^  sed ' out >commands
sh commands >printed
python3 - >found <<'END'
import json
lines = [json.loads(line) for line in open('full/evidence.jsonl', encoding='utf-8')]
names = {node['name']: node for node in lines if node['type'] == 'claim'}
plan = [node for node in lines if node.get('kind') == 'plan'][0]
number = [n for n, item in enumerate(plan['items']) if item.get('point') == 'bursts'
          and 'minutes' not in item][0]
wanted = [node for node in lines if node['type'] == 'observation' and node.get('item') == number]
printed = [json.loads(line) for line in open('printed', encoding='utf-8')]
key = lambda node: json.dumps(node, sort_keys=True)
print(sorted(map(key, wanted)) == sorted(map(key, printed)), len(printed) > 9)
END
expect_equal "the lines of an item" "$(cat found)" "True True"
line=$(awk '$1 == "residual" { print $3 }' out)
sed -n "${line}p" full/evidence.jsonl >printed
expect_words printed '"name":"gemm\.fp16\.n4\.bursts\.residual"'

# Percentiles need 20 and 100 repeats. They are the nearest ranks of what the lines say.
percentiles() { # LABEL
    "$WITNESSMARK" show --json many "$1" >out
    python3 - "$1" <<'END'
import json, sys
answer = json.load(open('out'))
lines = [json.loads(line) for line in open('many/evidence.jsonl', encoding='utf-8')]
times = sorted(lines[line - 1]['seconds'] / lines[line - 1]['iterations']
               for line in answer['lines']['repeats'])
rank = lambda percent: times[-(-percent * len(times) // 100) - 1]
def right(key, percent, least):
    return answer[key] == (rank(percent) if len(times) >= least else None)
print(len(times), right('seconds_p95', 95, 20), right('seconds_p99', 99, 100))
END
}
expect_equal "percentiles of 19" "$(percentiles gemm.fp16.n4)" "19 True True"
expect_equal "percentiles of 20" "$(percentiles gemm.bf16.n4)" "20 True True"
expect_equal "percentiles of 99" "$(percentiles gemm.f32.m4n4k8)" "99 True True"
expect_equal "percentiles of 100" "$(percentiles gemm.f32.n4)" "100 True True"
# about LABEL PATTERN: the line of percentiles; empty: there is none.
about() {
    "$WITNESSMARK" show many "$1" >out
    expect_equal "percentiles of $1" "$(grep -oE ' p9.*' out | sed 's/[0-9.]* [mun]*s/T/g')" "$2"
}
about gemm.fp16.n4 ''
about gemm.bf16.n4 ' p95 T (of 20 repeats; not a claim)'
about gemm.f32.m4n4k8 ' p95 T (of 99 repeats; not a claim)'
about gemm.f32.n4 ' p95 T, p99 T (of 100 repeats; not a claim)'
# Of many repeats a card lists what is odd; -v and --json list all.
rows() {
    "$WITNESSMARK" show "$@" >out
    grep -cE '^ +[0-9]+ +[0-9]+ +[0-9.]+ [mun]?s +[a-z_, ]+ [0-9a-f]{16}$' out
}
expect_equal "repeats of a quiet item" "$(rows many gemm.f32.m4n4k8)" 0
expect_words out '^99 of 99 repeats are not listed; -v lists them$'
expect_equal "all repeats of a quiet item" "$(rows -v many gemm.f32.m4n4k8)" 99
expect_equal "repeats of a disturbed item" "$(rows many gemm.f32.n4)" 100
expect 0 "$WITNESSMARK" show --json many gemm.f32.m4n4k8
expect_json out 'len(answer["observed"]) == 99 and answer["different_outputs"] == 1'

# ---- hostile texts ----

PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
bad = ('}{\\input{/etc/passwd}% $x$ #1 & a_b ^^5c ~ "q" @misc{\u202e\x1b[2J\n\\end{document} '
       '\xb5\u4e00')
record = Record('full')
record.environment()['device'] = bad
record.environment()['producer']['name'] = bad
record.plan()['name'] = bad
for node in record.nodes:
    if node.get('status') == 'failed':
        node['reason'] = bad
record.recompute()
record.write('odd')
END
PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
record = Record('many')
record.environment()['device'] = '<b>[a](b)'
record.recompute()
record.write('markup')
END
expect 0 "$WITNESSMARK" show --markdown markup gemm.f32.n4
expect_words out '^- \\<b>\[a\]\\\(b\), 8\.6 GB$'
compare odd.tex --latex odd gemm.int8.n6.rate
compare odd.bib --bibtex odd gemm.int8.n6.rate
compare odd-card.tex --latex odd gemm.int8.n6
expect 0 "$WITNESSMARK" show --markdown odd gemm.int8.n6.rate
expect_equal "lines of Markdown" "$(wc -l <out)" 1
for one in --latex --bibtex --markdown '' --json; do
    # shellcheck disable=SC2086
    "$WITNESSMARK" show $one odd gemm.int8.n6 >out
    LC_ALL=C grep -aqP '[\x00-\x09\x0b-\x1f\x7f]|\xe2\x80\xae' out && fail "controls with '$one'" ||
        pass
done
"$WITNESSMARK" show --latex odd gemm.int8.n6.rate | grep -v '^% ' >out
LC_ALL=C grep -q '[^ -~]' out && fail "LaTeX that is not ASCII" || pass
# All tables as LaTeX, and the check of the tests itself.
for record in full x linked odd; do
    "$WITNESSMARK" show --latex $record >all.tex 2>err
    python3 "$support/latex_plain.py" all.tex >found && pass || fail "$record: $(cat found)"
done
expect_words all.tex '^\\begin\{tabular\}\{lrr?'
for text in '\input{a}' 'a & b' '50 %' '{' '}' '$x$' 'a_b' '\textbf{a' '#' '~'; do
    printf '%s\n' "$text" >bad.tex
    python3 "$support/latex_plain.py" bad.tex >found && fail "plain: $text" || pass
done

# ---- pure functions of the evidence ----

# Another build, another language, another user and another folder give the same bytes.
locale=$(locale -a 2>/dev/null | grep -iE '^(de_DE|fr_FR|C)\.utf-?8$' | head -n 1)
mkdir -p elsewhere/home
for arguments in "--latex full $right" "--markdown full $right" "--bibtex full $right" \
    "--latex full gemm.fp8.n8" "--latex full"; do
    # shellcheck disable=SC2086
    "$WITNESSMARK" show $arguments >here
    # shellcheck disable=SC2086
    (cd elsewhere && env -i LC_ALL="${locale:-C}" LANG="${locale:-C}" HOME="$PWD/home" USER=other \
        TZ=Asia/Tokyo COLUMNS=40 PATH=/ "$BUILD/witnessmark" show \
        ${arguments/full/../full}) >there
    cmp -s here there && pass || fail "show $arguments depends on its surroundings"
done

# Compiled, where LaTeX is installed.
if command -v pdflatex >/dev/null; then
    {
        printf '\\documentclass{article}\n\\begin{document}\n'
        for file in one-*.tex all.tex cards.tex; do
            cat "$file"
            echo
        done
        printf '\\end{document}\n'
    } >paper.tex
    expect 0 pdflatex -interaction=nonstopmode -halt-on-error paper.tex
else
    skip "pdflatex is not installed"
fi

# ---- what is refused ----

expect 2 "$WITNESSMARK" show --latex --markdown full $right
expect_words err 'choose one of --json, --markdown, --html, --csv, --latex and --bibtex$'
expect 2 "$WITNESSMARK" show --csv full gemm.fp8.n8
expect_words err '^witnessmark show: --csv: cannot be given with NAME$'
expect 2 "$WITNESSMARK" show --claims --bibtex full
expect_words err 'choose one of --claims and --bibtex$'
id=$(sed -n 1p full/evidence.jsonl | sha256sum | cut -c 1-8)
expect 2 "$WITNESSMARK" show --latex full "$id"
expect_words err "'$id' is no claim and no item; only these have this form\$"
expect 2 "$WITNESSMARK" show full gemm.fp8
expect_words err "no claim 'gemm.fp8'"
id=$(grep -F "\"name\":\"$right\"" full/evidence.jsonl | sha256sum | cut -c 1-12)
expect 0 "$WITNESSMARK" show --latex full "$id"
expect_words out "^% $right, root $root\$"
finish
