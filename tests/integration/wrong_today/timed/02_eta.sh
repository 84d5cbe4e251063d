# shellcheck shell=bash
# Point 2: the time left counts every phase, and its line names the phase.
cat >"$WORK/mix.json" <<'PLAN'
{"name": "mix", "repeats": 6, "repeat_seconds": 0.2, "items": [
 {"workload": "gemm", "variant": "fp16", "shape": {"n": 1024}},
 {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 16777216}},
 {"workload": "random_access", "variant": "bandwidth",
  "shape": {"n": 134217728, "lanes": 65536, "steps": 256}},
 {"workload": "gemm", "variant": "f64", "shape": {"n": 1024}},
 {"workload": "reduction", "variant": "default", "shape": {"n": 16777216}}]}
PLAN
begin=$EPOCHREALTIME
"$WITNESSMARK" run --plan "$WORK/mix.json" -o "$WORK/mix" 2>&1 >"$WORK/out" </dev/null |
    while IFS= read -r line; do
        printf '%s %s\n' "$EPOCHREALTIME" "$line"
    done >"$WORK/lines"
# From a fifth of the run on: 25 %, and half a second because a line has whole seconds.
awk -v begin="$begin" -v end="$EPOCHREALTIME" '
    match($0, /about [0-9:]+ left/) {
        seconds = 0
        count = split(substr($0, RSTART + 6, RLENGTH - 11), part, ":")
        for (i = 1; i <= count; i++)
            seconds = 60 * seconds + part[i]
        left = end - $1
        if ($1 - begin < (end - begin) / 5 || left < 2)
            next
        off = seconds > left ? seconds - left : left - seconds
        lines++
        if (off > 0.25 * left + 0.5)
            printf "%.1f s are left, the line says %s; ", left, substr($0, RSTART, RLENGTH)
    }
    END { if (lines < 2) print "fewer than 2 lines" }' "$WORK/lines" >"$WORK/wrong"
if grep -q 'busy' "$WORK/lines" "$WORK/out"; then
    skip "the time left: the machine is busy"
elif [ -s "$WORK/wrong" ]; then
    fail "the time left: $(cat "$WORK/wrong")"
else
    pass
fi

if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    TERM=xterm script -qec "'$WITNESSMARK' run --plan quick -o '$WORK/bar'" /dev/null \
        >"$WORK/bar.out" 2>&1 </dev/null
    expect_words "$WORK/bar.out" 'left, gemm\.fp16\.n128 (filling operands|warm-up|calibration)'
else
    skip "the phase in a line: script(1) makes no terminal here"
fi
