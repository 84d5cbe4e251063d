# shellcheck shell=bash
# Point 9: `help run` is `run --help`, and a mistyped command gets a guess.
expect 0 "$WITNESSMARK" run --help
cp "$WORK/out" "$WORK/run-help"
expect 0 "$WITNESSMARK" help run
cmp -s "$WORK/out" "$WORK/run-help" && pass || fail "help run is not run --help"
expect 2 "$WITNESSMARK" help adit
expect_words "$WORK/err" "unknown command 'adit'.*did you mean 'audit'\?"
expect 2 "$WITNESSMARK" revrify
expect_words "$WORK/err" "unknown command 'revrify'.*did you mean 'reverify'\?"
one_line "$WORK/err" && pass || fail "not one line: $(cat "$WORK/err")"
