# A record gets its final name only after an audit of what is on the disk.
# 9be32b7: a byte that the disk changed in a write was sealed under the final name, exit 2 and "the
# audit refuses it" afterwards.

bent=$(mktemp -d "$WORK/bent-XXXXXX")
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$bent/shim.so" "$ROOT/tests/integration/crash_shim.c" -ldl ||
    exit 2
mkdir "$bent/records"
cat >"$bent/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 64}, "repeats": 2}]}
PLAN
# bent_run NAME=VALUE RECORD: a run whose disk fails.
bent_run() {
    env "$1" WM_SHIM_FOLDER="$bent/records" LD_PRELOAD="$bent/shim.so" "$WITNESSMARK" run \
        --plan "$bent/plan.json" -o "$bent/records/$2" >"$WORK/out" 2>"$WORK/err" </dev/null
}
bent_run WM_SHIM_COUNT="$bent/calls" whole
expect_equal "exit of an undisturbed run" "$?" 0
calls=$(cat "$bent/calls" 2>/dev/null || echo 0)
[ "$calls" -ge 20 ] && pass || fail "only $calls calls were counted: the shim does not work"
refused=0
for ((i = 1; i <= calls; i++)); do
    bent_run WM_SHIM_BENT=$i "bent$i"
    status=$?
    if [ -e "$bent/records/bent$i" ]; then
        expect 0 "$WITNESSMARK" audit "$bent/records/bent$i"
        continue
    fi
    expect_equal "exit with a bent write $i" "$status" 2
    expect_words "$WORK/err" 'not sealed: what is on the disk does not audit: ' \
        '[a-z0-9_./]+(:[0-9]+)?: \['
    [ -d "$bent/records/.bent$i.partial" ] && pass || fail "the partial of bent$i is gone"
    refused=$((refused + 1))
done
[ "$refused" -ge 8 ] && pass || fail "only $refused bent writes were noticed"
