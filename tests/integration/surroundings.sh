#!/bin/bash
# A run names the variables and the neighbours that disturb it, and can wait for a quiet machine.
. "$(dirname "$0")/../support/shell.sh"

cat >"$WORK/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 1000}, "repeats": 2}]}
PLAN

# run NAME OPTION...
run() {
    "$WITNESSMARK" run --plan "$WORK/plan.json" -o "$WORK/$1" "${@:2}" >"$WORK/out" 2>"$WORK/err" \
        </dev/null
}

# The closed list: these are facts, a variable beside it is none.
OMP_NUM_THREADS=0 LD_LIBRARY_PATH=/home/ada/lib OPENBLAS_SECRET=hush run variables
expect_equal "exit with variables" "$?" 0
expect_words "$WORK/err" \
    'warning: OMP_NUM_THREADS=0 makes this device slower than it could be; unset it$'
expect_words "$WORK/variables/evidence.jsonl" \
    '"name":"env\.ld_library_path","value":"\.\.\./"\}.*"env\.omp_num_threads","value":"0"\}'
if grep -qE 'hush|home/ada' "$WORK/variables/evidence.jsonl"; then
    fail "a value that the record must not hold"
else
    pass
fi

# An interrupted run is resumed under the same variables only.
mv "$WORK/variables" "$WORK/whole"
mkdir "$WORK/.variables.partial"
head -n 4 "$WORK/whole/evidence.jsonl" >"$WORK/.variables.partial/evidence.jsonl"
OMP_NUM_THREADS=1 LD_LIBRARY_PATH=/home/ada/lib run variables --resume
expect_equal "exit of a resumption under another variable" "$?" 2
expect_words "$WORK/err" 'it was started with another environment'
OMP_NUM_THREADS=0 LD_LIBRARY_PATH=/home/ada/lib run variables --resume
expect_equal "exit of a resumption" "$?" 0

# The warnings are in the record, and each reader shows them.
slow='OMP_NUM_THREADS=0 makes this device slower than it could be; unset it'
expect_equal "warnings of the sessions" "$(grep -F '"kind":"session"' \
    "$WORK/variables/evidence.jsonl" | grep -cF "\"warnings\":[\"$slow\"")" 2
shown=${slow//_/.?_} # Markdown escapes a low line
item=hbm_triad.f32.n1000
for reader in "show $WORK/variables" "show -v $WORK/variables" "show $WORK/variables $item" \
    "show --markdown $WORK/variables" "audit $WORK/variables" "audit -v $WORK/variables" \
    "show $WORK/variables $item.rate" "reverify --product $WORK/variables" \
    "reverify -v --product $WORK/variables"; do
    # shellcheck disable=SC2086
    expect 0 "$WITNESSMARK" $reader
    expect_words "$WORK/out" "before the run: $shown"
    expect_words "$WORK/out" "before resumption 1: $shown"
done
expect 3 "$WITNESSMARK" compare "$WORK/variables" "$WORK/whole"
expect_words "$WORK/out" "^WARNING  A: before the run: $slow"
expect_words "$WORK/out" "^WARNING  A: before resumption 1: $slow"
expect_words "$WORK/out" "^WARNING  B: before the run: $slow"
expect 3 "$WITNESSMARK" compare "$WORK/variables" "$WORK/whole" "$WORK/variables"
expect_words "$WORK/out" '3 of 3 records have warnings before their run'
# shellcheck disable=SC2086
for reader in "show --json $WORK/variables" "show --json $WORK/variables $item" \
    "show --json $WORK/variables $item.rate" "reverify --product --json $WORK/variables" \
    "audit --json $WORK/variables" "audit --json $WORK/variables $WORK/whole" \
    "lineage --json $WORK/variables"; do
    expect 0 "$WITNESSMARK" $reader
    expect_words "$WORK/out" "\"warnings\":\\[\\{\"session\":0,\"text\":\"$slow\""
done
expect 0 "$WITNESSMARK" prove "$WORK/variables" $item.rate
expect_words "$WORK/err" "^WARNING  before the run: $slow"
# Of many records they are counted, as findings are.
expect 0 "$WITNESSMARK" audit "$WORK/variables" "$WORK/whole"
expect_words "$WORK/out" "$WORK/variables.*, [2-9] warnings before the run\$"
expect_words "$WORK/out" '^2 records: 2 valid \(1 with findings, 2 with warnings\)$'
expect 0 "$WITNESSMARK" audit --json "$WORK/variables" "$WORK/whole"
expect_words "$WORK/out" '"valid_with_warnings":2'
expect 0 "$WITNESSMARK" lineage "$WORK/variables" "$WORK/whole"
expect_words "$WORK/out" "$WORK/variables, [2-9] warnings before the run\$"
expect 0 "$WITNESSMARK" lineage -v "$WORK/variables"
expect_words "$WORK/out" "^WARNING  [0-9a-f]{12}: before the run: $slow"
expect_words "$WORK/out" "^WARNING  [0-9a-f]{12}: before resumption 1: $slow"
# What the two records of a differential were warned of, and the prior of a continuation.
expect 0 "$WITNESSMARK" differential "$WORK/variables" "$WORK/whole" -o "$WORK/both"
expect_words "$WORK/out" "^WARNING  prior 1: before the run: $slow"
expect_words "$WORK/out" "^WARNING  prior 1: before resumption 1: $slow"
expect_words "$WORK/out" "^WARNING  prior 2: before the run: $slow"
expect 0 "$WITNESSMARK" show -v "$WORK/both"
expect_words "$WORK/out" "^WARNING  prior 2: before the run: $slow"
expect 0 "$WITNESSMARK" differential --json "$WORK/variables" "$WORK/whole" -o "$WORK/both-json"
expect_words "$WORK/out" "\"record\":\"$WORK/whole\",\"session\":0,\"text\":\"$slow\""

for wrong in x -1 1e9 86401 ''; do
    run wrong --wait-quiet "$wrong"
    expect_equal "exit with --wait-quiet '$wrong'" "$?" 2
done
expect_words "$WORK/err" '^witnessmark run: --wait-quiet: needs a number of seconds, at most 86400'

# A process to which the time stamp counter is forbidden measures without it.
if [ "$(uname -m)" = x86_64 ] && ! grep -qa __asan_init "$WITNESSMARK" &&
    cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/no_tsc.so" "$ROOT/tests/fakes/no_tsc.c" &&
    printf 'int main(void) { return 0; }\n' >"$WORK/nothing.c" &&
    cc -static -o "$WORK/nothing" "$WORK/nothing.c"; then
    forbidden='clock_tsc":{"reason":"the time stamp counter may not be read"}'
    LD_PRELOAD=$WORK/no_tsc.so run forbidden
    expect_equal "exit without the counter" "$?" 0
    expect_equal "repeats without the counter" \
        "$(grep -cF "$forbidden" "$WORK/forbidden/evidence.jsonl")" 2
    expect_valid "$WORK/forbidden"
    expect 0 env LD_PRELOAD="$WORK/no_tsc.so" "$WITNESSMARK" wrap -o "$WORK/forbidden-wrap" \
        --warmup 0 --repeats 2 -- "$WORK/nothing"
    reason='"clock_tsc":null.*clock_tsc: the time stamp counter may not be read'
    expect_equal "runs without the counter" \
        "$(grep -c "$reason" "$WORK/forbidden-wrap/evidence.jsonl")" 2
    expect_valid "$WORK/forbidden-wrap"
else
    skip "a forbidden time stamp counter: needs x86-64, a C compiler and a static libc"
fi

# Neighbours on every processor.
neighbours=()
for _ in $(seq $((2 * $(nproc)))); do
    (while :; do :; done) &
    neighbours+=($!)
done
run busy
expect_equal "exit on a busy machine" "$?" 0
expect_words "$WORK/err" \
    '^witnessmark run: warning: the machine is busy: .*; --wait-quiet SECONDS waits$'
expect_words "$WORK/out" '^WARNING  before the run: the machine is busy: '
start=$SECONDS
run waited --wait-quiet 2
expect_equal "exit after the wait" "$?" 0
[ $((SECONDS - start)) -ge 2 ] && pass || fail "--wait-quiet 2 did not wait"
expect_words "$WORK/err" \
    '^witnessmark run: warning: the machine is busy: .*; rates may be too low$'
run json --json
expect_words "$WORK/out" '"warnings":\[.*\{"session":0,"text":"the machine is busy: [^"]+"'
kill "${neighbours[@]}"
wait "${neighbours[@]}" 2>/dev/null
finish
