# shellcheck shell=bash
# A name of over 64 bytes in `values` turned off the audit's cache: each reduction read its
# observations again. 9be32b7: 57,600 reads more than for short names, 14 times the time. Now a name
# has at most 64 bytes.
# tests/bench/long_names.sh times all four checkers.
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/count.so" "$ROOT/tests/fakes/call_counter.c" -ldl ||
    exit 2
for bytes in 2 64; do
    python3 "$ROOT/tests/support/make_record.py" --long-names "$bytes" "$WORK/names$bytes" || exit 2
    expect 0 env LD_PRELOAD="$WORK/count.so" WM_COUNT_FILE="$WORK/names$bytes.count" \
        "$WITNESSMARK" audit "$WORK/names$bytes"
done
reads() {
    sed -n 's/^reads //p' "$WORK/names$1.count"
}
[ "$(reads 2)" -gt 10 ] || fail "only $(reads 2) reads were counted"
# A longer file has more blocks.
if [ "$(reads 64)" -le "$(($(reads 2) + 96 * 2 * 64 / 4096 + 20))" ]; then
    pass
else
    fail "$(reads 64) reads with a name of 64 bytes, $(reads 2) with one of 2"
fi
