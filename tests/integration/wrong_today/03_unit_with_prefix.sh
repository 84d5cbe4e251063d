# shellcheck shell=bash
# Point 3: a unit that has a prefix, and a bare number, get none.
seal=$(dirname "$WITNESSMARK")/examples/seal_own_numbers
printf 'latency:ms,share,speed:B/s\n1950,0.915,1950\n' >"$WORK/numbers.csv"
if [ -x "$seal" ]; then
    expect 0 "$seal" "$WORK/numbers.csv" "$WORK/numbers"
    expect 0 "$WITNESSMARK" show "$WORK/numbers"
    expect_words "$WORK/out" '^x\.latency +1950 ms$'
    expect_words "$WORK/out" '^x\.share +0\.9150$'
    expect_words "$WORK/out" '^x\.speed +1\.950 kB/s$'
else
    fail "no example $seal; make programs builds it"
fi
