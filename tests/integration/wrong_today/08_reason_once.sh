# shellcheck shell=bash
# Point 8: where an item has no numbers, its reason is printed once, in lines of the width.
cat >"$WORK/deep.json" <<'END'
{"name": "deep", "repeats": 2, "repeat_seconds": 0.001, "items": [
  {"workload": "attention", "variant": "bf16", "shape": {"b": 1, "h": 1, "s": 16, "d": 300}}]}
END
# The paths of commands are not broken, so this one is short.
(cd "$WORK" && COLUMNS=80 "$WITNESSMARK" run --plan deep.json -o deep >out 2>err)
expect_equal "exit of an item that cannot run" "$?" 3
expect_equal "times that the reason is printed" "$(grep -c 'repeat failed: ' "$WORK/out")" 1
expect_equal "lines beyond 80 columns" "$(awk 'length > 80' "$WORK/out" | wc -l)" 0
