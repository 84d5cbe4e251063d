# A run that ended before its plan was on the disk never leads to the run of another plan.
# 9be32b7: after a kill before line 1 or 2, `run --resume -o rec` started the whole default plan,
# `audit` advised it, and `run -o rec` was refused.

early=$(mktemp -d "$WORK/early-XXXXXX")
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$early/shim.so" "$ROOT/tests/integration/crash_shim.c" \
    -ldl || exit 2
mkdir "$early/records"
cat >"$early/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 64}, "repeats": 2}]}
PLAN
early_run() {
    env "$1" WM_SHIM_FOLDER="$early/records" LD_PRELOAD="$early/shim.so" "$WITNESSMARK" run \
        --plan "$early/plan.json" -o "$early/records/rec" >"$WORK/out" 2>"$WORK/err" </dev/null
}
has_plan() {
    [ "$(cat "$early/records/.rec.partial/evidence.jsonl" 2>/dev/null | wc -l)" -ge 2 ]
}
clear_early() {
    rm -rf "$early/records/rec" "$early/records/.rec.partial"
}
# Killed at each call until the plan is there.
points=0
for ((i = 1; i <= 20; i++)); do
    (early_run WM_SHIM_KILL=$i) 2>/dev/null
    has_plan && break
    points=$((points + 1))
    if [ -d "$early/records/.rec.partial" ]; then
        # The default plan takes minutes.
        expect 2 timeout 20 "$WITNESSMARK" run --resume -o "$early/records/rec"
        expect_words "$WORK/err" 'was interrupted before its plan was saved; repeat the first '
        "$WITNESSMARK" audit "$early/records/.rec.partial" >"$WORK/out" 2>"$WORK/err"
        expect_equal "advice of audit at call $i" "$(grep -c 'run --resume -o' "$WORK/err")" 0
    fi
    expect 0 "$WITNESSMARK" run --plan "$early/plan.json" -o "$early/records/rec"
    expect 0 "$WITNESSMARK" audit "$early/records/rec"
    [ ! -e "$early/records/.rec.partial" ] && pass || fail "the partial is still there"
    clear_early
done
[ "$points" -ge 4 ] && pass || fail "only $points kills came before the plan"
# The first command with --resume names the plan, so it may begin it.
clear_early
(early_run WM_SHIM_KILL=4) 2>/dev/null
expect 0 "$WITNESSMARK" run --resume --plan "$early/plan.json" -o "$early/records/rec"
# A full disk at each of these calls leaves no partial and no hint.
for ((i = 1; i <= points; i++)); do
    clear_early
    early_run WM_SHIM_FULL=$i
    expect_equal "exit with a full disk at call $i" "$?" 2
    expect_words "$WORK/err" 'No space left on device'
    expect_equal "hint with a full disk at call $i" "$(grep -c 'Resume with' "$WORK/err")" 0
    [ ! -e "$early/records/.rec.partial" ] && pass || fail "full at call $i left a partial"
done
