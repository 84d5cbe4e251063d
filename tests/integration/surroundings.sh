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
    "show --markdown $WORK/variables" "audit $WORK/variables" "audit -v $WORK/variables"; do
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
for reader in "show" "audit"; do
    expect 0 "$WITNESSMARK" $reader --json "$WORK/variables"
    expect_words "$WORK/out" "\"warnings\":\\[\\{\"session\":0,\"text\":\"$slow\""
done

for wrong in x -1 1e9 86401 ''; do
    run wrong --wait-quiet "$wrong"
    expect_equal "exit with --wait-quiet '$wrong'" "$?" 2
done
expect_words "$WORK/err" '^witnessmark run: --wait-quiet: needs a number of seconds, at most 86400'

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
