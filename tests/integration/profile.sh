#!/bin/bash
# A profile in a run: sealed, shown, continued and recalled; a device that has none; a run that is
# killed at each write.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

cat >plan.json <<'PLAN'
{"name": "tiny", "repeats": 4, "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
  {"workload": "profile", "variant": "cores", "shape": {"steps": 1024}}]}
PLAN

# What a plan may not ask of a profile.
refused() {
    printf '{"name": "bad", "items": [{"workload": "profile", "variant": "cores", %s}]}' "$2" \
        >bad.json
    expect 2 "$WITNESSMARK" run --plan bad.json -o bad
    expect_words err "$1"
}
refused 'items\[0\]\.shape\.steps: must be 64 to 1048576' '"shape": {"steps": 63}'
refused 'items\[0\]\.shape\.steps: must be 64 to 1048576' '"shape": {"steps": 1048577}'
refused 'items\[0\]\.fault.*a profile has no output and no fault' \
    '"shape": {"steps": 64}, "fault": {"kind": "bit", "when": "repeats"}'
expect 0 "$WITNESSMARK" list
expect_words out '^ *--plan signature '
expect_words out '^ *profile +l2 +steps$'

# Units of the other kind of device, and a process that may use one processor only.
sed 's/cores/l2/' plan.json >other.json
expect 3 "$WITNESSMARK" run --plan other.json -o other
expect_words out '^INCONCLUSIVE  .*0 of 1 profile measured'
# One processor has no profile of its own kind either.
if [ "$(nproc)" -gt 1 ]; then
    expect_words out 'repeat failed: profile\.l2 is a profile of another kind of device'
    expect_words out 'another kind of device: this one measures ns'
else
    expect_words out 'repeat failed: .*this process may use one processor only'
fi
expect 0 "$WITNESSMARK" audit other
expect 3 taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')" \
    "$WITNESSMARK" run --plan plan.json -o alone
expect_words out 'this process may use one processor only'
expect 0 "$WITNESSMARK" audit alone

if [ "$(nproc)" -lt 2 ]; then
    skip "one processor has no pairs"
    finish
    exit
fi

expect 0 "$WITNESSMARK" run --plan plan.json -o first
expect_words out '^PASS  1 of 1 output correct; 1 of 1 profile measured'
expect_words out '^profile\.cores\.s1024 +[0-9]+ '
expect 0 "$WITNESSMARK" audit first
expect 0 "$WITNESSMARK" show first profile.cores.s1024.spread
expect_words out 'profile\.cores\.s1024\.spread'
tables=$(grep -o '"allocation":[0-9]*' first/evidence.jsonl | sort | uniq -c)
expect_equal "tables that were read" "$(awk '{print $1, $2}' <<<"$tables")" \
    "$(printf '2 "allocation":0\n2 "allocation":1')"

# A continuation recalls the profile, alone too.
expect 0 "$WITNESSMARK" run --continue first -o second
expect_words out '^Recalls: the profiles of a prior, measured here$'
expect 0 "$WITNESSMARK" audit second
expect 3 "$WITNESSMARK" run --continue first --item profile.cores.s1024 -o third
expect 0 "$WITNESSMARK" audit third
expect 2 "$WITNESSMARK" run --continue first --repeats 65 -o many
expect_words err '^witnessmark run: --repeats: profile\.cores\.s1024 has at most 64 repeats$'
[ -e .many.partial ] && fail "a refused run left something" || pass
expect_equal "claims of the recall" "$(grep -c '"name":"link\.1\.profile\.' third/evidence.jsonl)" 3
if command -v python3 >/dev/null; then
    for record in first second third other; do
        expect 0 python3 "$record/code/verify_graph.py" "$record"
    done
    expect 0 "$ROOT/tools/signature" first second third
    expect_words out '^cpu, .*: 3 profiles of 1 parts'
fi
if [ "$(nproc)" -eq 2 ]; then
    # One pair: without its mean nothing is left.
    expect 0 "$WITNESSMARK" show second
    expect_words out '^profile\.cores\.s1024 +1 .*not discriminating'
    expect_words out 'no key there$'
fi

expect 3 "$WITNESSMARK" reverify -v first
expect_words out '^profile\.cores\.s1024 +not checked'
expect_words out 'not checked, a profile: it has no output'

# A run that is killed goes on with the repeats that are missing, on other tables.
cc -shared -fPIC -O1 -D_GNU_SOURCE -o shim.so "$ROOT/tests/integration/crash_shim.c" -ldl || exit 2
sed '/gemm/d' plan.json >short.json
mkdir records
export WM_SHIM_FOLDER=$WORK/records
shimmed() {
    (
        export "$1" LD_PRELOAD=$WORK/shim.so
        shift
        "$WITNESSMARK" run --plan short.json -o "records/$1" "${@:2}" >words 2>&1 </dev/null
    ) 2>/dev/null
}
shimmed WM_SHIM_COUNT="$WORK/calls" whole
expect_equal "exit of an undisturbed run" "$?" 0
for ((i = 1; i <= $(cat calls); i++)); do
    shimmed WM_SHIM_KILL=$i "at$i"
    expect_equal "exit of a run killed at call $i" "$?" 137
    if [ ! -e "records/at$i" ]; then
        resume=
        [ -e "records/.at$i.partial" ] && resume=--resume
        shimmed WM_SHIM_NONE=1 "at$i" $resume
        expect_equal "exit of the run that goes on after call $i" "$?" 0
    fi
    expect 0 "$WITNESSMARK" audit "records/at$i"
    allocations=$(grep -o '"allocation":[0-9]*' "records/at$i/evidence.jsonl" | sed 's/.*://')
    expect_equal "order of the tables after call $i" "$(sort -n <<<"$allocations")" "$allocations"
    rm -rf "records/at$i"
done
finish
