# shellcheck shell=bash
# Point 1: the hint after Ctrl-C, as audit gives it, does not resume a plan that is not the default.
# interrupted NAME OPTION...: a run that gets SIGINT after its first repeats.
interrupted() {
    local name=$1
    shift
    (cd "$WORK" && exec "$WITNESSMARK" run "$@" -o "$name") >"$WORK/out" 2>"$WORK/err" </dev/null &
    local run=$!
    wait_until has_lines "$WORK/.$name.partial/evidence.jsonl" 5
    kill -INT "$run" 2>/dev/null
    wait "$run"
}
cat >"$WORK/cut.json" <<'END'
{"name": "cut", "repeats": 60, "repeat_seconds": 0.05, "items": [
 {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 4096}}]}
END
interrupted cut --plan cut.json --nonce 0f --threads 1
hint=$(grep -o 'witnessmark run .*--resume.*' "$WORK/err" | head -n 1)
[ -n "$hint" ] && pass || fail "no hint after an interrupt: $(cat "$WORK/err")"
# The plan's file is not needed: the record has the plan, the nonce and the options.
rm "$WORK/cut.json"
(
    cd "$WORK" || exit 2
    PATH=$(dirname "$WITNESSMARK"):$PATH
    eval "$hint"
) >"$WORK/out" 2>"$WORK/err" </dev/null
status=$?
expect_equal "exit of the pasted hint ($hint): $(head -c 200 "$WORK/err")" "$status" 0
expect 0 "$WITNESSMARK" audit "$WORK/cut"
