#!/bin/bash
# A continuation that is killed, or whose disk is full, at any call that changes the disk.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/shim.so" "$ROOT/tests/integration/crash_shim.c" -ldl ||
    exit 2
mkdir "$WORK/records"
export WM_SHIM_FOLDER=$WORK/records
if ! command -v python3 >/dev/null || ! [ -x "$BUILD/tests/tools/seal_lines" ]; then
    skip "python3 or tests/tools/seal_lines is not there"
    finish
fi
# Its outputs are made up, so that the continuation has a revisit; its findings end with 1.
expect 0 python3 "$ROOT/tests/support/continue_record.py" --seal "$BUILD/tests/tools/seal_lines" \
    "$WORK/prior"

# run_to NAME OPTION...: a continuation with the shim; its messages are in $WORK/words.
run_to() {
    local record=$1
    shift
    LD_PRELOAD=$WORK/shim.so "$WITNESSMARK" run --continue "$WORK/prior" --item gemm.int8.n6 \
        --repeats 2 --seconds 0.001 -o "$WORK/records/$record" "$@" >"$WORK/words" 2>&1 </dev/null
}

# shimmed NAME=VALUE NAME OPTION...: the shim interferes.
shimmed() {
    (
        export "$1"
        shift
        run_to "$@"
    ) 2>/dev/null
}

# is_whole NAME WHAT: the record is valid, holds its prior, and has its revisit.
is_whole() {
    local record=$WORK/records/$1
    if ! "$WITNESSMARK" audit "$record" >"$WORK/out" 2>&1; then
        fail "$2: a broken record has the final name: $(cat "$WORK/out")"
    elif ! cmp -s "$WORK/prior/evidence.jsonl" "$record/prior/1.jsonl"; then
        fail "$2: another prior"
    else
        expect_equal "$2: revisits" "$(grep -c '"kind":"revisit"' "$record/evidence.jsonl")" 1
    fi
}

# finish_run NAME WHAT: the interrupted run can be resumed, and becomes a valid record.
finish_run() {
    if ! [ -e "$WORK/records/$1" ]; then
        if [ -e "$WORK/records/.$1.partial" ]; then
            run_to "$1" --resume
        else
            run_to "$1" # nothing was begun yet
        fi
        [ $? -eq 1 ] || fail "$2: resuming failed: $(cat "$WORK/words")"
        [ -e "$WORK/records/.$1.partial" ] && fail "$2: the partial is still there"
    fi
    is_whole "$1" "$2"
    rm -rf "$WORK/records/$1" "$WORK/records/.$1.partial"
}

shimmed WM_SHIM_COUNT="$WORK/calls" whole
expect_equal "exit of an undisturbed run" "$?" 1
is_whole whole "an undisturbed run"
calls=$(cat "$WORK/calls")
[ "$calls" -ge 25 ] && pass || fail "only $calls calls were counted: the shim does not work"

for ((i = 1; i <= calls; i++)); do
    shimmed WM_SHIM_KILL=$i "killed$i"
    status=$?
    [ "$status" -eq 137 ] || { fail "kill at call $i: exit $status"; continue; }
    finish_run "killed$i" "kill at call $i"
done

for ((i = 1; i <= calls; i++)); do
    shimmed WM_SHIM_FULL=$i "full$i"
    status=$?
    if [ "$status" -ne 2 ]; then
        # Only the sync of the folder after the final rename may come too late to matter.
        [ -e "$WORK/records/full$i" ] ||
            fail "full disk at call $i: exit $status, not 2: $(cat "$WORK/words")"
    elif ! grep -q 'No space left on device' "$WORK/words"; then
        fail "full disk at call $i: not said: $(cat "$WORK/words")"
    else
        pass
    fi
    # Resuming is tested as above; every fourth answer is enough here.
    [ $((i % 4)) -eq 0 ] && finish_run "full$i" "full disk at call $i"
    rm -rf "$WORK/records/full$i" "$WORK/records/.full$i.partial"
done

# The stored prior is hashed again by a run that resumes.
shimmed WM_SHIM_KILL=$((calls / 2)) other
partial=$WORK/records/.other.partial
cp "$partial/prior/1.jsonl" "$WORK/kept"
sed -i '5s/made up/made in/' "$partial/prior/1.jsonl"
run_to other --resume
expect_equal "exit with a changed prior" "$?" 2
expect_words "$WORK/words" "its prior/1.jsonl is not the given record's evidence"
rm "$partial/prior/1.jsonl"
run_to other --resume
expect_equal "exit without the stored prior" "$?" 2
expect_words "$WORK/words" 'its prior/1.jsonl is absent'
cp "$WORK/kept" "$partial/prior/1.jsonl"
finish_run other "the stored prior is back"

# The device is lost at one of its calls. It stays lost, or a new process has it again.
lost=$BUILD/tests/tools/lost_cpu
run_lost() {
    "$lost" run --continue "$WORK/prior" --item gemm.int8.n6 --item gemm.f64.m64n5k64 --repeats 2 \
        --seconds 0.001 -o "$WORK/records/$1" >"$WORK/words" 2>&1 </dev/null
}
# is_sealed NAME WHAT: a valid record with its prior; each item has a failed repeat or a revisit.
is_sealed() {
    local record=$WORK/records/$1 failed
    expect 0 "$WITNESSMARK" audit "$record"
    cmp -s "$WORK/prior/evidence.jsonl" "$record/prior/1.jsonl" || fail "$2: another prior"
    failed=$(grep '"kind":"workload"' "$record/evidence.jsonl" | grep '"status":"failed"' |
        grep -o '"item":[0-9]*' | sort -u | wc -l)
    expect_equal "$2: failed items and revisits" \
        "$((failed + $(grep -c '"kind":"revisit"' "$record/evidence.jsonl")))" 2
    [ "$failed" -le "$3" ] && pass || fail "$2: $failed items failed"
}
if [ -x "$lost" ]; then
    WM_LOST_COUNT=$WORK/calls run_lost healthy
    expect_equal "exit with a healthy device" "$?" 1
    is_sealed healthy "a healthy device" 0
    calls=$(cat "$WORK/calls") resumed=0
    [ "$calls" -ge 100 ] && pass || fail "only $calls calls of the device"
    for ((i = 1; i <= calls; i += 1 + calls / 30)); do
        what="device lost at call $i"
        WM_LOST_AT=$i run_lost "lost$i"
        status=$?
        if [ "$status" -eq 2 ]; then # before the record was begun
            expect_words "$WORK/words" 'the device failed|simulated'
            [ -e "$WORK/records/lost$i" ] && fail "$what: a record without a run"
            continue
        fi
        is_sealed "lost$i" "$what" 2
        WM_LOST_AT=$i WM_LOST_BACK=1 run_lost "back$i"
        is_sealed "back$i" "$what, and back" 1
        # A process that has appended something resumes in a new one.
        [ "$(grep -c '"kind":"session"' "$WORK/records/back$i/evidence.jsonl")" -eq 2 ] &&
            resumed=$((resumed + 1))
        rm -rf "$WORK/records/lost$i" "$WORK/records/back$i"
    done
    [ "$resumed" -ge 10 ] && pass || fail "only $resumed runs were resumed"
    expect_equal "what unfinished runs left" "$(find "$WORK/records" -name '.*.partial')" ""
else
    skip "tests/tools/lost_cpu is not there (make programs)"
fi

# A limit on file sizes below that of the prior: nothing is left.
(ulimit -f 8; run_to limited)
expect_equal "exit under a limit on the size of files" "$?" 2
expect_words "$WORK/words" 'cannot copy a prior: File too large'
[ -e "$WORK/records/limited" ] || [ -e "$WORK/records/.limited.partial" ] &&
    fail "a run that could not begin left something" || pass

# A file system that is too small is refused before anything is copied or measured.
mkdir "$WORK/small"
if mount -t tmpfs -o size=256k tmpfs "$WORK/small" 2>/dev/null; then
    expect 2 "$WITNESSMARK" run --continue "$WORK/prior" -o "$WORK/small/record"
    expect_words "$WORK/err" 'bytes free|No space left'
    expect_equal "what it left" "$(ls -A "$WORK/small")" ""
    umount "$WORK/small"
else
    skip "mounting a small file system is not allowed here"
fi
finish
