#!/bin/bash
# The test runner counts what happened: failures, crashes and skips are never passes.
set -u
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=0

# make_test NAME BODY: a test script.
make_test() {
    printf '#!/bin/bash\n%s\n' "$2" >"$scratch/$1"
    chmod +x "$scratch/$1"
}

# expect STATUS LAST-LINE ARGUMENTS...
expect() {
    local status=$1 line=$2 got
    shift 2
    tests/support/run-tests "$@" >"$scratch/out" 2>&1
    got=$?
    if [ "$got" -ne "$status" ] || [ "$(tail -n 1 "$scratch/out")" != "$line" ]; then
        echo "run-tests $*: exit $got, expected $status"
        echo "last line: $(tail -n 1 "$scratch/out"), expected: $line"
        failed=1
    fi
}

make_test good.sh 'exit 0'
make_test bad.sh 'echo the reason; exit 1'
make_test skip.sh 'echo no such device; exit 77'
make_test crash.sh 'kill -SEGV $$'
make_test summed.sh 'echo "5 passed, 0 failed, 2 skipped"'
make_test lying.sh 'echo "5 passed, 0 failed, 0 skipped"; exit 1'
make_test cmocka.sh 'cat <<END
[==========] Running 3 test(s).
[       OK ] a
[  FAILED  ] b
[  SKIPPED ] c
[  SKIPPED ] 1 test(s)
[  SKIPPED ] c
[  FAILED  ] b
END
exit 1'
make_test none.sh 'printf "[==========] Running 0 test(s).\n"'
make_test died.sh 'printf "[==========] Running 2 test(s).\n[       OK ] a\n"; kill -ABRT $$'

expect 0 '1 passed, 0 failed, 0 skipped' "$scratch/good.sh"
expect 1 '0 passed, 1 failed, 0 skipped' "$scratch/bad.sh"
grep -q 'the reason' "$scratch/out" || failed=1
expect 0 '0 passed, 0 failed, 1 skipped' "$scratch/skip.sh"
grep -q 'no such device' "$scratch/out" || failed=1
expect 1 '0 passed, 1 failed, 0 skipped' "$scratch/crash.sh"
expect 0 '5 passed, 0 failed, 2 skipped' "$scratch/summed.sh"
expect 1 '5 passed, 1 failed, 0 skipped' "$scratch/lying.sh"
expect 1 '1 passed, 1 failed, 1 skipped' "$scratch/cmocka.sh"
expect 1 '0 passed, 1 failed, 0 skipped' "$scratch/none.sh"
expect 1 '1 passed, 1 failed, 0 skipped' "$scratch/died.sh"
expect 1 '0 passed, 1 failed, 0 skipped' "$scratch/absent.sh"
# A test that hangs is stopped, with what it started, and is no verdict.
make_test hang.sh 'sleep 1000000 & echo $! >"$0.pid"; wait'
WM_HANG_SECONDS=1 expect 1 '1 passed, 1 failed, 0 skipped' "$scratch/hang.sh" "$scratch/good.sh"
grep -q '^STOPPED .*/hang\.sh: it did not end in 1 s' "$scratch/out" || failed=1
grep -q '^1 of the failed were stopped: no verdict$' "$scratch/out" || failed=1
status=/proc/$(cat "$scratch/hang.sh.pid")/status
while grep -q '^State:[[:space:]]*[^ZX]' "$status" 2>/dev/null; do
    sleep 0.05
done
# Its own 124 is a failure like any other.
make_test own.sh 'exit 124'
WM_HANG_SECONDS=100 expect 1 '0 passed, 1 failed, 0 skipped' "$scratch/own.sh"
grep -q STOPPED "$scratch/out" && failed=1
# A test ignores neither SIGINT nor SIGQUIT (bits 1 and 2), though it runs in the background.
make_test signals.sh 'grep -q "^SigIgn:.*[0189]$" /proc/self/status'
expect 0 '1 passed, 0 failed, 0 skipped' "$scratch/signals.sh"
expect 1 '6 passed, 1 failed, 3 skipped' -j 3 "$scratch/good.sh" "$scratch/bad.sh" \
    "$scratch/skip.sh" \
    --serial "$scratch/summed.sh"
expect 0 '6 passed, 0 failed, 2 skipped' -v "$scratch/good.sh" "$scratch/summed.sh"
[ "$(grep -cE '^  [0-9]+\.[0-9] s  .*/(good|summed)\.sh$' "$scratch/out")" -eq 2 ] || failed=1
grep -qE '^ +[0-9]+\.[0-9] s  .*/summed\.sh: 5 passed, 0 failed, 2 skipped$' "$scratch/out" ||
    failed=1
# A line comes as soon as its test has ended: the second test waits for that of the first.
make_test first.sh 'exit 0'
make_test second.sh "until grep -q first.sh '$scratch/early'; do sleep 0.05; done"
WM_HANG_SECONDS=600 tests/support/run-tests -v "$scratch/first.sh" "$scratch/second.sh" \
    >"$scratch/early" || failed=1
exit "$failed"
