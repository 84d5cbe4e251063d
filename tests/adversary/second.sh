#!/bin/bash
# Ways to an untrue statement that a second hostile review found at 9be32b7. Each row must end in a
# refusal, a flag, a finding, a null or exit 3. One function a row; its comment says what 9be32b7
# answered.
. "$(dirname "$0")/../support/shell.sh"

# plan NAME SECONDS: writes $WORK/NAME.json: dependent reads, which one thread makes.
plan() {
    local shape='{"n":4096,"lanes":1,"steps":4096}'
    printf '{"name":"%s","repeats":8,"repeat_seconds":%s,"items":[%s]}' "$1" "$2" \
        '{"workload":"random_access","variant":"latency","shape":'"$shape}" >"$WORK/$1.json"
}

# claim RECORD NAME: the text of a claim.
claim() {
    grep -F "\"name\":\"$2\"" "$1/evidence.jsonl" | sed -nE 's/.*"text":"([^"]*)".*/\1/p'
}

# flagged RECORD FLAG: the number of repeats with the flag.
flagged() {
    grep -cE "\"flags\":\[[^]]*\"$2\"" "$1/evidence.jsonl"
}

# stopped_half COMMAND...: runs a command that is stopped for at least as long as it ran before, in
# steps of 5 ms, as cpulimit does. A step may be longer on a busy machine; the share stays.
stopped_half() {
    python3 -c '
import signal, subprocess, sys, time
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
while child.poll() is None:
    begin = time.monotonic()
    time.sleep(0.005)
    child.send_signal(signal.SIGSTOP)
    time.sleep(time.monotonic() - begin)
    child.send_signal(signal.SIGCONT)
sys.exit(child.returncode)' "$@"
}

# 2. The program is stopped 5 ms of 10. 9be32b7: 47.8 Mread/s with S1 and no flag; 95 to 106 is
# true.
stopped_program() {
    local record=$WORK/stopped name=random_access.latency.n4096l1s4096
    plan stopped 0.2
    expect 0 stopped_half "$WITNESSMARK" run --threads 1 --plan "$WORK/stopped.json" -o "$record"
    if grep -q '"stopped":{"reason"' "$record/evidence.jsonl"; then
        expect_equal "2: class where the system does not say it" \
            "$(claim "$record" $name.performance_class)" 'undetermined: not known'
        skip "2: the system does not say how long a thread ran and waited"
        return
    fi
    expect_equal "2: repeats with the flag stopped" "$(flagged "$record" stopped)" 8
    expect_words "$record/evidence.jsonl" '"name":"'$name'\.performance_class".*undetermined: st'
    expect 0 "$WITNESSMARK" audit "$record"
    expect 0 "$WITNESSMARK" show "$record"
    expect_words "$WORK/out" '^WARNING  8 repeats stopped '
    expect_words "$WORK/out" '^8 of 8 repeats flagged: .*8 stopped'
    # Several runs a side name no direction either: an item without a class has none.
    cp -r "$record" "$record-again"
    expect 3 "$WITNESSMARK" compare "$record" "$record-again" -- "$record" "$record-again"
    expect_words "$WORK/out" 'undetermined: st'
}

# shared_run NAME WORDS: a record of a GPU that is the CPU, with these answers of the fake NVML.
shared_run() {
    LD_LIBRARY_PATH=$WORK/nvml WM_TWO_DEVICES=limited WM_FAKE_NVML=$2 \
        expect 0 "$BUILD/tests/tools/two_kinds" run -q --backend cuda --plan "$WORK/shared.json" \
        -o "$WORK/$1"
}

# 1. Another process computes on the same GPU. 9be32b7: triad 2.39 TB/s, S1, no flag; `compare`: "2
# slower", 0 facts changed. Alone it was 4.36 TB/s.
shared_gpu() {
    local record
    mkdir -p "$WORK/nvml" && cp "$BUILD/tests/fakes/libnvidia-ml.so.1" "$WORK/nvml"
    plan shared 0.01
    shared_run alone ''
    shared_run again hidden
    shared_run shared shared
    shared_run hidden shared,hidden
    shared_run unknown unknown
    for record in alone again unknown; do
        expect_equal "1: shared repeats of $record" "$(flagged "$WORK/$record" shared)" 0
    done
    for record in shared hidden; do
        expect_equal "1: repeats of $record with the flag" "$(flagged "$WORK/$record" shared)" 8
        expect 0 "$WITNESSMARK" show "$WORK/$record"
        expect_words "$WORK/$record/evidence.jsonl" '"value":"undetermined: shared"'
        expect_words "$WORK/out" '8 of 8 repeats flagged: .*8 shared'
    done
    expect_words "$WORK/hidden/evidence.jsonl" '"other_processes":\{"reason":"NVML does not list'
    expect_words "$WORK/unknown/evidence.jsonl" '"value":"undetermined: sharing unknown"'
    expect 3 "$WITNESSMARK" compare "$WORK/alone" "$WORK/again" -- "$WORK/shared" "$WORK/hidden"
    expect_words "$WORK/out" 'undetermined: shared'
}

# 7. A load leaves a device behind whose product differs in one bit. 9be32b7: floor, inflation and
# `output kept: identical`, all of repeat 0, which was made before the load.
after_load() {
    local record=$WORK/load library=$WORK/bent_blas.so item=gemm.f32.n600.soak product
    local shape='"workload":"gemm","variant":"f32","shape":{"n":600}'
    if ! head -n 1 "$WORK/alone/evidence.jsonl" |
        grep -q '"blas\.file","value":"[^"]*openblas'; then
        skip "7: OpenBLAS is not installed"
        return
    fi
    cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$library" "$ROOT/tests/fakes/bent_blas.c" -ldl -lm ||
        exit 2
    printf '{"name":"load","repeats":3,"repeat_seconds":0.01,"items":[{%s},{%s,"point":"soak"}]}' \
        "$shape" "$shape" >"$WORK/load.json"
    WM_BENT_BLAS=behind WM_BENT_RECORD=$WORK/.load.partial/evidence.jsonl LD_PRELOAD=$library \
        expect 0 "$WITNESSMARK" run -q --plan "$WORK/load.json" -o "$record"
    expect 0 "$WITNESSMARK" audit -v "$record"
    expect_words "$WORK/out" "^finding: change.$item.output_kept is different"
    expect_words "$record/evidence.jsonl" "\"name\":\"$item.errors\".*\"text\":\"0\""
    # The calibration names repeat 1 of the item at the point.
    product=$(grep '"kind":"calibration"' "$record/evidence.jsonl" | grep '"item":1,' |
        sed -E 's/.*"product":"([0-9a-f]*)".*/\1/')
    expect_equal "7: the repeat of the floor" "$(while IFS= read -r line; do
        [ "$(printf '%s\n' "$line" | sha256sum | cut -c 1-64)" = "$product" ] &&
            printf '%s' "$line" | sed -E 's/.*"repeat":([0-9]*),.*/\1/'
    done < <(grep '"kind":"workload"' "$record/evidence.jsonl"))" 1
}

# 4. The kernel's clocks run at 0.9 of their speed. 9be32b7: rates 11 % too high, no flag. The time
# stamp counter was true, but it was calibrated against the slewed clock.
slewed_clock() {
    local library=$WORK/slewed_clock.so record=$WORK/slewed clock status
    if ! cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$library" "$ROOT/tests/fakes/slewed_clock.c" -ldl \
        2>"$WORK/err"; then
        fail "4: the slewed clock cannot be compiled: $(head -n 3 "$WORK/err")"
        return
    fi
    LD_PRELOAD=$library true
    if [ $? -eq 77 ]; then
        skip "4: this system does not let a process filter its system calls"
        return
    fi
    plan slewed 0.1
    LD_PRELOAD=$library expect 0 "$WITNESSMARK" run --plan "$WORK/slewed.json" -o "$record"
    expect_equal "4: repeats with the flag clock_differs" "$(flagged "$record" clock_differs)" 8
    # The raw clock and the counter passed 1/0.9 of the time that the slewed clock says. A repeat
    # whose readings were far apart has no difference, or a less exact one.
    for clock in raw tsc; do
        expect_equal "4: differences of clock_$clock near 0.111" \
            "$(grep -cE "\"clock_$clock\":\{[^}]*\"median\":0\.(0[6-9]|1)" \
                "$record/evidence.jsonl")" \
            "$(grep -cE "\"clock_$clock\":\{[^}]*\"median\":" "$record/evidence.jsonl")"
    done
    expect_equal "4: repeats that see the slew by system call alone" "$(grep -cE \
        '"clock_syscall":\{[^}]*"median":-?0\.1' "$record/evidence.jsonl")" 0
    expect 0 "$WITNESSMARK" audit "$record"
    expect 0 "$WITNESSMARK" show "$record"
    expect_words "$WORK/out" '^8 of 8 repeats flagged: 8 clock_differs'
}

# 3. A clock at half speed in `wrap` and its command, and a command that is stopped for half of its
# time. 9be32b7: PASS, 201.7 ms where 400 ms are true, no flag.
bent_wrap() {
    local library=$WORK/half_clock.so record=$WORK/halved stopped=$WORK/wrap-stopped clock
    if ! cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$library" "$ROOT/tests/fakes/half_clock.c" -ldl \
        2>"$WORK/err"; then
        fail "3: the clock at half speed cannot be compiled: $(head -n 3 "$WORK/err")"
        return
    fi
    LD_PRELOAD=$library expect 0 "$WITNESSMARK" wrap --warmup 0 --repeats 6 -o "$record" -- \
        sleep 0.4
    expect_words "$WORK/out" '^PASS  6 of 6 repeats .*; 6 of 6 flagged: 6 clock_differs$'
    expect_words "$WORK/out" '^WARNING  6 of 6 repeats clock_differs: clock_[a-z]* is 100 % ahead; '
    expect 0 "$WITNESSMARK" show --json "$record"
    expect_equal "3: repeats with the flag clock_differs" "$(python3 -c '
import json, sys
print(json.load(open(sys.argv[1]))["wrapped"]["flags"]["clock_differs"])' "$WORK/out")" 6
    for clock in raw real syscall tsc; do
        grep -q "\"clock_$clock\":null" "$record/evidence.jsonl" ||
            expect_equal "3: differences of clock_$clock near 1" "$(grep -cE \
                "\"clock_$clock\":(0\.99|1[.,])" "$record/evidence.jsonl")" 6
    done
    expect_equal "3: raw clocks that are not compared" \
        "$(grep -c '"clock_raw":null' "$record/evidence.jsonl")" 0
    expect_valid "$record"
    expect 0 "$WITNESSMARK" audit -v "$record"
    expect_words "$WORK/out" '^WARNING  6 of 6 repeats flagged: 6 clock_differs.*; times are not '
    # The clock is true, and a stop makes a command slower than the other one.
    expect 3 "$WITNESSMARK" wrap --warmup 0 --repeats 6 --fail-slower 5% -o "$stopped" -- \
        sleep 0.1 --vs python3 -c '
import os, signal, time
if os.fork() == 0:
    os.execvp("sleep", ["sleep", "0.1"])
stopper = os.fork()
if stopper == 0:
    def state():
        return open("/proc/%d/stat" % os.getppid()).read().rsplit(")", 1)[1].split()[0]
    os.kill(os.getppid(), signal.SIGSTOP)
    while state() != "T":
        time.sleep(0.01)
    time.sleep(0.2)
    os.kill(os.getppid(), signal.SIGCONT)
    os._exit(0)
os.wait()
os.wait()'
    expect_words "$WORK/out" '^B / A .* no direction$'
    expect 0 "$WITNESSMARK" show --json "$stopped"
    expect_equal "3: repeats with the flag stopped" "$(python3 -c '
import json, sys
print(json.load(open(sys.argv[1]))["wrapped"]["others"][0]["flags"]["stopped"])' "$WORK/out")" 6
}

# bent FAULT COMMAND...: runs the program with a faulty BLAS.
bent() {
    env WM_BENT_BLAS="$1" LD_PRELOAD="$WORK/bent_blas.so" "$WITNESSMARK" "${@:2}"
}

# product NAME ITEM...: writes $WORK/NAME.json with these items, of 2 repeats.
product() {
    local items=
    for shape in "${@:2}"; do
        items+=",{\"workload\":\"gemm\",\"variant\":\"f32\",\"shape\":$shape,\"repeats\":2}"
    done
    printf '{"name":"%s","nonce":"5e","repeat_seconds":0.001,"items":[%s]}' "$1" "${items:1}" \
        >"$WORK/$1.json"
}

# 5. Two records of one broken device, and one item of two continued. 9be32b7: "evidence preserving:
# yes", exit 0. A copied continuation is accepted/prior_copied.py, prior_run.py and prior_later.py.
continuations() {
    local label=gemm.f32.m8n520k16 evidence=prior.1.evidence_preserving
    product continued '{"m":8,"n":520,"k":16}' '{"n":64}'
    expect 0 bent none run --plan "$WORK/continued.json" -o "$WORK/whole"
    if ! head -n 1 "$WORK/whole/evidence.jsonl" |
        grep -q '"blas\.file","value":"[^"]*openblas'; then
        skip "5, 6: a device that computes wrong: OpenBLAS is not installed"
        return
    fi
    expect 1 bent sign run --plan "$WORK/continued.json" -o "$WORK/broken"
    expect 1 bent sign run --continue "$WORK/broken" -o "$WORK/broken-again"
    expect_equal "5: both outputs" "$(claim "$WORK/broken-again" link.1.$label.agreement)" identical
    expect_equal "5: evidence of a broken device" "$(claim "$WORK/broken-again" $evidence)" no
    expect 3 bent none run --continue "$WORK/whole" --item gemm.f32.n64 -o "$WORK/part"
    expect_equal "5: evidence of a part" "$(claim "$WORK/part" $evidence)" 'partial: not compared'
    expect 0 "$WITNESSMARK" audit -v "$WORK/broken-again"
    expect_words "$WORK/out" '^finding: prior 1 has findings of its own: '
}

# 6. f32 from operands of 16 bits at k = 8192. 9be32b7: PASS, with a G of 134,028 shown without a
# verdict.
narrowed_operands() {
    local label=gemm.f32.m64n520k8192
    product narrowed '{"m":64,"n":520,"k":8192}'
    expect 0 bent none run --plan "$WORK/narrowed.json" -o "$WORK/full"
    expect 1 bent narrow run --plan "$WORK/narrowed.json" -o "$WORK/narrow"
    expect_equal "6: verified" "$(claim "$WORK/narrow" $label.verified)" FAIL
    expect_words "$WORK/narrow/evidence.jsonl" "$label.rounding\".*\"text\":\"1[0-9]{5}\\."
    expect 0 "$WITNESSMARK" show "$WORK/narrow"
    expect_words "$WORK/out" 'its output failed the check: G 1[0-9]{5}\.[0-9]+ is not in 0\.8'
}

shared_gpu
stopped_program
slewed_clock
bent_wrap
if cc -shared -fPIC -O1 -D_GNU_SOURCE -o \
    "$WORK/bent_blas.so" "$ROOT/tests/fakes/bent_blas.c" -ldl -lm 2>"$WORK/err"; then
    continuations
    [ -d "$WORK/part" ] && narrowed_operands
else
    fail "5, 6: bent_blas.c cannot be compiled"
fi
after_load
finish
