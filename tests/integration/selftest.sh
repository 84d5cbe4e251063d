#!/bin/bash
# selftest: its answer, its forms and its exit statuses.
. "$(dirname "$0")/../support/shell.sh"

expect 0 "$WITNESSMARK" selftest --operation fill_index
expect_equal "verdict" "$(sed 's/ (.*)//' "$WORK/out")" "PASS  15 of 15 cases right on cpu"
expect 0 "$WITNESSMARK" selftest --operation fill_index -v
expect_equal "table" "$(grep '^fill_index' "$WORK/out" | tr -s ' ')" "fill_index 15 0 0"
expect 0 "$WITNESSMARK" selftest --operation fill_index -q
expect_equal "lines of -q" "$(wc -l <"$WORK/out")" 1
expect 2 "$WITNESSMARK" selftest -v -q

expect 0 "$WITNESSMARK" selftest --operation triad --json
expect_equal "--json" "$(cut -d, -f1-2 "$WORK/out")" \
    '{"schema":"witnessmark-selftest/1","status":"pass"'
cp "$WORK/out" "$WORK/answer.json"
expect 0 "$WITNESSMARK" canon "$WORK/answer.json"

expect 0 "$WITNESSMARK" selftest --operation triad --verbose
expect_equal "lines of --verbose" "$(grep -c '^pass  *triad, ' "$WORK/err")" 8

for arguments in "--backend nosuch" "--device 7" "--operation nosuch" "--device x" "--backend" \
    "extra"; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" selftest $arguments
    one_line "$WORK/err" && pass || fail "not one line for '$arguments': $(cat "$WORK/err")"
done
expect 2 "$WITNESSMARK" selftest --operation tria
expect_words "$WORK/err" \
    "^witnessmark selftest: --operation: unknown operation 'tria'; .*selftest -v. lists all$"
finish
