# shellcheck shell=bash
# Point 5: own numbers are in the CSV, and no device is called (none).
seal=$(dirname "$WITNESSMARK")/examples/seal_own_numbers
printf 'latency:ms\n1950\n1951\n1952\n' >"$WORK/own.csv"
expect 0 "$seal" "$WORK/own.csv" "$WORK/own"
expect 0 "$WITNESSMARK" show --csv "$WORK/own"
expect_words "$WORK/out" '^x\.latency,1951,ms,'
expect 0 "$WITNESSMARK" show "$WORK/own"
expect_equal "devices that are not there" "$(grep -c '(none)' "$WORK/out")" 0
