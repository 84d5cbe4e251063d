# shellcheck shell=bash
# A record of a GPU is recomputed on a GPU where this machine has one, and a line says if it has
# none. The program 9be32b7 computed on the CPU and gave no reason: "another backend than the
# recorded one: equal bits are not expected, ...; recorded by cuda, NVIDIA H200; computed here by
# cpu, ...". On an H200 that took 4 min 41 s in place of 9 s.
mkdir "$WORK/backend"
cat >"$WORK/backend/plan.json" <<'END'
{"name": "backend", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16", "shape": {"n": 96}},
 {"workload": "gemm", "variant": "int8", "shape": {"n": 64}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/backend/plan.json" -o "$WORK/backend/cpu"
python3 "$ROOT/tests/support/scale_residual.py" "$WORK/backend/cpu" gemm.fp16 1 \
    "$WORK/backend/gpu" backend=cuda "device=NVIDIA H200" || fail "cannot relabel"
expect 3 "$WITNESSMARK" reverify --product "$WORK/backend/gpu"
expect_words "$WORK/err" '^witnessmark reverify: recorded by cuda, NVIDIA H200; it is not here ' \
    '\(this program was built without it\), so this computes on cpu, '
expect_words "$WORK/out" 'because the recorded one is not here: this program was built without it$'
expect 3 "$WITNESSMARK" reverify -q --product "$WORK/backend/gpu"
expect_equal "words on stderr with -q" "$(cat "$WORK/err")" ""
expect 3 "$WITNESSMARK" reverify --json --product "$WORK/backend/gpu"
expect_words "$WORK/out" '"backend_reason":"this program was built without it"'
expect 0 "$WITNESSMARK" reverify --product "$WORK/backend/cpu"
expect_words "$WORK/out" '^computed here by cpu, '

# The program with a second kind of device, which is the CPU.
two=$BUILD/tests/tools/two_kinds
if [ -x "$two" ]; then
    # with DEVICES STATUS WORDS OPTION...: these devices recompute the record.
    with() {
        local devices=$1 wanted=$2 words=$3
        shift 3
        expect "$wanted" env ${devices:+"WM_TWO_DEVICES=$devices"} "$two" reverify --product "$@"
        # A long line is broken where the processor's name is long: look at the whole one too.
        { cat "$WORK/out"; sed -z 's/\n  */ /g' "$WORK/out"; } >"$WORK/whole"
        expect_words "$WORK/whole" "$words"
    }
    expect 0 env WM_TWO_DEVICES="NVIDIA H200" "$two" run --backend cuda \
        --plan "$WORK/backend/plan.json" -o "$WORK/backend/h200"
    with "NVIDIA H200" 0 '^computed here by cuda, NVIDIA H200$' "$WORK/backend/h200"
    expect_equal "words on stderr" "$(cat "$WORK/err")" ""
    # Of several devices the one with the recorded name, else the first that can be used.
    with "-NVIDIA A,NVIDIA H100,NVIDIA H200" 0 '^computed here by cuda, NVIDIA H200$' \
        "$WORK/backend/h200"
    with "-NVIDIA A,NVIDIA B,NVIDIA C" 0 'computed here by cuda, NVIDIA B$' "$WORK/backend/h200"
    # None that opens: the processors, and the reason.
    with "" 3 'not here: no CUDA device: there is no driver$' "$WORK/backend/h200"
    expect_words "$WORK/err" 'not here \(no CUDA device: there is no driver\), so this computes on'
    with "-NVIDIA H200" 3 'not here: it is old$' "$WORK/backend/h200"
    with "!NVIDIA H200" 3 'not here: cannot open device 0: the device is busy$' \
        "$WORK/backend/h200"
    # What the caller names is taken.
    with "NVIDIA H200" 3 'recorded by cuda, NVIDIA H200; computed here by cpu, ' --backend cpu \
        "$WORK/backend/h200"
    with "NVIDIA H200" 3 'recorded by cpu, .*; computed here by cuda, NVIDIA H200$' \
        --backend cuda --only gemm.int8 "$WORK/backend/cpu"
    with "NVIDIA H100,NVIDIA H200" 0 'computed here by cuda, NVIDIA H100$' --device 0 \
        "$WORK/backend/h200"
    expect 2 env WM_TWO_DEVICES="NVIDIA H200" "$two" reverify --product --device 9 \
        "$WORK/backend/h200"
    expect 2 "$two" reverify --product --backend cuda "$WORK/backend/h200"
else
    skip "another kind of device: $two is not built (make programs)"
fi
