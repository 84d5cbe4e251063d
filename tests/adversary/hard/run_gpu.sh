# shellcheck shell=bash
# A run without --backend measures the CPU. Where a GPU is there, a line says that it is not
# measured. The program 9be32b7 said nothing.
mkdir "$WORK/gpu"
cat >"$WORK/gpu/plan.json" <<'END'
{"name": "gpu", "repeats": 1, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "int8", "shape": {"n": 64}}]}
END
fakes=$BUILD/tests/fakes
measured() { # measured OPTION...: the line about the GPU is in $WORK/gpu/line
    rm -rf "$WORK/gpu/record"
    expect 0 "$@" --plan "$WORK/gpu/plan.json" -o "$WORK/gpu/record"
    grep 'this measures the CPU' "$WORK/err" >"$WORK/gpu/line"
}
if [ -e /dev/nvidia0 ] || [ -n "$(ls /proc/driver/nvidia/gpus 2>/dev/null)" ]; then
    skip "NVML that counts a GPU: this machine has one"
elif [ -e "$fakes/libnvidia-ml.so.1" ]; then
    measured env LD_LIBRARY_PATH="$fakes" "$WITNESSMARK" run
    expect_words "$WORK/gpu/line" '^witnessmark run: this measures the CPU; this machine has an ' \
        'NVIDIA GPU \(libnvidia-ml\.so\.1\), and this program was built without cuda: `make CUDA=1`'
    measured env LD_LIBRARY_PATH="$fakes" "$WITNESSMARK" run -q
    expect_equal "the line with -q" "$(cat "$WORK/gpu/line")" ""
    measured env LD_LIBRARY_PATH="$fakes" "$WITNESSMARK" run --backend cpu
    expect_equal "the line with --backend cpu" "$(cat "$WORK/gpu/line")" ""
    measured env LD_LIBRARY_PATH="$fakes" WM_FAKE_NVML=nogpu "$WITNESSMARK" run
    expect_equal "the line without a GPU" "$(cat "$WORK/gpu/line")" ""
else
    skip "NVML that counts a GPU: $fakes is not built (make programs)"
fi
two=$BUILD/tests/tools/two_kinds
if [ -x "$two" ]; then
    measured env WM_TWO_DEVICES="-NVIDIA A,NVIDIA H200,NVIDIA H100" "$two" run
    expect_words "$WORK/gpu/line" \
        '^witnessmark run: this measures the CPU; --backend cuda measures NVIDIA H200 or 1 more$'
    measured env WM_TWO_DEVICES="-NVIDIA A" "$two" run
    expect_words "$WORK/gpu/line" '; --backend cuda cannot measure -NVIDIA A: it is old$'
    measured env WM_TWO_DEVICES="NVIDIA H200" "$two" run --backend cuda
    expect_equal "the line of a run on the GPU" "$(cat "$WORK/gpu/line")" ""
    measured "$two" run
    [ -e /dev/nvidia0 ] || expect_equal "the line without a GPU" "$(cat "$WORK/gpu/line")" ""
else
    skip "a program with two kinds of device: $two is not built (make programs)"
fi
