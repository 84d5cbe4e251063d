#!/bin/bash
# The program on a GPU: devices, faults, and records that CPU and GPU check for each other. Skipped
# without a GPU.
#
# usage: cuda.sh [PART...]
# PART is driver, libraries, devices, faults, witness, reverify, cross or screen; without one, all.
# Only driver needs no GPU: it uses fake drivers (tests/fakes).
. "$(dirname "$0")/../support/shell.sh"
export COLUMNS=1000 # a line of `list` may be long

parts=" ${*:-driver libraries devices faults witness reverify cross screen} "
program=$ROOT/build/cuda/witnessmark
conformance=$ROOT/build/cuda/tests/conformance/test_cuda

if [ ! -x "$program" ]; then
    skip "the program on a GPU: build/cuda/witnessmark is not built (make CUDA=1)"
    finish
fi
# NVIDIA's libraries and driver are loaded when a device is needed: the program links to none of
# them.
if ldd "$program" | grep -iE '^\s*lib(cuda|cublas|cudnn|nvidia|nvrtc)'; then
    fail "the program does not start without NVIDIA's libraries"
else
    pass
fi

has_part() {
    case $parts in *" $1 "*) return 0 ;; esac
    return 1
}

# with_driver WORDS COMMAND...: runs the program with a fake driver; WORDS go to $WM_FAKE_CUDA.
with_driver() {
    local words=$1
    shift
    LD_LIBRARY_PATH=$WORK/fakes WM_FAKE_CUDA=$words WM_FAKE_NVML=$nvml "$program" "$@"
}

# refused_driver WORDS PATTERN: with this driver the list and the self-test give PATTERN as the
# reason in one line, and the CPU still works.
refused_driver() {
    expect 0 with_driver "$1" list
    expect_words "$WORK/out" "^  --backend cuda +none: no CUDA device: $2"
    expect 2 with_driver "$1" selftest --backend cuda
    one_line "$WORK/err" && pass || fail "not one line: $(cat "$WORK/err")"
    expect_words "$WORK/err" "cuda: cannot open device 0: no CUDA device: $2"
    expect 0 with_driver "$1" selftest --backend cpu --operation triad
}

if has_part driver; then
    mkdir "$WORK/fakes"
    for pair in "cuda libcuda.so.1" "nvml libnvidia-ml.so.1"; do
        cc -shared -fPIC -O1 -Wl,-soname,"${pair#* }" -o "$WORK/fakes/${pair#* }" \
            "$ROOT/tests/fakes/fake_${pair% *}.c"
    done
    nvml=driver=535.54.03
    wanted='it is for CUDA 12\.2, this program needs one for CUDA'
    refused_driver version=12020 \
        "the driver 535\.54\.03 is too old: $wanted [0-9.]+ \(driver 580 or later\)$"
    nvml=mismatch # NVML does not start, so the driver's own version is not known
    refused_driver version=12020 "the driver is too old: $wanted 13\."
    refused_driver init=803 '.*cudaErrorSystemDriverMismatch; driver for CUDA 13\.0'
    refused_driver init=100 '.*cudaErrorNoDevice; driver for CUDA 13\.0'
    refused_driver init=46 '.*cudaErrorDevicesUnavailable; driver for CUDA 13\.0'
    refused_driver init=34 "libcuda\.so\.1 is the CUDA toolkit's stub, not a driver's$"
    # A driver that starts and then fails every query.
    refused_driver init=0 '.*cudaErrorUnknown; driver for CUDA 13\.0'
    if [ -x "$ROOT/build/cuda/tests/unit/test_cuda_blas" ]; then
        expect 0 "$ROOT/build/cuda/tests/unit/test_cuda_blas"
    else
        skip \
            "loading cuBLASLt: build/cuda/tests/unit/test_cuda_blas is not built (make CUDA=1 unit)"
    fi
fi

# Without a device the program gives the reason in one line and exits 2.
mapfile -t uuids < <("$program" list |
    sed -nE 's/^  --backend cuda --device [0-9]+ .*  ((GPU|MIG)-[0-9a-f-]+).*/\1/p')
if [ ${#uuids[@]} -eq 0 ]; then
    expect 0 "$program" list
    expect_words "$WORK/out" '^  --backend cuda +none: no CUDA device: .+'
    expect 0 "$program" run --backend cpu --plan quick -o "$WORK/quick"
    for command in "run --plan quick -o $WORK/none" "selftest" \
        "reverify --product $WORK/quick" "reverify $WORK/quick"; do
        # shellcheck disable=SC2086
        expect 2 "$program" $command --backend cuda
        one_line "$WORK/err" && pass || fail "not one line: $(cat "$WORK/err")"
        expect_words "$WORK/err" 'cuda: cannot open device 0: no CUDA device: .+'
    done
    skip "the program on a GPU: $("$program" list | sed -n 's/^  --backend cuda *none: //p')"
    finish
fi

# audited NAME: the record is valid.
audited() {
    expect 0 "$program" audit "$WORK/$1"
}

cat >"$WORK/plan.json" <<'END'
{"name": "gpu", "repeats": 3, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16", "shape": {"m": 300, "n": 520, "k": 264}},
 {"workload": "gemm", "variant": "bf16", "shape": {"n": 256}},
 {"workload": "gemm", "variant": "tf32", "shape": {"n": 256}},
 {"workload": "gemm", "variant": "fp8", "shape": {"n": 256}},
 {"workload": "gemm", "variant": "f32", "shape": {"n": 192}},
 {"workload": "gemm", "variant": "f64", "shape": {"n": 128}},
 {"workload": "gemm", "variant": "int8", "shape": {"n": 128}},
 {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 100003}},
 {"workload": "attention", "variant": "bf16", "shape": {"b": 1, "h": 2, "s": 256, "d": 64}},
 {"workload": "reduction", "variant": "default", "shape": {"n": 100003}},
 {"workload": "scatter_add", "variant": "fixed", "shape": {"n": 50000, "buckets": 1000}}]}
END

# Libraries that do not fit: an NVML that does not know the device, a cuBLASLt without a function.
# Items that need them fail with the reason, the rest is measured.
if has_part libraries; then
    mkdir "$WORK/old"
    for pair in "blas libcublasLt.so.13" "nvml libnvidia-ml.so.1"; do
        cc -shared -fPIC -O1 -DFAKE_OLD -Wl,-soname,"${pair#* }" -o "$WORK/old/${pair#* }" \
            "$ROOT/tests/fakes/fake_${pair% *}.c"
    done
    expect 3 env LD_LIBRARY_PATH="$WORK/old" WM_FAKE_NVML=unknown "$program" run --backend cuda \
        --plan "$WORK/plan.json" -o "$WORK/misfits"
    audited misfits
    expect_words "$WORK/misfits/evidence.jsonl" \
        '"name":"cublaslt","reason":"libcublasLt\.so\.13 has no function [A-Za-z]+","value":null'
    expect_words "$WORK/misfits/evidence.jsonl" \
        '"name":"serial","reason":"NVML does not know this device.s UUID","value":null'
    expect_words "$WORK/misfits/evidence.jsonl" \
        '"reason":"[^"]*no cuBLASLt: libcublasLt\.so\.13 has no function [^"]*","repeat":0'
    expect_words "$WORK/misfits/evidence.jsonl" \
        '"power":\{"reason":"NVML does not know this device.s UUID"\}'
    expect_equal "triads measured without them" \
        "$(grep -c '"kind":"workload".*"status":"ok".*"workload":"hbm_triad"' \
        "$WORK/misfits/evidence.jsonl")" 3
fi

if has_part devices; then
    for uuid in "${uuids[@]}"; do
        expect 0 "$program" selftest --backend cuda --device "$uuid" --operation triad
        expect 0 "$program" run --backend cuda --device "${uuid:0:16}" --plan "$WORK/plan.json" \
            -o "$WORK/$uuid"
        expect_words "$WORK/$uuid/evidence.jsonl" "\"name\":\"uuid\",\"value\":\"$uuid\""
        audited "$uuid"
        # The driver's own variable leaves one device, which has number 0.
        expect 0 env CUDA_VISIBLE_DEVICES="$uuid" "$program" run --backend cuda \
            --plan "$WORK/plan.json" -o "$WORK/only-$uuid"
        expect_words "$WORK/only-$uuid/evidence.jsonl" "\"name\":\"uuid\",\"value\":\"$uuid\""
        expect 2 env CUDA_VISIBLE_DEVICES="$uuid" "$program" selftest --backend cuda --device 1 \
            --operation triad
    done
    expect 2 "$program" selftest --backend cuda --device GPU-no-such
    expect_words "$WORK/err" "cuda: no device has the number or UUID 'GPU-no-such'"
    expect 2 env CUDA_VISIBLE_DEVICES= "$program" selftest --backend cuda
    expect_words "$WORK/err" 'cuda: cannot open device 0: no CUDA device: '
fi

if has_part faults; then
    # A product that writes to unmapped memory: its item fails. The next items run on the device
    # opened again, or in a new process.
    cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/crash.so" \
        "$ROOT/tests/integration/cuda_crash_shim.c" -ldl
    for at in 1 40; do
        expect 3 env LD_PRELOAD="$WORK/crash.so" WM_CRASH_AT=$at WM_CRASH_ONCE="$WORK/crashed-$at" \
            "$program" run --backend cuda --plan "$WORK/plan.json" -o "$WORK/crash-$at"
        expect_words "$WORK/err" \
            'cudaErrorIllegalAddress.*; (the device was opened again|a new process goes on)$'
        grep -h cudaError "$WORK/err"
        expect_words "$WORK/crash-$at/evidence.jsonl" \
            '"reason":"[^"]*cudaErrorIllegalAddress[^"]*","repeat":[0-2]'
        audited "crash-$at"
        expect_equal "items that were not verified" "$(grep -c 'verified is n/a' "$WORK/out")" 1
    done
    # The first product of each process crashes: seven items fail one after the other, the four that
    # are not products are measured.
    expect 3 env LD_PRELOAD="$WORK/crash.so" WM_CRASH_AT=1 "$program" run --backend cuda \
        --plan "$WORK/plan.json" -o "$WORK/crashes"
    audited crashes
    expect_equal "items that were not verified" "$(grep -c 'verified is n/a' "$WORK/out")" 7
    # Another program holds the memory: every item that gets none names that reason.
    [ -x "$conformance" ] || { fail "$conformance is not built"; finish; }
    "$conformance" hold 30 >"$WORK/hold" &
    holder=$!
    wait_until grep holding "$WORK/hold"
    "$program" run --backend cuda --plan "$WORK/plan.json" -o "$WORK/full" >"$WORK/out" \
        2>"$WORK/err"
    status=$?
    kill $holder
    wait $holder 2>/dev/null
    head -n 3 "$WORK/err"
    if [ -d "$WORK/full" ]; then
        expect_equal "exit with the memory full" "$status" 3
        audited full
    else # not even a context could be made
        expect_equal "exit with the memory full" "$status" 2
        one_line "$WORK/err" && pass || fail "not one line: $(cat "$WORK/err")"
    fi
    expect 0 "$program" run --backend cuda --plan "$WORK/plan.json" -o "$WORK/after"
fi

if has_part witness; then
    expect 0 "$program" run --backend cuda --witness cpu --plan quick -o "$WORK/witness"
    head -n 1 "$WORK/witness/evidence.jsonl" >"$WORK/first"
    expect_words "$WORK/first" '"witness[".]'
    audited witness
fi

# A GPU's record is recomputed on the GPU, without an option, and comes out in the recorded way. The
# seconds that a record of this repository takes are printed.
if has_part reverify; then
    expect 0 "$program" run --backend cuda --plan "$WORK/plan.json" -o "$WORK/own"
    expect 0 "$program" reverify --product --reproducible "$WORK/own"
    expect_words "$WORK/out" '^computed here by cuda, '
    expect 3 env CUDA_VISIBLE_DEVICES= "$program" reverify --product --only gemm.int8 "$WORK/own"
    expect_words "$WORK/err" 'it is not here \(no CUDA device: .*\), so this computes on cpu, '
    tar xf records/measured.tar.xz -C "$WORK" h200-paper || exit 2
    began=$SECONDS
    "$program" reverify --product --reproducible "$WORK/h200-paper" >"$WORK/out" \
        2>"$WORK/err" </dev/null
    status=$?
    cat "$WORK/out"
    printf 'h200-paper: exit %d, %d s\n' "$status" $((SECONDS - began))
    [ $status -eq 0 ] || [ $status -eq 3 ] && pass || fail "exit $status: $(cat "$WORK/err")"
    expect_words "$WORK/out" 'computed here by cuda, '
    # The second line of a run that takes the CPU though a GPU is there.
    expect 0 "$program" run --plan quick -o "$WORK/on-cpu"
    expect_words "$WORK/err" '^witnessmark run: this measures the CPU; --backend cuda measures '
fi

if has_part cross; then
    expect 0 "$program" run --backend cpu --plan "$WORK/plan.json" -o "$WORK/cpu"
    expect 0 "$program" run --backend cuda --plan "$WORK/plan.json" -o "$WORK/gpu"
    # The same plan on both: each finds the other's openings and residuals right; exact workloads
    # have equal digests.
    for pair in "cpu cuda" "cuda cpu" "cuda cuda"; do
        # shellcheck disable=SC2086
        set -- $pair
        record=cpu && [ "$1" = cuda ] && record=gpu
        "$program" reverify -v --backend "$2" --product "$WORK/$record" >"$WORK/out" 2>"$WORK/err" \
            </dev/null
        status=$?
        printf '%s record, %s: exit %d\n' "$1" "$2" "$status"
        grep -E '^[^ ]+ +(reproduced|spot-checked|differs|wrong origin|not checked) ' "$WORK/out"
        [ $status -ne 1 ] && [ $status -ne 2 ] && pass || fail "exit $status: $(cat "$WORK/err")"
        # The verdict is the second word of a row. A reason may say that a residual differs.
        expect_equal "outputs of the $1 record that differ on $2" \
            "$(grep -cE '^[^ ]+ +differs ' "$WORK/out")" 0
        expect_words "$WORK/out" '^hbm_triad\.f32\.n100003 +reproduced '
        expect_words "$WORK/out" '^gemm\.int8\.n128 +reproduced '
        expect_words "$WORK/out" '^scatter_add\.fixed\.n50000b1000 +reproduced '
        # Other silicon rounds in other ways: openings agree, residuals remain the producer's word
        # (exit 3).
        wanted=3 && [ "$1" = "$2" ] && wanted=0
        expect $wanted "$program" reverify --backend "$2" --product --only gemm. "$WORK/$record"
    done
fi

# screened EXIT NAME BUDGET COMMAND...: COMMAND screens the first GPU within the budget, in seconds.
screened() {
    local wanted=$1 name=$2 budget=$3
    shift 3
    expect "$wanted" "$@" screen --backend cuda --device 0 --state "$WORK/state" \
        --budget "${budget}s" -o "$WORK/$name" --format json
    cp "$WORK/out" "$WORK/$name.json"
    printf '%s\n' "$(python3 -c 'import json, sys
answer = json.load(sys.stdin)
print("%.1f s of %g: %s" % (answer["seconds"], answer["budget_seconds"], answer["line"]))' \
        <"$WORK/out")"
    expect_json "$WORK/out" 'answer["seconds"] <= answer["budget_seconds"]'
}

if has_part screen; then
    expect 0 "${CC:-cc}" -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/bent.so" \
        "$ROOT/tests/fakes/bent_cublaslt.c" -ldl
    for budget in 12 20; do
        screened 0 "sound-$budget" "$budget" "$program"
        audited "sound-$budget"
    done
    # One element of one product in 50 is wrong.
    screened 1 wrong 30 env LD_PRELOAD="$WORK/bent.so" "$program"
    # Every product is wrong.
    screened 1 always 20 env LD_PRELOAD="$WORK/bent.so" WM_BENT_EVERY=1 "$program"
    for name in wrong always; do
        expect_json "$WORK/$name.json" '"gemm." in answer["line"] and "_exact" in answer["line"]'
        audited "$name"
    done
fi
finish
