#!/bin/bash
# `run --steps`: power limits across the repeats, and the former one again however the run ends.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2

# A GPU that is the CPU, with the power limit of the fake NVML: no limit of a device is changed.
program=$BUILD/tests/tools/two_kinds
mkdir nvml && cp "$BUILD/tests/fakes/libnvidia-ml.so.1" nvml
export LD_LIBRARY_PATH=$WORK/nvml WM_TWO_DEVICES=limited WM_FAKE_NVML_POWER=$WORK/limits
cat >plan.json <<'PLAN'
{"name": "drift", "repeat_seconds": 0.002, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}, "repeats": 64},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 5000}, "repeats": 64}]}
PLAN
sed 's/0\.002/0.03/' plan.json >slow.json

# with WORDS ARGUMENTS...: a run with these answers of the fake.
with() {
    local words=$1
    shift
    rm -f limits
    WM_FAKE_NVML=$words expect 0 "$program" run --backend cuda "$@"
}
# restored WORDS: the limit in force is the former one.
restored() {
    expect_equal "the limit after $1" "$(tail -n 1 limits)" 650000
}

# ---- where it is permitted ----

with root --plan plan.json --steps 4 -o stepped
expect_words err \
    '--steps: 4 power limits from 200\.0 W to 650\.0 W across the repeats of each item; then 650'
grep -q 'left as they are' err && fail "it says that limits are left as they are" || pass
restored "a run"
expect_equal "limits" "$(sort -nu limits | tr '\n' ' ')" "200000 350000 500000 650000 "
# Each is held for 2 of 64 repeats: 32 limits an item. One more before, to see the permission, and
# one more at the end.
expect_equal "changes" "$(wc -l <limits)" 66
expect_equal "the first ones" "$(head -n 6 limits | tr '\n' ' ')" \
    "650000 200000 350000 500000 650000 200000 "
expect_valid stepped
expect_words stepped/evidence.jsonl '"name":"power_steps","value":"4 limits, 200000\.\.650000 mW"'

# ---- where it is not ----

with '' --plan plan.json --steps 4 -o drifting
expect_words err '--steps: this user has no permission to set the power limit; the clock varies as'
expect_equal "limits of a user" "$(cat limits 2>/dev/null)" ""
grep -q power_steps drifting/evidence.jsonl && fail "a fact on steps that were not" || pass
with unknown --plan plan.json --steps 4 -o unknown
expect_words err \
    '--steps: NVML does not know this device.s UUID; the clock varies as the device drifts'
rm -f limits
expect 0 "$WITNESSMARK" run --plan plan.json --steps 4 -o host
expect_words err \
    '--steps: a device of kind cpu has no power limit to set; the clock varies as the device drifts'
expect_equal "limits of a CPU" "$(cat limits 2>/dev/null)" ""
with root --plan plan.json --steps 4 --dry-run
expect_equal "limits of a dry run" "$(cat limits 2>/dev/null)" ""
for bad in 1 17 x; do
    expect 2 "$program" run --backend cuda --plan plan.json --steps $bad -o no
done

# ---- however it ends ----

# begin NAME: a run that has lowered the limit; its process is $run, in a group of its own.
begin() {
    rm -f limits
    WM_FAKE_NVML=root setsid "$program" run --backend cuda --plan slow.json --steps 4 -o "$1" \
        >out 2>err &
    run=$!
    until grep -qs 200000 limits; do
        kill -0 $run 2>/dev/null || break
        sleep 0.02
    done
    expect_equal "a lower limit of $1" "$(grep -c 200000 limits)" 1
}
for signal in INT TERM HUP; do
    begin "stopped-$signal"
    kill -$signal -- -$run
    wait $run
    restored "SIG$signal to the group"
    expect_words err 'witnessmark run --.*--resume -o stopped-'
done
# The partial record has the steps.
WM_FAKE_NVML=root expect 2 "$program" run --resume --steps 3 -o stopped-INT
expect_words err '--steps: the partial record has 4 power limits'
with root --resume -o stopped-INT
expect_words err '--steps: 4 power limits from 200\.0 W'
restored "a resumed run"
expect_valid stopped-INT
expect_equal "environments" "$(grep -c '"kind":"environment"' stopped-INT/evidence.jsonl)" 1

# A second signal and one that cannot be caught end the run at once; the keeper restores.
begin twice
kill -INT $run && kill -INT $run
wait $run
begin killed
kill -KILL $run
wait $run 2>/dev/null
for _ in $(seq 500); do
    [ "$(tail -n 1 limits)" = 650000 ] && break
    sleep 0.02
done
restored SIGKILL

# A keeper that is killed cannot restore. The run goes on, and says so.
begin orphaned
read -r keeper _ </proc/$run/task/$run/children
kill -KILL "$keeper"
wait $run
expect_equal "exit status without a keeper" $? 0
expect_words err \
    'the power limit could NOT be restored: it was 650000 mW, and [0-9]+ mW was asked for last'
expect_words err '--steps: the process that sets it is gone; the clock varies as the device drifts'
expect_valid orphaned

# A driver that refuses a limit: the former one is set again, and the run goes on without.
with root,failat=3 --plan plan.json --steps 4 -o refused
expect_words err '--steps: NVML error 999 at a limit of 500000 mW; the former power limit is set ' \
    'again; the clock varies as the device drifts'
restored "a refused limit"
expect_equal "limits" "$(tr '\n' ' ' <limits)" "650000 200000 350000 650000 "
expect_valid refused
# One that refuses the former limit too: that is said.
with root,fails --plan plan.json --steps 4 -o stuck
expect_words err \
    'the power limit could NOT be restored: it was 650000 mW, and 350000 mW was asked for last'
# A run that cannot begin leaves the limit as it is.
rm -f limits
WM_FAKE_NVML=root expect 2 "$program" run --backend cuda --plan plan.json --steps 4 -o stepped
[ "$(sort -u limits 2>/dev/null)" = 650000 ] || [ ! -e limits ] && pass || fail "$(cat limits)"
finish
