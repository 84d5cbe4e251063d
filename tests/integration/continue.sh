#!/bin/bash
# `run --continue`: items, nonce and name of the prior; links; refusals.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
cat >plan.json <<'PLAN'
{"name": "tiny", "nonce": "ab12", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 16, "n": 24, "k": 8}, "repeats": 2},
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}, "repeats": 2}]}
PLAN

# valid RECORD: the program, verify.c and verify_graph.py find it valid, with one answer.
valid() {
    expect 0 "$WITNESSMARK" audit -v "$1"
    cp out answer
    expect 0 "$BUILD/code/verify" "$1"
    expect_equal "verify.c's answer on $1" "$(cat out)" "$(cat answer)"
    if command -v python3 >/dev/null; then
        expect 0 python3 "$1/code/verify_graph.py" "$1"
        expect_equal "verify_graph.py's answer on $1" "$(cat out)" "$(cat answer)"
    else
        skip "python3 is not installed"
    fi
}

# claim RECORD NAME: the text of a claim.
claim() {
    grep -F "\"name\":\"$2\"" "$1/evidence.jsonl" | sed -n 's/.*"text":"\([^"]*\)".*/\1/p'
}

# nothing NAME: no record and no unfinished one has this name.
nothing() {
    if [ -e "$1" ] || [ -e ".$1.partial" ]; then fail "$1 was begun"; else pass; fi
}

expect 0 "$WITNESSMARK" run --plan plan.json -o first
expect 0 "$WITNESSMARK" run --continue first -o second
valid second
cmp -s first/evidence.jsonl second/prior/1.jsonl && pass || fail "prior/1.jsonl has other bytes"
expect_words second/evidence.jsonl '"name":"tiny","nonce":"ab12",'
root=$(tail -n 1 first/evidence.jsonl | sha256sum | cut -d ' ' -f 1)
expect_equal "the root that is continued" \
    "$(sed -n 2p second/evidence.jsonl | grep -o '"continues":\["[0-9a-f]*"\]')" \
    "\"continues\":[\"$root\"]"
expect_equal "revisits of equal outputs" "$(grep -c '"kind":"revisit"' second/evidence.jsonl)" 0
expect_equal "identical outputs" "$(claim second prior.1.identical)" 2
expect_equal "methods" "$(claim second link.1.gemm.int8.n32.methods)" same
expect_equal "recovered" "$(claim second prior.1.recoverable_fraction)" '100.000 %'
expect 0 "$WITNESSMARK" show second
root12=$(tail -n 1 first/evidence.jsonl | sha256sum | cut -c 1-12)
expect_words "$WORK/out" "^prior 1: $root12, .* \\(cpu\\)\$"
expect_words "$WORK/out" '^links: 2; 2 identical, 0 within rounding, 0 different, 0 not comparable$'
expect_words "$WORK/out" '^evidence preserving: partial: class undetermined$' # 2 repeats
expect_words "$WORK/out" '^gemm.int8.n32(\[[0-9]+\])? +identical +0 +0 '
expect_equal "claims of links, each in a line" "$(grep -c '^link\.1\.' "$WORK/out")" 0
expect 0 "$WITNESSMARK" reverify --product second
expect 3 "$WITNESSMARK" audit second/evidence.jsonl

# A part of it, with other repeats, in a chain.
expect 3 "$WITNESSMARK" run --continue second --item gemm.int8.n32 --repeats 3 --seconds 0.002 \
    -o third
expect_words out '^INCONCLUSIVE  1 of 1 output correct; evidence of prior.1 preserved: partial: not'
valid third
expect_equal "evidence" "$(claim third prior.1.evidence_preserving)" 'partial: not compared'
expect_words third/evidence.jsonl '"repeat_seconds":0.002,'
expect_equal "repeats" "$(grep -c '"kind":"workload"' third/evidence.jsonl)" 3
expect_equal "items left out" "$(claim third prior.1.not_comparable)" 1

expect 3 "$WITNESSMARK" run --json --continue second --item gemm.int8.n32 -o third-json
expect_json "$WORK/out" \
    'answer["causes"] == ["evidence of prior.1 preserved: partial: not compared"]'
expect 0 "$WITNESSMARK" run --json --continue second -o whole-json
expect_json "$WORK/out" 'answer["status"] == "pass" and answer["causes"] == []'

# Items that take too long are not started. They count as not comparable.
expect 3 "$WITNESSMARK" run --continue first --item-seconds 0.000001 -o short
valid short
expect_words short/evidence.jsonl '"reason":"not started: by its work and the rate here it takes '
expect_equal "items that were not started" "$(claim short prior.1.not_comparable)" 2
expect_equal "floors that are lost" "$(claim short prior.1.floors_recovered)" 0
expect 0 "$WITNESSMARK" run --continue first --item-seconds 3600 -o long

# The time for an item ends between two repeats: the rest is not started, and has the reason.
expect 3 "$WITNESSMARK" run --continue first --item gemm.int8.n32 --repeats 320 --seconds 0.001 \
    --item-seconds 1 -o late
valid late
started=$(grep -c '"status":"ok"' late/evidence.jsonl)
[ "$started" -ge 1 ] && [ "$started" -lt 320 ] && pass ||
    fail "$started of 320 repeats were started"
expect_equal "repeats that were not started" "$(grep -c \
    "\"reason\":\"not started: --item-seconds 1 ended before repeat $((started + 1)) of 320\"" \
    late/evidence.jsonl)" $((320 - started))
expect_equal "a link of it" "$(claim late link.1.gemm.int8.n32.agreement)" identical
expect_equal "its rates" "$(claim late link.1.gemm.int8.n32.rate_ratio)" n/a

# Wrong words on the command line.
expect 2 "$WITNESSMARK" run --continue first --item gemm.int8.n33 -o other
expect_words "$WORK/err" "the prior has no item 'gemm.int8.n33'; nearest: gemm.int8.n32, "
for option in --repeats --seconds --item-seconds; do
    expect 2 "$WITNESSMARK" run --continue first $option 0 -o other
    expect_words "$WORK/err" "$option: needs a number"
done
expect 2 "$WITNESSMARK" run --continue first --plan quick -o other
expect_words "$WORK/err" "--plan: cannot be given with --continue"
expect 2 "$WITNESSMARK" run --continue first --nonce ab -o other
expect 2 "$WITNESSMARK" run --continue first --inject bit -o other
expect 2 "$WITNESSMARK" run --continue first/evidence.jsonl -o other
expect_words "$WORK/err" "name the record's folder"
expect 2 "$WITNESSMARK" run --continue absent -o other
nothing other

# A prior that is invalid, of another format, unfinished, or without items.
cp -r first damaged
sed -i '4s/"repeat":0/"repeat":1/' damaged/evidence.jsonl
expect 1 "$WITNESSMARK" run --continue damaged -o other
expect_words "$WORK/err" '^witnessmark run: damaged: invalid '
expect 1 "$WITNESSMARK" run --json --continue damaged -o other
expect_json "$WORK/out" 'answer["status"] == "invalid" and "evidence.jsonl" in answer["place"]'
for minor in 0 9; do
    rm -rf damaged
    cp -r first damaged
    sed -i "\$s#witnessmark/1\\.[0-9]*#witnessmark/1.$minor#" damaged/evidence.jsonl
    expect 3 "$WITNESSMARK" run --continue damaged -o other
done
mkdir unfinished
head -n 6 first/evidence.jsonl >unfinished/evidence.jsonl
expect 3 "$WITNESSMARK" run --continue unfinished -o other
expect_words "$WORK/err" '\[unfinished\]'
expect 0 "$WITNESSMARK" differential first second -o both
expect 2 "$WITNESSMARK" run --continue both -o other
expect_words "$WORK/err" 'has no items, so no run can continue it'
nothing other

# A prior whose outputs are made up: all workloads are compared at the prior's places.
if command -v python3 >/dev/null && [ -x "$BUILD/tests/tools/seal_lines" ]; then
    expect 0 python3 "$ROOT/tests/support/continue_record.py" --seal \
        "$BUILD/tests/tools/seal_lines" invented
    expect 1 "$WITNESSMARK" run --continue invented -o real
    expect_words "$WORK/out" '^FAIL  .* findings? about links to the prior'
    valid real
    revisits=$(grep -c '"kind":"revisit"' real/evidence.jsonl)
    expect_equal "outputs that differ" "$(claim real prior.1.different)" "$revisits"
    [ "$revisits" -ge 10 ] && pass || fail "only $revisits revisits"
    expect_equal "evidence preserved" "$(claim real prior.1.evidence_preserving)" no
    expect 0 "$WITNESSMARK" reverify --product --only gemm.int8 real
    # The places of the prior are recomputed like other openings. Links are not re-verified.
    expect 3 "$WITNESSMARK" reverify -v real
    expect_words "$WORK/out" '^links to 1 prior record: not re-verified; the audit recomputes them'
    places=$(sed -nE "s/^([0-9]+) of \1 chunks at a prior's places agree\$/\1/p" "$WORK/out")
    expect_equal "chunks at the prior's places" "$places" \
        "$(grep '"kind":"revisit"' real/evidence.jsonl | grep -o '"matrix_path"' | grep -c .)"
    expect_words "$WORK/out" '^0 reproduced, 14 spot-checked, 1 caught, 0 differ, 1 not checked'
    expect 3 "$WITNESSMARK" reverify --json real
    expect_json "$WORK/out" 'answer["priors"] == 1 and "not re-verified" in answer["links"]'
else
    skip "python3 or tests/tools/seal_lines is not there"
fi
finish
