# shellcheck shell=bash
# Point 9: the commands by hand work where the record's path has a newline.
seal=$(dirname "$WITNESSMARK")/examples/seal_own_numbers
printf 'latency:s\n1950\n' >"$WORK/newline.csv"
expect 0 "$seal" "$WORK/newline.csv" "$WORK/new
line"
expect 0 "$WITNESSMARK" show "$WORK/new
line" x.latency
command=$(grep -m 1 '^  sed -n ' "$WORK/out")
expect_equal "hash of a command by hand" "$(bash -c "${command%%   #*}" 2>&1 | cut -d ' ' -f 1)" \
    "${command##*# }"
