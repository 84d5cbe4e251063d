#!/bin/bash
# screen: its states, its forms and its exit statuses, on a CPU whose BLAS is bent. It needs the
# machine for itself: a screen that others starve compares less, and says so.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
export XDG_STATE_HOME=$WORK/home

# screen EXIT NAME FAULT OPTIONS...: a screen with this fault of the BLAS; its record is NAME.
screen() {
    local wanted=$1 name=$2 fault=$3
    shift 3
    rm -rf "$name" "$name".*
    expect "$wanted" env WM_BENT_BLAS="$fault" WM_BENT_RECORD="$PWD/$name.once" \
        LD_PRELOAD="$PWD/bent_blas.so" "$WITNESSMARK" screen --backend cpu -o "$name" "$@"
    [[ "$*" = *ocp* ]] || [ "$(head -n 1 out | wc -L)" -le 80 ] && pass ||
        fail "the first line is too long"
}

cc -shared -fPIC -O1 -D_GNU_SOURCE -o bent_blas.so "$ROOT/tests/fakes/bent_blas.c" -ldl -lm ||
    fail "bent_blas.c does not compile"

# ---- a sound device ------------------------------------------------------------------------------

begin=$SECONDS
expect 0 "$WITNESSMARK" screen --backend cpu --state state --budget 20s -o sound --reason-fd 3 \
    --prom sound.prom 3>reason
[ $((SECONDS - begin)) -le 20 ] && pass || fail "it took $((SECONDS - begin)) s of 20"
expect_words out '^OK cpu [0-9]+ outputs right, [0-9]+ of 12 items$'
expect_equal "the reason" "$(cat reason)" "$(head -n 1 out)"
expect_valid sound "$ROOT/code"
expect 0 "$WITNESSMARK" show sound
expect_words out '^light record: no openings$'
grep -qE '^witnessmark_screen_state\{device="cpu",uuid="",state="ok"\} 1$' sound.prom && pass ||
    fail "no state in the metrics"
expect_equal "root in a label" "$(grep -c root sound.prom)" 0
expect_equal "files beside the metrics" "$(ls -A | grep -c '^\.sound')" 0

# What was left out comes first the next time: the first items differ, or all did fit.
expect 0 "$WITNESSMARK" screen --backend cpu --state state --budget 20s -o next --format json
expect_json out 'answer["schema"] == "witnessmark-screen/1" and answer["status"] == "ok"'
expect_json out 'answer["devices"][0]["device"] == "cpu" and answer["devices"][0]["wrong"] == 0'
expect_json out 'len(answer["devices"][0]["items"]) == 12'
expect_json out 'all(i["complete"] or i["reason"] for i in answer["devices"][0]["items"])'
python3 - "$WORK/state/cpu.json" <<'EOF' && pass || fail "the state's file"
import json, sys
state = json.load(open(sys.argv[1]))
assert state['schema'] == 'witnessmark-screen-state/1' and state['success_at'] > 1e9
assert all(item['last_at'] > 1e9 and item['took_s'] > 0 for item in state['items'])
EOF

# Without -o the record is in the state folder.
expect 0 "$WITNESSMARK" screen --backend cpu --state state --budget 20s -q
expect_equal "lines with -q" "$(wc -l <out)" 1
expect_equal "records" "$(ls state/records | wc -l)" 1

# ---- wrong devices -------------------------------------------------------------------------------

screen 1 always low --state s1 --budget 30s
expect_words out \
    '^WRONG cpu gemm\.[a-z0-9_]+\.n1024(\.soak)? row 512 column 512, confirmed [12] of [12]$'
expect_words out '^tried again, (same|new) inputs: WRONG'
expect_valid always "$ROOT/code"
expect 0 "$WITNESSMARK" audit always.new-inputs
[ -e always.new-inputs/code/verify.c ] && pass || fail "the record of a try is no whole one"
cmp -s <(grep -o '"nonce":"[^"]*"' always/evidence.jsonl | head -n 1) \
    <(grep -o '"nonce":"[^"]*"' always.new-inputs/evidence.jsonl | head -n 1) &&
    fail "a try with new inputs has the same nonce" || pass
cmp -s <(grep -o '"nonce":"[^"]*"' always/evidence.jsonl | head -n 1) \
    <(grep -o '"nonce":"[^"]*"' always.same-inputs/evidence.jsonl | head -n 1) && pass ||
    fail "a try with the same inputs has another nonce"

# One product in 50, in its lowest bit, is found; whether a try sees another one is chance.
rm -rf rare*
WM_BENT_BLAS=rare LD_PRELOAD=$PWD/bent_blas.so "$WITNESSMARK" screen --backend cpu -o rare \
    --state s2 --budget 2m >out 2>err
expect_words out '^(WRONG|SUSPECT) cpu gemm\..*, (confirmed [012] of [12]|not tried again)$'
# A device that was wrong in one process alone is no more than suspect.
screen 3 once once --state s3 --budget 30s
expect_words out '^SUSPECT cpu gemm\..*, (confirmed 0 of [12]|not tried again)$'
screen 2 nagios low --state s4 --budget 20s --exit nagios

# A device that hangs: an answer within the budget, and what did not run.
begin=$SECONDS
screen 2 hangs hang --state s5 --budget 12s
[ $((SECONDS - begin)) -le 12 ] && pass || fail "it took $((SECONDS - begin)) s of 12"
expect_words out '^TROUBLE cpu no answer within [0-9]+ s$'
expect_words out '^not run: gemm\.fp16_exact\.n1024\.soak: the device left no record$'
pgrep -f "$PWD/hangs" >/dev/null && fail "a process that hangs is left" || pass

# A GPU that was screened here and is not listed any more is named, unless the CPU is asked for.
mkdir gone && echo '{}' >gone/GPU-1a2b3c4d.json
expect 3 "$WITNESSMARK" screen --state gone --budget 10s -o without
expect_words out '^INCONCLUSIVE GPU-1a2b3c4d was screened here before and is not listed now'
expect 0 "$WITNESSMARK" screen --state gone --budget 20s --backend cpu -o cpu-alone

# ---- OCP -----------------------------------------------------------------------------------------

screen 1 lines low --state s6 --budget 20s --format ocp
# The schema is json_spec/output of github.com/opencomputeproject/ocp-diag-core.
if [ -d "${OCP_SCHEMA:-}" ] && python3 -c 'import jsonschema, referencing' 2>/dev/null; then
    python3 "$ROOT/tests/support/check_ocp.py" "$OCP_SCHEMA" out && pass ||
        fail "the lines do not pass the schema"
else
    skip "no \$OCP_SCHEMA with the schema, or no jsonschema of 4.18 for Python"
fi
expect_words out '"type":"FAIL"'

# ---- a record from before ------------------------------------------------------------------------

# A path with a record, or with one of a try, is refused before anything is measured.
for left in always always.new-inputs; do
    mkdir -p again && rm -rf again/* && cp -r always.new-inputs "again/$left"
    expect 2 "$WITNESSMARK" screen --backend cpu --state s7 --budget 20s -o again/always
    expect_words err "^witnessmark screen: again/$left: exists already; a record is never replaced"
    expect_equal "lines of a screen that did not begin" "$(wc -c <out)" 0
done
expect 2 "$WITNESSMARK" screen --backend cpu --state s7 --budget 20s -o nofolder/record
expect_words err '^witnessmark screen: nofolder/record: cannot open its folder'

# ---- other statuses ------------------------------------------------------------------------------

flock -F state/lock sleep 30 & # it waits: the probe below takes the lock for a moment
holder=$!
wait_until sh -c '! flock -n state/lock true'
expect 3 "$WITNESSMARK" screen --backend cpu --state state --budget 10s
expect_words out '^BUSY cpu another screen is running: nothing was run$'
expect 3 "$WITNESSMARK" screen --state state --budget 10s
expect_words out '^BUSY node another screen is running: nothing was run$'
kill "$holder" 2>/dev/null
wait "$holder" 2>/dev/null
for bad in --budget=20 --budget=4s --format=xml --exit=other --reason-fd=99 --nonce=XY \
    --baseline=none.json --backend=nosuch; do
    expect 2 "$WITNESSMARK" screen --state state "$bad"
    expect_equal "lines for $bad" "$(wc -l <err)" 1
    # Of a plugin 2 is a wrong device, and nothing else.
    [[ $bad = --exit* ]] || expect 3 "$WITNESSMARK" screen --state state "$bad" --exit nagios
done
expect 3 "$WITNESSMARK" screen --backend cpu --state state --budget 30s --exit=nagios -q \
    --prom nofolder/prom
expect_words out '^OK cpu '
if [ -w /dev/full ]; then
    "$WITNESSMARK" screen --backend cpu --state state --budget 30s --exit=nagios >/dev/full 2>err
    expect_equal "status where nothing can be printed" $? 3
fi
expect 2 "$WITNESSMARK" screen --state /proc/none
expect_words err '^witnessmark screen: /proc/none: cannot be made: '
expect 3 "$WITNESSMARK" screen --backend cpu --device 7 --state state --budget 10s
expect_words out '^NOT APPLICABLE 7 no device has this name$'
expect 3 "$WITNESSMARK" screen --backend cpu --device 7,7 --state state --budget 10s --prom twice
expect_equal "series of a device that was asked for twice" \
    "$(grep -c '^witnessmark_screen_last_run_timestamp_seconds{' twice)" 1
finish
