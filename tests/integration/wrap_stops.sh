#!/bin/bash
# wrap: stops of a command and of what is below it are counted and flagged; sleeping is not.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 1

# stops RECORD [SERIES]: the stops of each repeat; of one without them the reason. A run of which no
# look saw anything for a second, as on a machine that stood still, is `rare`.
stops() {
    python3 - "$1/evidence.jsonl" "${2:-wrap}" <<'PYTHON'
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    node = json.loads(line)
    if node.get("series") != sys.argv[2]:
        continue
    values = node["values"]
    reasons = [part[7:] for part in values.get("reason", "").split("; ")
               if part.startswith("stops: ")]
    assert (values["stops"] is None) == (len(reasons) == 1), values
    if reasons:
        print("rare" if reasons[0].endswith("more than 1 s apart") else reasons[0])
    else:
        print(values["stops"])
PYTHON
}

# expect_stops WHAT RECORD WANTED [SERIES]: the stops of all its repeats, one word for equal ones.
expect_stops() {
    local got
    got=$(stops "$2" "${4:-}" | sort -u | tr '\n' ' ')
    if [ "$got" = "rare " ]; then
        skip "$1: the machine stood still for a second"
    else
        expect_equal "stops: $1" "$got" "$3 "
    fi
}

# Shell words that stop a process, and continue it once it is stopped, after some seconds.
# shellcheck disable=SC2016
stop_self='pid=$$; (until grep -q "^State:.T" /proc/$pid/status; do sleep 0.01; done
sleep $0; kill -CONT $pid) & kill -STOP $pid'
[ -r "/proc/$$/task/$$/children" ] || {
    skip "this system does not list the children of a process"
    finish
}

# ---- the command itself ----

expect 0 "$WITNESSMARK" wrap -o self --warmup 0 --repeats 3 -- sh -c "$stop_self" 0.3
expect_words "$WORK/out" '^PASS  3 of 3 repeats ended .* 0; 3 of 3 flagged: 3 stopped$'
expect_words "$WORK/out" \
    '^WARNING  3 of 3 repeats stopped, at least 3 times in all; the times are too long$'
expect_stops "of a command" self 1
expect_valid self
# Every form says so.
expect 0 "$WITNESSMARK" audit self
expect_words "$WORK/out" '^WARNING  3 of 3 repeats flagged: .*3 stopped; times may be far too long$'
expect 0 "$WITNESSMARK" audit --json self
expect_json "$WORK/out" 'answer["records"][0]["wrapped_flags"]["stopped"] == 3'
expect 0 "$WITNESSMARK" show self
expect_words "$WORK/out" "^PASS  .* 0; 3 of 3 flagged: 3 stopped; the producer's claim$"
expect_words "$WORK/out" '^3 of 3 repeats flagged: .*3 stopped; they count like the others$'
expect 0 "$WITNESSMARK" show --markdown self
expect_words "$WORK/out" \
    'WARNING  3 of 3 repeats stopped, at least 3 times in all; the times are too long$'
expect 0 "$WITNESSMARK" show --json self
expect_json "$WORK/out" 'answer["wrapped"]["flags"]["stopped"] == 3'
expect_json "$WORK/out" 'answer["wrapped"]["repeats_flagged"] == 3'
expect_json "$WORK/out" 'answer["wrapped"]["stops"] == [1, 1, 1]'
expect_json "$WORK/out" 'len(answer["wrapped"]["clock_raw"]) == 3'
expect 0 "$WITNESSMARK" show --csv self
expect_words "$WORK/out" '^wall,s,.*,3,3,0,,.*,3,"?(1 starved, )?([1-3] steal, )?3 stopped"?$'
expect 0 "$WITNESSMARK" show self x.wrap.median_wall --markdown
expect_words "$WORK/out" ', 0 of 3 repeats failed, 3 of 3 repeats flagged: .*3 stopped'

# cpulimit stops a command again and again.
# shellcheck disable=SC2016
expect 0 "$WITNESSMARK" wrap -o again --warmup 0 --repeats 1 --json -- \
    sh -c 'pid=$$; (for i in 1 2 3; do
        kill -STOP $pid; until grep -q "^State:.T" /proc/$pid/status; do sleep 0.01; done
        kill -CONT $pid; until ! grep -q "^State:.T" /proc/$pid/status; do sleep 0.01; done
    done; echo >done) & until [ -e done ]; do sleep 0.01; done'
expect_json "$WORK/out" 'answer["status"] == "pass" and answer["repeats_flagged"] == 1'
expect_json "$WORK/out" 'answer["flags"]["stopped"] == 1'
# A stop that is over before this program is told of it and the next one can be one.
expect_equal "stops in turns" "$(stops again | grep -cx '[123]')" 1

# ---- below the command ----

# A look sees a stop of 1.5 s, or looks were rarer than that.
# shellcheck disable=SC2016
expect 0 "$WITNESSMARK" wrap -o below --warmup 0 --repeats 1 -- \
    sh -c 'sh -c "$0" 1.5; true' "$stop_self"
expect_stops "of a grandchild" below 1
[ "$(stops below)" = rare ] || expect_words "$WORK/out" '^PASS  .*; 1 of 1 flagged: 1 stopped$'
# A child that another thread than the first started.
cat >thread.py <<'PYTHON'
import subprocess, sys, threading
thread = threading.Thread(target=lambda: subprocess.call(["sh", "-c", sys.argv[1], "1.5"]))
thread.start()
thread.join()
PYTHON
expect 0 "$WITNESSMARK" wrap -o thread --warmup 0 --repeats 1 -- python3 thread.py "$stop_self"
expect_stops "of a thread's child" thread 1

# ---- what is no stop ----

# shellcheck disable=SC2016
for words in 'sleep 0.3' 'true' 'sh -c sleep${IFS}0.3;true' 'sh -c true&true|sleep${IFS}0.2'; do
    read -ra command <<<"$words"
    expect 0 "$WITNESSMARK" wrap -o "no stop: $words" --warmup 0 --repeats 2 -- "${command[@]}"
    expect_stops "$words" "no stop: $words" 0
    expect_equal "flags of $words" "$(grep -c stopped "$WORK/out")" 0
done
# Children that ended and nobody waited for, and a daemon that the command leaves.
expect 0 "$WITNESSMARK" wrap -o zombies --warmup 0 --repeats 1 -- python3 -c '
import os, time
for i in range(50):
    if os.fork() == 0:
        os._exit(0)
time.sleep(0.5)'
expect_stops "of zombies" zombies 0
expect 0 "$WITNESSMARK" wrap -o daemon --warmup 0 --repeats 1 -- \
    sh -c '(setsid sleep 0.6 >/dev/null 2>&1 &); sleep 0.3'
expect_stops "of a command that leaves a daemon" daemon 0
if strace -o /dev/null true 2>/dev/null; then
    expect 0 "$WITNESSMARK" wrap -o traced --warmup 0 --repeats 1 -- \
        strace -f -o /dev/null sh -c 'sleep 0.2; sleep 0.2; true'
    expect_stops "of what strace traces" traced 0
else
    skip "strace is not installed, or cannot trace here"
fi

# ---- this program ----

# It does not see the end of the command while it is stopped.
"$WITNESSMARK" wrap -o own --warmup 0 --repeats 1 -- \
    sh -c 'echo >begun; until [ -e go ]; do sleep 0.01; done' >"$WORK/out" 2>"$WORK/err" &
wait_until test -e begun
kill -STOP $!
kill -CONT $!
echo >go
wait $!
expect_equal "exit status" $? 0
expect_stops "of this program" own 1

# ---- what cannot be seen ----

if grep -qa __asan_init "$WITNESSMARK"; then
    skip "a sanitizer needs /proc"
elif unshare -m sh -c 'mount -t tmpfs none /proc' 2>/dev/null; then
    expect 0 unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh \
        "$WITNESSMARK" wrap -o no-proc --warmup 0 --repeats 2 -- sleep 0.1
    expect_stops "without /proc" no-proc '/proc does not list the processes below the command'
    expect_words "$WORK/out" '^WARNING  flags unknown: 2 of 2 repeats$'
    expect 0 "$WITNESSMARK" show no-proc
    expect_words "$WORK/out" '^flags unknown: 2 of 2 repeats$'
    expect 0 "$WITNESSMARK" audit no-proc
    expect_words "$WORK/out" '^WARNING  flags unknown: 2 of 2 repeats$'
    # What is not known is not good: no direction, here and between records.
    for name in pairs-unseen pairs-again; do
        expect 3 unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh \
            "$WITNESSMARK" wrap -o $name --warmup 0 --repeats 6 --fail-slower 5% -- sleep 0.01 \
            --vs sleep 0.2
    done
    expect_words "$WORK/out" '^WARNING  flags unknown: 6 of 6 repeats of B$'
    expect_words "$WORK/out" '^B / A .* no direction$'
    expect_words "$WORK/out" '^slower by more than 5%: undecided$'
    expect 3 "$WITNESSMARK" compare --json pairs-unseen pairs-again
    expect_words "$WORK/out" 'flags unknown'
    # A stop of the command is told without /proc.
    # shellcheck disable=SC2016
    unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh \
        "$WITNESSMARK" wrap -o told --warmup 0 --repeats 1 -- \
        sh -c 'echo $$ >pid; until [ -e told-go ]; do sleep 0.01; done' >/dev/null 2>&1 &
    wait_until has_lines pid 1
    kill -STOP "$(cat pid)"
    wait_until grep -q '^State:.T' "/proc/$(cat pid)/status"
    kill -CONT "$(cat pid)"
    echo >told-go
    wait $!
    expect_stops "of a command, without /proc" told 1
else
    skip "a folder cannot be mounted here"
fi
user=$(mktemp -d)
chmod 755 "$user"
# In a PID namespace of its own: before Linux 5.8 the option would hold for all mounts of one.
if [ "$(id -u)" = 0 ] && unshare -mpf mount -t proc -o hidepid=2 proc /proc 2>/dev/null &&
    setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null; then
    cp "$(type -P sleep)" "$user/root-sleep"
    cp "$WITNESSMARK" "$user/witnessmark"
    chmod 4755 "$user/root-sleep"
    mkdir "$user/there"
    chown 65534 "$user/there"
    case $(findmnt -no OPTIONS -T "$user" 2>/dev/null) in
    *nosuid*) skip "the temporary folder has no set user ids" ;;
    *)
        # shellcheck disable=SC2016
        expect 0 unshare -mpf sh -c 'mount -t proc -o hidepid=2 proc /proc; cd "$0"; exec "$@"' \
            "$user/there" setpriv --reuid 65534 --regid 65534 --clear-groups ../witnessmark wrap \
            -o hidden --warmup 0 --repeats 1 -- sh -c '../root-sleep 1.5; true'
        expect_stops "of a hidden process" "$user/there/hidden" \
            'a process below the command cannot be looked at'
        ;;
    esac
else
    skip "a process that is hidden: only as root, who can mount /proc"
fi
rm -rf "$user"
# More processes than a look sees.
expect 0 "$WITNESSMARK" wrap -o many --warmup 0 --repeats 1 -- python3 -c '
import os, signal, time
read, write = os.pipe()
children = []
for i in range(1500):
    child = os.fork()
    if child == 0:
        os.close(write)
        os.read(read, 1)
        os._exit(0)
    children.append(child)
time.sleep(1.5)
os.close(write)
for child in children:
    os.waitpid(child, 0)'
expect_equal "stops: of 1,500 processes" "$(stops many | grep -cx \
    'rare\|more than 1,024 processes below the command')" 1

# ---- directions ----

expect 3 "$WITNESSMARK" wrap -o pairs --warmup 0 --repeats 6 --fail-slower 5% -- sleep 0.01 \
    --vs sh -c "$stop_self" 0.3
expect_words "$WORK/out" '^PASS  6 of 6 repeats of each of 2 .*; 6 of 12 flagged: 6 stopped$'
expect_words "$WORK/out" '^WARNING  6 of 6 repeats of B stopped, at least 6 times in all; the times'
expect_words "$WORK/out" '^B / A .* no direction$'
expect_words "$WORK/out" '^slower by more than 5%: undecided$'
expect_valid pairs
expect 0 "$WITNESSMARK" show --json pairs
expect_json "$WORK/out" 'answer["wrapped"]["others"][0]["pairs"]["result"] == "no direction"'
expect_json "$WORK/out" 'answer["wrapped"]["others"][0]["flags"]["stopped"] == 6'
expect_json "$WORK/out" '"stopped" not in answer["wrapped"]["flags"]'
expect 0 "$WITNESSMARK" show pairs x.pair.b.median_ratio --markdown
expect_words "$WORK/out" ', B to A: no direction, .*, 6 of 6 repeats of B flagged: .*6 stopped'
# Few stops leave a median as it is.
expect 1 "$WITNESSMARK" wrap -o few --warmup 0 --repeats 7 --fail-slower 5% -- sleep 0.01 \
    --vs sh -c "[ -e stopped ] || { echo >stopped; $stop_self; }; sleep 0.2" 0.2
expect_words "$WORK/out" '^PASS  .*; 1 of 14 flagged: 1 stopped$'
expect_words "$WORK/out" '^B / A .* slower$'

# Between records any flagged repeat leaves no direction.
for record in calm-1 calm-2; do
    expect 0 "$WITNESSMARK" wrap -o $record --warmup 0 --repeats 3 -- sh -c 'sleep 0.3' 0.3
done
expect 0 "$WITNESSMARK" wrap -o self-2 --warmup 0 --repeats 3 -- sh -c "$stop_self" 0.3
expect 3 "$WITNESSMARK" compare calm-1 calm-2 -- self self-2
expect_words "$WORK/out" 'B: stopped'
expect_equal "directions" "$(grep -c 'faster\|slower$' "$WORK/out")" 0
expect 3 "$WITNESSMARK" compare --json calm-1 calm-2 -- self self-2
expect_json "$WORK/out" 'answer["other"][0]["repeats_stopped"] == 3'
expect_json "$WORK/out" '[run["no_direction"] for row in answer["own"]
    if row["claim"] == "x.wrap.median_wall" for run in row["other"]["runs"]] == ["stopped"] * 2'
expect 3 "$WITNESSMARK" compare calm-1 self
expect_words "$WORK/out" '^WARNING  B: 3 of 3 repeats flagged: .*3 stopped; .*may be far too long$'
finish
