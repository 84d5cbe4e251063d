#!/bin/bash
# Injected faults: found, sealed, shown in every output, exit 1 even if repaired.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

cat >plan.json <<'PLAN'
{"name": "inject", "repeat_seconds": 0.001, "repeats": 2, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 1000}},
  {"workload": "scatter_add", "variant": "fixed", "shape": {"n": 1000, "buckets": 10}}]}
PLAN

# Every kind of fault, in the items that can have it.
for kind in bit bits element row tile nan stale; do
    expect 1 "$WITNESSMARK" run --plan plan.json -o "r-$kind" --inject "$kind"
    expect_words out "^record r-$kind, root [0-9a-f]{12} +next: witnessmark audit r-$kind\$"
    expect_words out '^FAIL  3 of 3 injected faults caught +0:[0-9]{2}$'
    expect_equal "words about items without it" "$(grep -c -e --inject err)" 0
    expect_valid "r-$kind"
    expect_equal "findings of $kind" \
        "$(grep -c '^planned fault caught: .*transcript is injected repaired$' answer)" 3
done
for kind in operand precision; do
    expect 1 "$WITNESSMARK" run --plan plan.json -o "r-$kind" --inject "$kind"
    expect_words err '^--inject: no fault in: .*scatter_add.fixed.n1000b10$'
    expect_valid "r-$kind"
    expect_words answer "^planned fault caught: gemm.fp16.n64.injected_$kind.transcript is " \
        "injected repaired\$"
done

# The paper's Table 1, both transcripts: flagged at the item's own tolerance, then repaired.
for kind in element precision; do
    expect 0 "$WITNESSMARK" show -v "r-$kind"
    expect_words out "gemm.fp16.n64.injected_$kind +inject +[0-9.]+e-0[12] +reject .*$kind"
    expect_words out "gemm.fp16.n64.injected_$kind +repair +[0-9.]+e-04 +accept "
done

# The element is named with its bits, in words and as JSON.
expect 0 "$WITNESSMARK" show -v r-element
expect_words out '^gemm.fp16.n64.injected_element +inject +32 +32 '
expect_words out '^gemm.fp16.n64.injected_element .* bit 15 differs$'
expect 0 "$WITNESSMARK" show --json r-element
expect_words out \
    '"wrong_element":\{"row":32,"column":32,"found":"[0-9a-f]{4}","expected":"[0-9a-f]{4}"\}'

# Products of one, two and three rows: every fault that is not small is caught, nothing else is
# rejected.
cat >thin.json <<'PLAN'
{"name": "thin", "repeat_seconds": 0.001, "repeats": 2, "items": [
  {"workload": "gemm", "variant": "f32", "shape": {"m": 1, "n": 300, "k": 100}},
  {"workload": "gemm", "variant": "f64", "shape": {"m": 2, "n": 300, "k": 100}},
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 3, "n": 300, "k": 100}}]}
PLAN
for kind in row tile nan stale operand precision; do
    expect 1 "$WITNESSMARK" run --plan thin.json -o "thin-$kind" --inject "$kind"
    expect_words out '^FAIL  3 of 3 injected faults caught +0:[0-9]{2}$'
    expect_valid "thin-$kind"
    expect_equal "findings of $kind" \
        "$(grep -c '^planned fault caught: .*transcript is injected repaired$' answer)" 3
done

# One item only, at a given place.
expect 1 "$WITNESSMARK" run --plan plan.json -o placed --inject element:63,1@gemm.fp16.n64 --json
expect_json out 'answer["causes"] == ["1 injected fault caught"]'
expect_words out '"status":"fail"'
expect_words out \
    '"findings":\[\{"claim":"gemm.fp16.n64.injected_element.transcript",' \
    '"text":"injected repaired","injected_fault":"caught"\}\]'
# The machine may be busy, or have a variable that makes it slow.
expect_equal "words beside the JSON" "$(grep -v '^witnessmark run: warning: ' err)" ""
expect_equal "the place" \
    "$(grep -o '"column":1,.*"fault":"element".*"row":63' placed/evidence.jsonl | wc -l)" 1

# The caller chooses what happens to a rejected output.
expect 1 "$WITNESSMARK" run --plan plan.json -o continued --inject row --on-fault continue
expect_valid continued
expect_equal "findings" "$(grep -c 'transcript is injected reject$' answer)" 3
expect 1 "$WITNESSMARK" run --plan plan.json -o stopped --inject row --on-fault=stop
expect_words err '^gemm.fp16.n64.injected_row: the output was rejected; no further item is run$'
expect_words err '^hbm_triad.f32.n1000.injected_row: not measured; 2 of 3 items'
expect_words out \
    '^\[[0-9]+\] repeat failed: not run: stopped after a fault in gemm.fp16.n64.injected_row$'
expect_words out '^FAIL  1 of 3 injected faults caught, 2 not judged +0:'
grep -q '^finding: ' out && fail "a caught fault is a finding of run" || pass
expect_valid stopped
expect_words answer '^planned fault caught: gemm.fp16.n64.injected_row.transcript is ' \
    'injected reject$'
expect_words answer '^finding: hbm_triad.f32.n1000.injected_row.verified is n/a$'
expect 0 "$WITNESSMARK" audit stopped
expect_words out '^3 planned faults: 1 caught, 0 missed, 2 not judged$'
expect 0 "$WITNESSMARK" audit -v stopped
expect_equal "findings of a run that stopped" "$(grep -c '^finding: ' "$WORK/out")" 4
expect_words stopped/evidence.jsonl \
    '"reason":"not run: stopped after a fault in gemm.fp16.n64.injected_row"'

# Every kind of fault in every workload of `list`: each is sealed, and every form of `show` has it.
# No processor has the accumulator of fp8_fast. A profile has no output.
"$WITNESSMARK" list | sed -n '/^workloads/,/^$/p' | grep -v -e fp8_fast -e '^ *profile ' | awk '
    BEGIN {
        split("m 64 n 64 k 64 b 1 h 2 s 64 d 16 buckets 10 rows 100 columns 8 lanes 4 steps 16", \
            size)
        for (i = 1; i in size; i += 2) small[size[i]] = size[i + 1]
        printf "{\"name\": \"every\", \"repeat_seconds\": 0.001, \"repeats\": 2, \"items\": ["
    }
    NF > 2 && !/^workloads/ {
        printf "%s{\"workload\": \"%s\", \"variant\": \"%s\", \"shape\": {", comma, $1, $2
        for (i = 3; i <= NF; i++) {
            sub(",", "", $i)
            printf("%s\"%s\": %d", i > 3 ? ", " : "", $i, $1 != "gemm" &&
                $i == "n" ? 4096 : small[$i])
        }
        printf "}}"
        comma = ", "
    }
    END { print "]}" }' >every.json
expect_equal "workloads in the plan, both of fp8_fast, and profiles" \
    "$(($(grep -o '"workload"' every.json | wc -l) + 4))" \
    "$("$WITNESSMARK" list --json | grep -o '"workload":"' | wc -l)"
# shown_too NAME WHAT: the JSON of `show` has each fault that the record has.
shown_too() {
    expect 0 "$WITNESSMARK" show --json "$1"
    expect_equal "inject stages of $2 and faults in the JSON" \
        "$(grep -c '"stage":"inject"' "$1/evidence.jsonl")" \
        "$(grep -o '"when":"transcript"' out | wc -l)"
}
for kind in bit bits element row tile nan stale operand precision; do
    expect 1 "$WITNESSMARK" run --plan every.json -o "q-$kind" --inject "$kind" --json
    expect_words out '"status":"fail"'
    shown_too "q-$kind" "$kind"
    expect 0 "$WITNESSMARK" audit "q-$kind"
done

shown_too stopped "a run that stopped"
expect_equal "faults that were not made" "$(grep -o '"fault":null' out | wc -l)" 2
expect 0 "$WITNESSMARK" show -v stopped
expect_words out '^planned fault caught: gemm.fp16.n64.injected_row.transcript is injected reject$'
expect_equal "items in the table of faults" "$(grep -cE 'injected_row .* (yes|no) +row' out)" 1

# A fault in the plan is shown and does not stop the run; an injected one does.
expect 0 "$WITNESSMARK" run --plan quick -o unstopped --on-fault stop
expect_words out '^PASS  .*; 4 of 4 planned faults caught '
# On a busy machine its repeats may be correlated, which is a finding and no row.
if seen=$(grep -m 1 -E '^(FAIL|[^ :]*(injected_|faulty_))' out); then
    fail "a caught fault has a row: $seen"
else
    pass
fi
shown_too unstopped "the plan's own faults"
expect 1 "$WITNESSMARK" run --plan quick -o stopped2 --on-fault stop --inject bits@gemm.tf32.n128
expect_words stopped2/evidence.jsonl \
    '"reason":"not run: stopped after a fault in gemm.tf32.n128.injected_bits"'

# An impossible fault is refused before anything runs.
for bad in flip bit: bit:x element:64@gemm.fp16.n64 operand@scatter_add.fixed.n1000b10 \
    row@gemm.fp16.n65; do
    expect 2 "$WITNESSMARK" run --plan plan.json -o never --inject "$bad"
    one_line err && pass || fail "more than one line about --inject $bad: $(cat err)"
done
expect 2 "$WITNESSMARK" run --plan plan.json -o never --inject row@gemm.fp16.n65
expect_words err "the plan has no item 'gemm.fp16.n65'"
expect 2 "$WITNESSMARK" run --plan plan.json -o never --inject bit --on-fault later
[ -e never ] || [ -e .never.partial ] && fail "a refused run left something" || pass

# A fault in the plan should be caught: exit 0 if it is, 1 if it is missed.
planned() { # FAULT ITEM: a plan of one item with the fault
    printf \
        '{"name": "planned", "repeat_seconds": 0.001, "repeats": 2, "items": [{%s, "fault": %s}]}' \
        "$2" "$1"
}
triad='"workload": "hbm_triad", "variant": "f32", "shape": {"n": 1000}'
for when in transcript repeats; do
    planned "{\"kind\": \"tile\", \"when\": \"$when\"}" "$triad" >planned.json
    expect 0 "$WITNESSMARK" run --plan planned.json -o "caught-$when"
    expect_words out '^PASS  1 of 1 planned fault caught '
    expect_words out " next: witnessmark audit caught-$when\$"
    expect_valid "caught-$when"
done
planned '{"kind": "tile", "when": "repeats"}' \
    '"workload": "attention", "variant": "bf16", "shape": {"b": 1, "h": 1, "s": 16, "d": 300}' \
    >planned.json
expect 3 "$WITNESSMARK" run --plan planned.json -o too-large
expect 0 "$WITNESSMARK" show --json too-large
expect_words out '"fault":null'
expect 0 "$WITNESSMARK" show -v too-large
expect_equal "tables of faults of an item that could not run" "$(grep -c '^Injected faults' out)" 0
# This element is 1.4e-4. With the other sign it is as near to the right one as rounding may be.
planned '{"kind": "element", "row": 66, "column": 7, "when": "transcript"}' \
    '"workload": "attention", "variant": "bf16", "shape": {"b": 1, "h": 2, "s": 64, "d": 16}' \
    >planned.json
expect 1 "$WITNESSMARK" run --plan planned.json -o missed
expect_words out \
    '^FAIL  0 of 1 planned fault caught, 1 missed: attention.bf16.b1h2s64d16.injected_element '
expect_words out \
    ' next: witnessmark show missed attention.bf16.b1h2s64d16.injected_element.transcript$'
expect_words out \
    '^finding: attention.bf16.b1h2s64d16.injected_element.transcript is injected accept ' \
    '\(injected fault, missed\)$'
expect 1 "$WITNESSMARK" run --plan planned.json -o missed-json --json
expect_words out '"status":"fail".*"items_wrong":0,.*"faults_caught":0,' \
    '"faults_missed":\["attention.bf16.b1h2s64d16.injected_element"\]'
sed -i s/transcript/repeats/ planned.json
expect 1 "$WITNESSMARK" run --plan planned.json -o missed-everywhere
expect_words out \
    '^FAIL  0 of 1 planned fault caught, 1 missed: attention.bf16.b1h2s64d16.faulty_element '
expect_words out '^finding: attention.bf16.b1h2s64d16.faulty_element.verified is PASS ' \
    '\(injected fault, missed\)$'

# An item that the plan has with the fault and without: it is not made twice.
cat >twice.json <<'PLAN'
{"name": "twice", "repeat_seconds": 0.001, "repeats": 1, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 96}},
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64},
   "fault": {"kind": "bits", "when": "transcript"}}]}
PLAN
expect 1 "$WITNESSMARK" run --plan twice.json -o twice --inject bits
expect_words err '^--inject: no fault in: gemm.fp16.n64$'
expect_words out \
    '^FAIL  1 of 1 output correct; 2 of 2 injected faults caught '
expect 2 "$WITNESSMARK" run --plan twice.json -o never --inject bits@gemm.fp16.n64

# If the answer cannot be written, the record exists and a wrong output still exits 1.
full() { # STATUS NAME ARGUMENTS...
    local status=$1 name=$2
    shift 2
    "$WITNESSMARK" run --plan plan.json -o "$name" "$@" >/dev/full 2>err </dev/null
    expect_equal "exit with a full output" "$?" "$status"
    expect_words err "^the record is sealed and complete: $name\$"
    expect 0 "$WITNESSMARK" audit "$name"
}
full 2 unsaid
full 1 unsaid-row --inject row
full 2 unsaid-json --json

# Without an answer, --json still prints one object.
for command in show check reverify; do
    expect 2 "$WITNESSMARK" "$command" --json nowhere
    expect_words out "^\{\"schema\":\"witnessmark-$command/1\"," \
        '"status":"trouble","place":"nowhere","error":".*"\}$'
done
expect 2 "$WITNESSMARK" show --json placed gemm.nothing
expect_words out \
    '^\{"schema":"witnessmark-show/1","status":"trouble",.*no claim .gemm.nothing.;'
for arguments in '--operation nope' '--backend nope'; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" selftest --json $arguments
    expect_words out \
        '^\{"schema":"witnessmark-selftest/1","status":"trouble","place":".*","error":".*"\}$'
done
finish
