#!/bin/bash
# A run that is killed, or whose disk is full, at any call that changes the disk can be resumed.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/shim.so" "$ROOT/tests/integration/crash_shim.c" -ldl ||
    exit 2
mkdir "$WORK/records"
export WM_SHIM_FOLDER=$WORK/records
cat >"$WORK/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"m": 16, "n": 24, "k": 8}, "repeats": 2}]}
PLAN

messages=$WORK # the folder of the messages
# run_to NAME OPTION...: a run with the shim; its messages are in $messages/words. A run that
# resumes needs the same LD_PRELOAD, which is a fact of the environment.
run_to() {
    local record=$1
    shift
    LD_PRELOAD=$WORK/shim.so "$WITNESSMARK" run --plan "$WORK/plan.json" \
        -o "$WORK/records/$record" "$@" >"$messages/words" 2>&1 </dev/null
}

# shimmed NAME=VALUE NAME OPTION...: the shim interferes.
shimmed() {
    (
        export "$1"
        shift
        run_to "$@"
    ) 2>/dev/null
}

shimmed WM_SHIM_COUNT="$WORK/calls" whole
expect_equal "exit of an undisturbed run" "$?" 0
calls=$(cat "$WORK/calls")
[ "$calls" -ge 20 ] && pass || fail "only $calls calls were counted: the shim does not work"

# finish_run NAME WHAT: the interrupted run can be resumed, and becomes a valid record.
finish_run() {
    if [ -e "$WORK/records/$1" ]; then
        # The interruption came after the record got its name: then the record must be whole.
        "$WITNESSMARK" audit "$WORK/records/$1" >"$messages/out" 2>&1 && pass ||
            fail "$2: a broken record has the final name: $(cat "$messages/out")"
        return
    fi
    if [ -e "$WORK/records/.$1.partial" ]; then
        run_to "$1" --resume
    else
        run_to "$1" # nothing was begun yet
    fi
    if [ $? -ne 0 ]; then
        fail "$2: resuming failed: $(cat "$messages/words")"
    elif ! "$WITNESSMARK" audit "$WORK/records/$1" >"$messages/out" 2>&1; then
        fail "$2: the resumed record is not valid: $(cat "$messages/out")"
    elif [ -e "$WORK/records/.$1.partial" ]; then
        fail "$2: the partial is still there"
    else
        pass
    fi
    rm -rf "$WORK/records/$1"
}

kill_at_each_call() {
    for ((i = 1; i <= calls; i++)); do
        shimmed WM_SHIM_KILL=$i "killed$i"
        status=$?
        [ "$status" -eq 137 ] || { fail "kill at call $i: exit $status"; continue; }
        finish_run "killed$i" "kill at call $i"
    done
}

fill_at_each_call() {
    for ((i = 1; i <= calls; i++)); do
        shimmed WM_SHIM_FULL=$i "full$i"
        status=$?
        if [ "$status" -ne 2 ]; then
            # Only the sync of the folder after the final rename may come too late to matter.
            [ -e "$WORK/records/full$i" ] ||
                fail "full disk at call $i: exit $status, not 2: $(cat "$messages/words")"
        elif ! grep -q 'No space left on device' "$messages/words"; then
            fail "full disk at call $i: not said: $(cat "$messages/words")"
        else
            pass
        fi
        # Resuming is tested as above; every fourth answer is enough here.
        [ $((i % 4)) -eq 0 ] && finish_run "full$i" "full disk at call $i"
        rm -rf "$WORK/records/full$i" "$WORK/records/.full$i.partial"
    done
}

# A run sleeps for a part of its time, so the two go on at once. Each has its own messages, and
# leaves its counts.
at_once() {
    (
        passed=0 failed=0 messages=$WORK/$1
        mkdir "$messages"
        "$1"
        echo "$passed $failed" >"$messages/counts"
    ) >"$WORK/$1.failures"
}
at_once kill_at_each_call &
at_once fill_at_each_call
wait
for part in kill_at_each_call fill_at_each_call; do
    cat "$WORK/$part.failures"
    read -r ok bad <"$WORK/$part/counts" || ok=0 bad=1
    passed=$((passed + ok)) failed=$((failed + bad))
done

# Killed several times, with the end of the evidence torn as after a crash of the machine.
shimmed WM_SHIM_KILL=12 torn
for tail in '{"type":"observation"' $'\0\0\0\0' '{"type":"observation","kind":"workl'; do
    printf '%s' "$tail" >>"$WORK/records/.torn.partial/evidence.jsonl"
    shimmed WM_SHIM_KILL=6 torn --resume
done
finish_run torn "torn lines"

# Another plan, or nothing to resume, is an error; existing files remain.
shimmed WM_SHIM_KILL=14 other
before=$(sha256sum <"$WORK/records/.other.partial/evidence.jsonl")
sed -i 's/"repeats": 2/"repeats": 3/' "$WORK/plan.json"
run_to other --resume
expect_equal "exit with another plan" "$?" 2
expect_words "$WORK/words" '--plan: the partial record has other items in its plan tiny; resume'
run_to other
expect_equal "exit without --resume over a partial" "$?" 2
expect 3 "$WITNESSMARK" audit "$WORK/records/.other.partial/"
expect_words "$WORK/err" "^next: witnessmark run --resume -o $WORK/records/other\$"
cp -r "$WORK/records/.other.partial" "$WORK/renamed"
expect 3 "$WITNESSMARK" audit "$WORK/renamed"
expect_words "$WORK/err" "^next: rename $WORK/renamed to \.NAME\.partial, then " \
    'witnessmark run --resume -o NAME$'
expect 3 "$WITNESSMARK" audit --json "$WORK/renamed"
expect_words "$WORK/out" '"status":"unfinished".*"tag":"unfinished"'
printf '{"torn' >>"$WORK/renamed/evidence.jsonl"
expect 3 "$WITNESSMARK" audit "$WORK/renamed"
expect_words "$WORK/err" '^next: rename '
# A finished record gets no such hint, with any name of its folder and any damage.
cp -r "$WORK/records/whole" "$WORK/.whole.partial"
sed -i '4s/"item":0/"item":1/' "$WORK/.whole.partial/evidence.jsonl"
expect 1 "$WITNESSMARK" audit "$WORK/.whole.partial"
expect_equal "hint about a record that ended" "$(cat "$WORK/err")" \
    "next: sed -n 4p $WORK/.whole.partial/evidence.jsonl"
sed -i '$d' "$WORK/.whole.partial/evidence.jsonl"
expect 1 "$WITNESSMARK" audit "$WORK/.whole.partial"
expect_equal "hint about a record that was cut" "$(grep -c 'run --resume' "$WORK/err")" 0
expect_words "$WORK/words" 'resume'
expect_equal "the partial afterwards" \
    "$(sha256sum <"$WORK/records/.other.partial/evidence.jsonl")" "$before"
run_to nothing --resume
expect_equal "exit with nothing to resume" "$?" 2

# A run does not resume in another environment: the repeats of an item would come from two.
sed -i 's/"repeats": 3/"repeats": 2/' "$WORK/plan.json"
run_to other --resume --threads "$(($(nproc) > 1 ? 1 : 2))"
expect_words "$WORK/words" '--threads: the partial record has [0-9]+ threads; resume'
OMP_DYNAMIC=true run_to other --resume
expect_equal "exit in another environment" "$?" 2
expect_words "$WORK/words" 'another environment'
expect_equal "the partial afterwards" \
    "$(sha256sum <"$WORK/records/.other.partial/evidence.jsonl")" "$before"

# A resumed record has a session for each start, and keeps its run.
mkdir "$WORK/records/.again.partial"
head -n 5 "$WORK/records/whole/evidence.jsonl" >"$WORK/records/.again.partial/evidence.jsonl"
run_to again --resume
expect_equal "exit of a run with two sessions" "$?" 0
expect 0 "$WITNESSMARK" show -v "$WORK/records/again"
expect_words "$WORK/out" '^run: [0-9.]+ [a-z]*s, 2 sessions, '
expect_words "$WORK/out" '^finding: record\.sessions is 2$'
expect_equal "sessions of a resumed run" \
    "$(grep -c '"kind":"session"' "$WORK/records/again/evidence.jsonl")" 2
expect_equal "plan of a resumed run" "$(sed -n 2p "$WORK/records/again/evidence.jsonl")" \
    "$(sed -n 2p "$WORK/records/whole/evidence.jsonl")"

# Damage inside a partial is refused, never sealed.
sed -i '4s/"item":0/"item":1/' "$WORK/records/.other.partial/evidence.jsonl"
run_to other --resume
expect_equal "exit with a damaged partial" "$?" 2
[ ! -e "$WORK/records/other" ] && pass || fail "a damaged partial was sealed"

# Two runs with one name.
cp "$WORK/plan.json" "$WORK/long.json"
sed -i 's/0\.001/2/' "$WORK/long.json"
"$WITNESSMARK" run --plan "$WORK/long.json" -o "$WORK/records/twice" --threads=1 >/dev/null \
    2>"$WORK/first" </dev/null &
first=$!
wait_until [ -s "$WORK/records/.twice.partial/evidence.jsonl" ]
"$WITNESSMARK" run --plan "$WORK/long.json" -o "$WORK/records/twice" --resume >"$WORK/words" 2>&1 \
    </dev/null
expect_equal "exit of the second run at one name" "$?" 2
expect_words "$WORK/words" 'another process'

# A signal: the run is saved, exits 128+n, and can be resumed.
kill -INT "$first"
wait "$first"
expect_equal "exit after SIGINT" "$?" 130
[ -e "$WORK/records/.twice.partial" ] && pass || fail "an interrupted run left nothing"
expect_words "$WORK/first" "interrupted by signal 2; saved in $WORK/records/.twice.partial\$"
expect_words "$WORK/first" \
    "^Resume with: witnessmark run --resume -o $WORK/records/twice\$"
finish
