# shellcheck shell=bash
# Point 9: a run of one item says "1 of 1 item".
cat >"$WORK/one.json" <<'END'
{"name": "one", "repeats": 2, "repeat_seconds": 0.001,
 "items": [{"workload": "gemm", "variant": "fp16", "shape": {"n": 64}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/one.json" -o "$WORK/one"
if grep -q '1 of 1 items\|^1 items' "$WORK/out" "$WORK/err"; then
    fail "one item is called items: $(grep -h '1 items' "$WORK/out" "$WORK/err" | head -n 1)"
else
    pass
fi
