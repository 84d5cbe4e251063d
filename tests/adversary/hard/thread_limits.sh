# The number of threads respects the limits of OpenMP and of the system, and is the same in every
# product.
# 9be32b7: OMP_THREAD_LIMIT=1, OMP_DYNAMIC=true and OMP_MAX_ACTIVE_LEVELS=0 hung `run` at 100 % in a
# product of OpenBLAS, and SIGTERM did not end it.

limits=$(mktemp -d "$WORK/limits-XXXXXX")
cat >"$limits/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "f32", "shape": {"m": 320, "n": 320, "k": 320}, "repeats": 2}]}
PLAN
[ "$(nproc)" -gt 1 ] || skip "one processor: no limit leaves fewer threads"
threads_of() {
    grep -o '"name":"threads"[^}]*' "$1/evidence.jsonl" | grep -o '[0-9]*$'
}
all=$(nproc)
for setting in OMP_THREAD_LIMIT=1 OMP_MAX_ACTIVE_LEVELS=0 OMP_DYNAMIC=true; do
    expect 0 env "$setting" timeout -k 1 60 "$WITNESSMARK" run --plan "$limits/plan.json" \
        -o "$limits/$setting"
    cp "$WORK/err" "$limits/words"
    [ -e "$limits/$setting" ] || continue
    expect 0 "$WITNESSMARK" audit "$limits/$setting"
    if [ "$setting" = OMP_DYNAMIC=true ]; then
        expect_equal "threads with $setting" "$(threads_of "$limits/$setting")" "$all"
    else
        expect_equal "threads with $setting" "$(threads_of "$limits/$setting")" 1
        [ "$all" -eq 1 ] ||
            expect_words "$limits/words" "warning: $setting makes this device slower"
    fi
done
# What was asked for and cannot be is refused.
expect 2 env OMP_THREAD_LIMIT=1 timeout -k 1 60 "$WITNESSMARK" run --plan "$limits/plan.json" \
    --threads 2 -o "$limits/two"
expect_words "$WORK/err" 'OpenMP gives 1 of 2 threads; unset OMP_THREAD_LIMIT and '
[ ! -e "$limits/two" ] && [ ! -e "$limits/.two.partial" ] && pass ||
    fail "a refused run left a record"
expect 0 env OMP_THREAD_LIMIT=1 timeout -k 1 60 "$WITNESSMARK" run --plan "$limits/plan.json" \
    --threads 1 -o "$limits/one"
