# shellcheck shell=bash
# Point 9: no FAIL is green; faults of --inject are counted apart from those of the plan.
cat >"$WORK/faulty.json" <<'END'
{"name": "faulty", "repeats": 2, "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 2000},
   "fault": {"kind": "tile", "when": "repeats"}},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 1000},
   "fault": {"kind": "row", "when": "transcript"}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/faulty.json" --color always -o "$WORK/faulty"
expect_equal "green lines with FAIL" "$(grep -c $'\033\[32m[^\033]*FAIL' "$WORK/out")" 0
expect 1 "$WITNESSMARK" run --plan "$WORK/faulty.json" --inject bits@gemm.fp16.n64 \
    -o "$WORK/one_more"
expect_words "$WORK/out" '1 of 1 injected fault caught; 2 of 2 planned faults caught'
