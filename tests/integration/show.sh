#!/bin/bash
# The output of `show` for two generated records, to the byte.
# show.sh --update writes the expected files again: read the diff.
. "$(dirname "$0")/../support/shell.sh"
without_waits

expected=$ROOT/tests/integration/show
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
cd "$WORK" || exit 2
echo 'not a checker; the record is made up' >stand_in
for plan in full small x sums; do
    python3 "$ROOT/tests/support/make_record.py" --seed 7 --plan $plan --verify-c stand_in \
        --verify-py stand_in $plan >log 2>&1 ||
        { fail "make_record: $(tail -n 1 log)"; finish; }
done

# compare NAME ARGUMENTS...: standard output of `show ARGUMENTS` is the file NAME, exit 0.
compare() {
    local name=$1
    shift
    expect 0 "$WITNESSMARK" show "$@" || return
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
[ "${1:-}" = --update ] && update=yes && mkdir -p "$expected"

compare full.txt full
compare full-verbose.txt -v full
compare full-transcripts.txt --transcripts full
compare small.md --markdown small
compare small.csv --csv small
compare small.json --json small
compare small-claims.txt --claims small
compare small-claims.csv --claims --csv small
compare small-claims.json --claims --json small
compare small-colour.txt --color always small
compare small-rate.txt small gemm.fp16.m4n12k8.rate
compare small-rate.json --json small gemm.fp16.m4n12k8.rate
compare full-flags.txt full gemm.bf16.m3n40k5.clock
compare x.txt x
compare x-third.txt x x.one.third

# Findings are in every form: on standard output where it is text or JSON, else on standard error.
line='(finding|planned fault caught): '
"$WITNESSMARK" audit -v full | grep -E "^$line" >findings
[ -s findings ] && pass || fail "the full record has no findings"
mkdir forged
python3 "$ROOT/tests/adversary/write_forgery.py" accepted/class_repeats_correlated . forged/record
expect 0 "$WITNESSMARK" show forged/record
expect_words out \
    '^finding: reduction\.default\.n100000\.independence is correlated, interval too narrow$'
swept=random_access.bandwidth_lines.n65536l8s4.injected_stale
for form in -v --markdown --csv --claims '--claims --csv'; do
    "$WITNESSMARK" show $form full >out 2>err
    expect_equal "findings with '$form'" \
        "$(cat out err | grep -oE "$line.*" | sed 's/ (injected fault.*//')" "$(cat findings)"
    expect_equal "faults in the findings with '$form'" \
        "$(cat out err | grep -oE 'finding: .* \(injected fault.*|planned fault caught: .*' |
            sed 's/ is .*, / /; s/ is .*//')" \
        "$(printf '%s\n' \
            'planned fault caught: attention.bf16.b1h2s16d8.injected_tile.transcript' \
            'finding: scatter_add.fixed.n100b1000.injected_stale.transcript missed)' \
            'planned fault caught: gemm.fp16.n4.injected_bit.transcript' \
            'planned fault caught: gemm.fp16.n4.faulty_element.verified' \
            'planned fault caught: gemm.fp16.n4.faulty_element.transcript' \
            'finding: scatter_add.fixed.n100b1000.faulty_precision.verified missed)' \
            "finding: $swept.transcript missed)")"
done
findings_of_json='
import json
for finding in json.load(open("out"))["findings"]:
    fault = finding["injected_fault"]
    print("planned fault caught:" if fault == "caught" else "finding:", finding["claim"], "is",
          finding["text"] + (" (injected fault, %s)" % fault if fault not in (None, "caught")
                             else ""))'
for form in --json '--json --claims'; do
    "$WITNESSMARK" show $form full >out
    expect_equal "findings with $form" "$(python3 -c "$findings_of_json")" \
        "$("$WITNESSMARK" show -v full | grep -E "^$line")"
done
"$WITNESSMARK" show full gemm.fp8.n8.rate >out 2>err
expect_equal "findings with one claim" "$(sed '/^missed/d' err)" \
    "$("$WITNESSMARK" show -v full | grep '^finding: ')"

# Every form says which repeats are disturbed, why a class is undetermined, why a repeat failed.
# everywhere WORDS: all tables, both CSV forms and both JSON forms contain this.
everywhere() {
    local form
    for form in -v --markdown --csv '--claims --csv' --claims; do
        "$WITNESSMARK" show $form full >out 2>/dev/null
        expect_words out "$1"
    done
    for form in --json '--claims --json'; do
        "$WITNESSMARK" show $form full >out
        expect_words out "$1"
    done
}
everywhere 'repeat failed: the device reported a fault'
everywhere 'calibration failed: the probes could not be drawn'
everywhere 'spread'
everywhere 'fewer than 8 repeats'
everywhere '5 of 5: sampling_gap, throttled'
for form in -v --markdown --csv; do
    "$WITNESSMARK" show $form full >out 2>/dev/null
    expect_words out 'gemm.bf16.m3n40k5.*5 of 5: sampling_gap, throttled'
done
"$WITNESSMARK" show --json full >out
expect_words out '"item":"gemm.bf16.m3n40k5".*"disturbed":' \
    '\[\{"repeat":0,"flags":\["sampling_gap","throttled"\]\},'
# class_reason CLAIM WORDS: the reason, beside one claim.
class_reason() {
    expect 0 "$WITNESSMARK" show full "$1.performance_class"
    expect_words out "(^|: )$1.performance_class = undetermined: $2\$"
    expect 0 "$WITNESSMARK" show --json full "$1.performance_class"
    expect_words out "\"value\":\"undetermined: $2\""
}
class_reason gemm.fp8.n8 'fewer than 8 repeats'
class_reason gemm.f32.m10n20k30 'clock absent'
class_reason scatter_add.atomic.n65536b1024 'spread'

# One claim: what each of its observations contributes.
# rests_on CLAIM PATTERN...: a line of what the claim rests on.
rests_on() {
    expect 0 "$WITNESSMARK" show full "$1"
    expect_words out "${@:2}"
}
rests_on gemm.bf16.m3n40k5.rate 'repeat 4: [0-9]+ iterations in 0[.0-9]+ s; ' \
    'disturbed: sampling_gap, throttled \(software power cap\)$'
rests_on gemm.fp8.n8.residual 'repeat 1: difference_max [0-9.]+, reference_max [0-9.]+$'
rests_on gemm.fp8.n8.row_statistic 'repeat 0: row_statistic [0-9.]+, row [0-7]$'
rests_on gemm.fp8.n8.divergence 'repeat 2: divergence 0$'
rests_on gemm.fp8.n8.power 'repeat 0: power absent: no such sensor$'
rests_on gemm.f64.m4n600k8.peak_memory 'repeat 0: peak_resident_bytes [0-9]+$'
rests_on gemm.f64.m4n600k8.clock_correlation \
    'repeat 0: [0-9]+ iterations in [0-9.]+ s, clock median [0-9.]+$'
rests_on gemm.int8.n6.rate 'repeat 1: failed: the device reported a fault$'

# All forms agree: of generated records, and of one with real faults.
expect 0 "$WITNESSMARK" run --plan quick -o quick
for record in full small x quick; do
    for form in --json --csv '--claims --csv' '--claims --json' '--markdown --transcripts' \
        '--transcripts'; do
        "$WITNESSMARK" show $form "$record" >"form${form// /}" 2>/dev/null
    done
    expect 0 python3 "$ROOT/tests/support/compare_forms.py" "$record"
done
expect_words form--json \
    '"fault":\{"kind":"bits","when":"transcript","row":64,"column":64,"caught":true\}'
expect_words form--json '"fault":\{"kind":"element","when":"repeats",'

# ---- withheld facts ----

expect 0 "$WITNESSMARK" wrap -o hidden --repeats 1 --fact node=n17 --fact 'rack=r "3' --fact lot=7 \
    --redact rack,lot -- true
expect_equal "the mode of RECORD.facts" "$(stat -c %a hidden.facts)" 600
expect_equal "lines of RECORD.facts" "$(wc -l <hidden.facts)" 2
expect_equal "values in the record" "$(grep -c 'r \\"3' hidden/evidence.jsonl)" 0
grep '"named.rack"' hidden.facts >line
expect_words hidden/evidence.jsonl \
    "$(printf %s "$(cat line)" | sha256sum | cut -c 1-64)\",\"name\":\"named\.rack\","
expect 0 "$WITNESSMARK" show hidden --facts line
expect_words out '^named\.rack +r "3 +shown: the line fits'
expect_words out '^named\.lot +- +withheld$'
sed 's/r \\"3/r4/' line >>hidden.facts
expect 1 "$WITNESSMARK" show hidden --facts hidden.facts
expect_words out 'line 3, .named.rack.: fits no commitment of this record$'
echo '{"fact":"named.lot"}' >line
expect 2 "$WITNESSMARK" show hidden --facts line
expect_words err '^witnessmark show: line: line 1 is not a line of facts: '
expect_equal "lines about it" "$(wc -l <err)" 1
for other in '--json' '--claims' environment '--figure graph'; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" show hidden --facts line $other
done
# What is withheld leaves with no product of the record.
expect 0 "$WITNESSMARK" pack hidden -o hidden.tar.gz
expect 0 "$WITNESSMARK" publish hidden -o published
tar xzf hidden.tar.gz -C published
salt=$(sed -nE 's/.*"salt":"([0-9a-f]*)".*/\1/p' hidden.facts | head -n 1)
[ "${#salt}" -eq 32 ] && ! grep -rq "$salt" hidden published && pass ||
    fail "a salt leaves with the record: $(grep -rl "$salt" hidden published)"
# Two records with withheld facts are compared by the others alone.
expect 0 "$WITNESSMARK" wrap -o other --repeats 1 --fact node=n18 --fact rack=r4 --fact lot=7 \
    --redact rack,lot -- true
"$WITNESSMARK" compare hidden other >out 2>err
expect_words out 'named\.node'
expect_equal "withheld facts that are compared" "$(grep -cE 'named\.(rack|lot)' out)" 0
rm -r hidden other other.facts
expect 2 "$WITNESSMARK" wrap -o hidden --repeats 1 --fact lot=7 --redact lot -- true
expect_words err '^witnessmark wrap: hidden\.facts: exists already'
expect_equal "files of a refused run" "$(ls -d hidden .hidden.partial 2>/dev/null)" ''
rm hidden.facts
expect 2 "$WITNESSMARK" wrap -o hidden --repeats 1 --fact lot=7 --redact lot -- ./absent
expect_equal "files of a run that did not begin" \
    "$(ls -d hidden hidden.facts .hidden.partial 2>/dev/null)" ''

# ---- a record of wrap: command, repeats, interval and warnings in every form ----

expect 0 "$WITNESSMARK" wrap -o wrapped --repeats 6 --redact argument:2,rack \
    --fact node=n17 --fact 'rack=r 3' --metric 'n=([0-9]+)' --unit MB/s -- sh \
    -c 'echo n=$((1000 + $$ % 100))' 'a b'
expect 0 "$WITNESSMARK" show wrapped
expect_equal "the verdict" "$(head -n 1 out)" \
    "PASS  6 of 6 repeats ended with exit status 0; the producer's claim"
expect_words out '^command: sh -c \[redacted\] .a b.$'
time='[0-9.]+ [mu]?s'
expect_words out '^ +median +95 % interval +spread +repeats$'
expect_words out "^wall time +$time +[0-9.]+( [mu]s)? \\.\\. $time +[0-9.]+ % +[1-8]{6}\$"
expect_words out '^metric +[0-9.]+ MB/s +[0-9.]+ \.\. [0-9.]+ MB/s +[0-9.]+ % +[1-8]{6}$'
expect_words out '^peak memory: (at most )?[0-9.]+ MB$'
expect_words out '^redacted: argument:2,rack$'
expect_words out ', node n17, rack \[hidden\], '
expect_equal 'the hidden fact in the record' "$(grep -c 'r 3' wrapped/evidence.jsonl)" 0
expect_equal "claims" "$(grep -c '^x\.' out)" 0
expect 0 "$WITNESSMARK" show -q wrapped
expect_equal "lines of -q" "$(wc -l <out)" 1
expect 0 "$WITNESSMARK" show -v wrapped
expect_words out '^command: sh '
expect_words out '^x.wrap.minimum_wall +[0-9]'
expect 0 "$WITNESSMARK" show --markdown wrapped
expect_words out '^- PASS  6 of 6 repeats'
expect_words out '^- command: sh -c \[redacted\] '
expect_words out '^- machine: node n17, rack \[hidden\]$'
expect_words out '^\| wall time \| [0-9.]+ [mu]?s \| [0-9.]+ .*\.\. [0-9.]+ .* % \| [1-8]{6} \|$'
expect 0 "$WITNESSMARK" show --csv wrapped
expect_words out '^quantity,unit,median,low,high,spread,repeats,repeats_planned,repeats_failed,fail'
expect_words out '^wall,s,0\.[0-9]+,0\.[0-9]+,0\.[0-9]+,0[0-9.]*,6,6,0,,' \
    'sh -c \[redacted\] .a b.,[0-6],'
expect 0 "$WITNESSMARK" show --json wrapped
cp out answer
expect_json answer 'answer["wrapped"]["command"] == ["sh", "-c", None, "a b"]'
expect_json answer 'answer["wrapped"]["redacted"] == "argument:2,rack"'
expect_json answer 'answer["named"] == [
    {"name": "node", "value": "n17"}, {"name": "rack", "value": None}]'
# The interval of six values is from the least to the largest.
expect_json answer 'all(q["low"] == min(q["repeats"]) and q["high"] == max(q["repeats"]) and
    abs(sum(sorted(q["repeats"])[2:4]) / 2 - q["median"]) <= 1e-9 * q["median"]
    for q in answer["wrapped"]["quantities"])'
"$WITNESSMARK" show --claims wrapped >claims
expect_equal "one rounding" \
    "$("$WITNESSMARK" show wrapped | sed -nE 's/^wall time +([0-9.]+ [mu]*s) .*/\1/p')" \
    "$(sed -nE 's/^x.wrap.median_wall +([0-9.]+ [mu]*s) .*/\1/p' claims)"

# Warnings, in every form.
warning='too few repeats for a 95 % interval: 3 of at least 6'
expect 0 "$WITNESSMARK" wrap -o few --repeats 3 -- true
expect_words out "^WARNING  $warning\$"
# warned RECORD WORDS: each form of show has them.
warned() {
    local form
    for form in '' -v --markdown --csv --json; do
        # shellcheck disable=SC2086
        "$WITNESSMARK" show $form "$1" >out 2>err
        cat out err >both
        expect_words both "$2"
    done
}
warned few "$warning"
# The machine was busy: of a record whose repeats say so.
PYTHONPATH=$ROOT/tests/adversary python3 - <<'EOF'
from toolkit import Record
record = Record('wrapped')
for node in record.nodes:
    if node.get('series') == 'wrap':
        node['values']['pressure'] = 0.87
record.recompute()
record.write('busy')
EOF
warned busy 'machine busy: tasks waited for a processor 87 % of the time'

# What failed, and what was interrupted.
expect 1 "$WITNESSMARK" wrap -o failed-command --repeats 2 -- sh -c 'exit 4'
warned failed-command 'repeat 1: exit 4'
expect 0 "$WITNESSMARK" show failed-command
expect_words out "^FAIL  2 of 2 repeats failed; the producer's claim\$"
cp "$(type -P true)" program
expect 1 "$WITNESSMARK" wrap -o replaced --warmup 0 --repeats 2 \
    --prepare 'cp program n; mv n program' -- ./program
warned replaced 'repeat 1: the executable was replaced after it was hashed'
"$WITNESSMARK" wrap -o stopped --warmup 0 --repeats 100 -- sleep 0.1 >out 2>err &
wait_until has_lines .stopped.partial/evidence.jsonl 4
kill -INT $!
wait $!
expect 0 "$WITNESSMARK" show stopped
expect_words out '^INCONCLUSIVE  interrupted after [0-9]+ of 100 repeats; '
printf '#!/bin/sh\n' >script
chmod +x script
expect 0 "$WITNESSMARK" wrap -o script-record --repeats 1 -- ./script
expect 0 "$WITNESSMARK" show script-record
expect_words out '^command \(a script\): ./script$'

# Colour adds no information: only escapes are added.
"$WITNESSMARK" show -v --color always full | sed 's/\x1b\[[0-9;]*m//g' >plain
cmp -s plain "$expected/full-verbose.txt" && pass || fail "colour changes the words"
if script -qec 'test -t 1 && echo terminal' /dev/null </dev/null 2>/dev/null |
    grep -q terminal; then
    for setting in NO_COLOR=1 TERM=dumb; do
        env -u NO_COLOR TERM=xterm $setting script -qec "'$WITNESSMARK' show small" /dev/null \
            </dev/null >out
        grep -q $'\033' out && fail "colour in spite of $setting" || pass
    done
    env -u NO_COLOR TERM=xterm script -qec "'$WITNESSMARK' show small" /dev/null </dev/null >out
    grep -q $'\033' out && pass || fail "no colour on a terminal"
else
    skip "script(1) makes no terminal here"
fi

# Tables take the width and continue below; every column keeps its item.
COLUMNS=120 "$WITNESSMARK" show --transcripts full >out
expect_equal "lines beyond 120 columns" "$(awk 'length($0) > 120' out | wc -l)" 0
expect_words out '^Item +Class +Power +Temp\. +Peak mem\.$'
expect_words out '^gemm.bf16.n16 +S1 +[0-9.]+ W '

# A GPU is named by its UUID: two of one kind have the same name.
PYTHONPATH=$ROOT/tests/adversary python3 - <<'EOF'
from toolkit import Record
record = Record('small')
record.environment()['facts'].append({'name': 'uuid', 'value': 'GPU-eb5733c1'})
record.write('gpu')
EOF
expect 0 "$WITNESSMARK" show gpu
expect_words out '^first device, GPU-eb5733c1'
expect 0 "$WITNESSMARK" show -v gpu
expect_words out '^device: first device \(none\), GPU-eb5733c1$'
expect_words out '^witness: the device itself$'
expect 0 "$WITNESSMARK" show --json gpu
expect_words out '"uuid":"GPU-eb5733c1"'
expect 0 "$WITNESSMARK" show --json small
expect_words out '"uuid":null'

# Text from a record is shown as text: no Markdown, no HTML, no control of the terminal or of the
# direction of text.
PYTHONPATH=$ROOT/tests/adversary python3 - <<'EOF'
from toolkit import Record
record = Record('small')
bad = '<b> | *a* `c` [d](e) \x1b[2J\n\x9b2J\u202egnp.exe\u2066x\u061cy'
for fact in record.environment(), record.environment()['producer'], record.plan():
    fact['device' if 'facts' in fact else 'name'] = bad
record.environment()['producer']['version'] = '<i>'
for node in record.all(kind='workload'):
    node['covariates']['clock'] = {'reason': 'none'}
    node['method'] = '<u>|[d](e)'
record.recompute()
record.write('odd')
EOF
for form in -v --markdown; do
    # shellcheck disable=SC2086
    expect 0 "$WITNESSMARK" show $form --transcripts odd
    LC_ALL=C grep -aqP \
        '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80\xae|\xe2\x81\xa6|\xd8\x9c' \
        out && fail "controls with '$form'" || pass
    expect_words out '^(- )?plan: .*gnp\.exe'
done
marks='(^|[^\\])[<`*]|\]\('
grep -qE "$marks" out && fail "marks in Markdown: $(grep -m 1 -E "$marks" out)" || pass
expect_words out '^- plan: .* \[d\]\\\(e\) '

# One form at a time.
for forms in '--csv --json' '--markdown --csv' '--json --markdown --claims'; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" show $forms small
    expect_words err 'choose one of --json, --markdown, --html, --csv, --latex and --bibtex'
done

# An id may be shortened to 8 digits, a name may not.
id=$(sed -n 1p small/evidence.jsonl | sha256sum | cut -c 1-8)
expect 0 "$WITNESSMARK" show small "$id"
expect 2 "$WITNESSMARK" show small "${id:0:7}"
expect_words err 'an id needs at least 8 digits'
expect 2 "$WITNESSMARK" show small gemm.fp16
expect_words err "no claim 'gemm.fp16'"
expect 2 "$WITNESSMARK" show small gemm.fp16.m4n12k8.rat
expect_words err "no claim '[a-z0-9.]*rat' \(did you mean 'gemm.fp16.m4n12k8.rate'\?\);"
expect 2 "$WITNESSMARK" show small no.claim.at.all.is.so.called
expect_words err "no claim 'no.claim.at.all.is.so.called'; --claims lists all claims"
# What lists the whole record is no form of one claim.
for form in --csv --claims --transcripts; do
    expect 2 "$WITNESSMARK" show $form small gemm.fp16.m4n12k8.rate
    expect_words err "^witnessmark show: $form: cannot be given with NAME$"
done
# The planned faults that were caught are no findings about a claim.
expect 0 "$WITNESSMARK" show -v full
expect_words out 'planned fault caught: '
expect 0 "$WITNESSMARK" show full gemm.bf16.m3n40k5.clock
grep -q 'planned fault caught' err && fail 'a caught fault is a finding about a claim' || pass
expect 0 "$WITNESSMARK" show small gemm.fp16.m4n12k8
expect_words out '^PASS: gemm\.fp16\.m4n12k8$'
expect 0 "$WITNESSMARK" show small/evidence.jsonl

# Of many items with repeats far from the median one line says so; of few each has its own.
for first in 0.2 3; do
    expect 0 python3 "$ROOT/tests/support/vary_record.py" full lines.jsonl 1 --first $first
    rm -rf far
    expect 0 "$BUILD/tests/tools/seal_lines" far lines.jsonl
    expect 0 "$WITNESSMARK" show far
    [ $first = 3 ] && word='faster' || word='slower'
    expect_words out "^[0-9]+ repeats of [1-9][0-9]* items are up to [0-9.]+ times $word \\(.*\\)\$"
    expect_equal "lines about far repeats" "$(grep -cE "times $word" out)" 1
    grep -q '^do not quote these medians: gemm' out && found=faster || found=slower
    expect_equal "the medians that are too high" "$found" "$word"
done
begin_few() {
    expect 0 python3 "$ROOT/tests/support/vary_record.py" small lines.jsonl 1 --first "$1"
    rm -rf few
    expect 0 "$BUILD/tests/tools/seal_lines" few lines.jsonl
    expect 0 "$WITNESSMARK" show few
}
begin_few 0.2
expect_words out '^gemm[a-z0-9.]*: 1 repeat of [0-9]+ is [45]\.[0-9] times slower$'
begin_few 3
expect_words out '^gemm[a-z0-9.]*: 1 repeat of [0-9]+ is [23]\.[0-9] times faster: do not quote'

# A record of another format is not shown; the words name its own checkers.
tar xf "$(archive_of h200-largest)" h200-largest
expect 3 "$WITNESSMARK" show h200-largest
expect_words err '^older evidence.jsonl:[0-9]+: \[older\] .*code/verify_graph.py RECORD$'
expect 3 "$WITNESSMARK" show --json h200-largest
expect_words out '"status":"older"'

# Its checkers are the producer's code. Unknown ones are not recommended.
expect 3 "$WITNESSMARK" audit h200-largest
expect_words out "this runs the checker in it, which is the producer's code: python3 RECORD/"
expect_words err '^next: python3 h200-largest/code/verify_graph\.py h200-largest$'
echo '#' >>h200-largest/code/verify_graph.py
expect 3 "$WITNESSMARK" audit h200-largest
expect_words out 'its checkers are unknown here: audit it with the release of Witnessmark'
grep -q '^next:' err && fail 'unknown checkers are recommended' || pass
finish
