#!/bin/bash
# Six ways to a wrong number. Each must end in a refusal, a flag, a finding or exit 3.
. "$(dirname "$0")/../support/shell.sh"
here=$ROOT/tests/adversary

# build NAME: the library to preload.
build() {
    cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/$1.so" "$ROOT/tests/fakes/$1.c" -ldl -lm || exit 2
}

# plan NAME SECONDS ITEM...: writes $WORK/NAME.json with 8 repeats an item.
plan() {
    local name=$1 seconds=$2 items
    shift 2
    items=$(printf '%s,' "$@")
    printf '{"name":"%s","repeats":8,"repeat_seconds":%s,"items":[%s]}' "$name" "$seconds" \
        "${items%,}" >"$WORK/$name.json"
}

# gemm FORMAT N: an item.
gemm() {
    printf '{"workload":"gemm","variant":"%s","shape":{"n":%d}}' "$1" "$2"
}

run() {
    "$WITNESSMARK" run --plan "$WORK/$1.json" -o "$WORK/$2" "${@:3}" >"$WORK/out" 2>"$WORK/err" \
        </dev/null
}

# not_zero WHAT COMMAND...
not_zero() {
    local what=$1
    shift
    if "$@" >"$WORK/out" 2>"$WORK/err" </dev/null; then
        fail "$what: exit 0: $(head -n 2 "$WORK/out")"
    else
        pass
    fi
}

# claim RECORD NAME: the text of a claim.
claim() {
    grep -F "\"name\":\"$2\"" "$1/evidence.jsonl" | sed -nE 's/.*"text":"([^"]*)".*/\1/p'
}

# flagged RECORD FLAG: the number of repeats with the flag.
flagged() {
    grep -cE "\"flags\":\[[^]]*\"$2\"" "$1/evidence.jsonl"
}

build bent_blas
build half_clock
plan honest 0.01 "$(gemm f32 256)" "$(gemm f64 192)"

expect 0 "$WITNESSMARK" run --plan "$WORK/honest.json" -o "$WORK/honest"
faults=(again always)
if ! head -n 1 "$WORK/honest/evidence.jsonl" | grep -q '"blas\.file","value":"[^"]*openblas'; then
    skip "1 and 6: OpenBLAS is not installed"
    faults=()
fi

# 1. A BLAS that returns at once when it is asked again for the same product, or always.
for fault in ${faults[@]+"${faults[@]}"}; do
    if ! LD_PRELOAD=$WORK/bent_blas.so WM_BENT_BLAS=none "$WITNESSMARK" run \
        --plan "$WORK/honest.json" -o "$WORK/none-$fault" >/dev/null 2>&1; then
        fail "1: the preloaded library does not work without its fault"
        continue
    fi
    WM_BENT_BLAS=$fault LD_PRELOAD=$WORK/bent_blas.so run honest "$fault"
    expect_equal "1: exit of a run with a BLAS that returns at once ($fault)" "$?" 1
    expect_words "$WORK/out" '^FAIL: 2 items wrong'
    for item in gemm.f32.n256 gemm.f64.n192; do
        expect_equal "1: $fault, $item" "$(claim "$WORK/$fault" $item.verified)" FAIL
    done
    not_zero "1: reverify of it" "$WITNESSMARK" reverify --product "$WORK/$fault"
    not_zero "1: reverify of it with that BLAS" env WM_BENT_BLAS="$fault" \
        LD_PRELOAD="$WORK/bent_blas.so" "$WITNESSMARK" reverify --product "$WORK/$fault"
done
if [ "${#faults[@]}" -gt 0 ]; then
    # Freed memory may come back with the right bytes in it.
    not_zero "1: reverify with a BLAS that does nothing" env WM_BENT_BLAS=always \
        LD_PRELOAD="$WORK/bent_blas.so" "$WITNESSMARK" reverify --product "$WORK/honest"
fi

# 2. Busy neighbours: twice as many as there are processors.
plan busy 0.05 "$(gemm f32 512)"
neighbours=()
for _ in $(seq $((2 * $(nproc)))); do
    (while :; do :; done) &
    neighbours+=($!)
done
run busy busy
kill "${neighbours[@]}"
wait "${neighbours[@]}" 2>/dev/null
class=$(claim "$WORK/busy" gemm.f32.n512.performance_class)
if [ "$(flagged "$WORK/busy" starved)" -gt 0 ] || [[ $class == undetermined* ]]; then
    pass
else
    fail "2: a busy machine: class '$class', no repeat is flagged as starved"
fi

# 3. The best 8 of some 24 repeats: slow lines are deleted before each resumption.
plan pick 0.2 "$(gemm f32 256)"
picked=$WORK/.picked.partial/evidence.jsonl
resume=
for keep in 3 5; do
    # shellcheck disable=SC2086
    "$WITNESSMARK" run --plan "$WORK/pick.json" -o "$WORK/picked" $resume >/dev/null 2>&1 &
    child=$!
    for _ in $(seq 600); do
        [ "$(grep -c '"kind":"workload"' "$picked" 2>/dev/null)" -ge $((keep + 2)) ] 2>/dev/null &&
            break
        sleep 0.05
    done
    kill -TERM $child
    wait $child 2>/dev/null
    python3 "$here/pick_repeats.py" "$picked" $keep || fail "3: cannot pick repeats"
    resume=--resume
done
run pick picked --resume
picked_status=$?
if [ -d "$WORK/picked" ]; then
    expect_equal "3: sessions of a record with picked repeats" \
        "$(claim "$WORK/picked" record.sessions)" 3
    "$WITNESSMARK" show "$WORK/picked" >"$WORK/out" 2>&1
    expect_words "$WORK/out" '^record\.sessions +3$'
else
    [ "$picked_status" -ne 0 ] && pass || fail "3: no record, and exit 0"
fi

# 4. A CPU's record relabelled as an H200's, with invented times.
if python3 "$here/forge_origin.py" "$WORK/honest" "$WORK/origin" 2>"$WORK/err"; then
    not_zero "4: reverify of a relabelled record" "$WITNESSMARK" reverify --product "$WORK/origin"
    expect_words "$WORK/out" 'H200'
else
    fail "4: cannot relabel: $(tail -n 1 "$WORK/err")"
fi

# 5. libc's clock at half speed.
LD_PRELOAD=$WORK/half_clock.so run honest half
[ "$(flagged "$WORK/half" clock_differs)" -gt 0 ] && pass ||
    fail "5: a clock at half speed: no repeat has the flag clock_differs"

# 6. One step of rounding wrong in 1/32 of the elements.
if [ "${#faults[@]}" -gt 0 ]; then
    plan step 0.01 "$(gemm fp16 512)"
    WM_BENT_BLAS=none LD_PRELOAD=$WORK/bent_blas.so run step step-none
    expect_equal "6: exit of a run without the fault" "$?" 0
    WM_BENT_BLAS=step LD_PRELOAD=$WORK/bent_blas.so run step step
    status=$?
    [ "$status" -eq 1 ] || [ "$status" -eq 3 ] && pass ||
        fail "6: exit of a run with steps of rounding: $status"
    verified=$(claim "$WORK/step" gemm.fp16.n512.verified)
    [ "$verified" != PASS ] && [ -n "$verified" ] && pass || fail "6: verified is '$verified'"
    # Checked again with the true library, the output is not accepted either.
    not_zero "6: reverify of it" "$WITNESSMARK" reverify --product "$WORK/step"
fi
finish
