# shellcheck shell=bash
# Point 4: help and tables keep within 80 columns; tables follow COLUMNS.
# widest FILE: the columns of its longest line.
widest() {
    LC_ALL=C.UTF-8 awk '{ if (length($0) > most) most = length($0) } END { print most + 0 }' "$1"
}
cat >"$WORK/wide.json" <<'PLAN'
{"name": "wide", "repeats": 6, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
 {"workload": "attention", "variant": "bf16", "shape": {"b": 1, "h": 2, "s": 64, "d": 32}}]}
PLAN
for command in run audit show reverify differential lineage prove check canon list selftest; do
    "$WITNESSMARK" "$command" --help >"$WORK/out" 2>&1
    [ "$(widest "$WORK/out")" -le 80 ] && pass ||
        fail "$command --help has $(widest "$WORK/out") columns"
done
"$WITNESSMARK" run --plan "$WORK/wide.json" -o "$WORK/wide" >"$WORK/out" 2>&1 </dev/null
for columns in 60 80; do
    (cd "$WORK" && COLUMNS=$columns "$WITNESSMARK" show wide >out) # no long path in its lines
    [ "$(widest "$WORK/out")" -le "$columns" ] && pass ||
        fail "show at $columns columns has $(widest "$WORK/out")"
done
