#!/bin/bash
# selftest: its answer, its forms and its exit statuses.
set -u
program=$WITNESSMARK
failed=0
expect() { # name, wanted, got
    if [ "$2" != "$3" ]; then
        printf '%s: wanted\n%s\ngot\n%s\n' "$1" "$2" "$3"
        failed=1
    fi
}

answer=$("$program" selftest --operation fill_index 2>&1)
expect "exit status" 0 $?
expect "verdict" "PASS cpu: 5 cases passed, 0 failed, 0 unsupported" \
    "$(head -1 <<<"$answer" | sed 's/ (.*):/:/')"
expect "table" "fill_index 5 0 0" "$(grep '^fill_index' <<<"$answer" | tr -s ' ')"

answer=$("$program" selftest --operation triad --json)
expect "exit status of --json" 0 $?
expect "--json" '{"schema":"witnessmark-selftest/1","status":"pass"' "$(cut -d, -f1-2 <<<"$answer")"
expect "--json is JSON" 0 "$("$program" canon <<<"$answer" >/dev/null 2>&1; echo $?)"

expect "--verbose" 8 "$("$program" selftest --operation triad --verbose 2>&1 >/dev/null | grep -c '^pass  *triad, ')"

for arguments in "--backend nosuch" "--device 7" "--operation nosuch" "--device x" "--backend" "extra"; do
    # shellcheck disable=SC2086
    answer=$("$program" selftest $arguments 2>&1 >/dev/null)
    expect "exit status of $arguments" 2 $?
    expect "lines of $arguments" 1 "$(wc -l <<<"$answer")"
done
exit $failed
