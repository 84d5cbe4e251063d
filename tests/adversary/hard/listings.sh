# shellcheck shell=bash
# 200,000 extra files in a record cost four listings of its folder; verify_graph.py made two.
# 9be32b7: 800,065 calls of newfstatat and 792 of getdents64; one listing takes 200,038 and 198.
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/count.so" "$ROOT/tests/fakes/call_counter.c" -ldl ||
    exit 2
python3 "$ROOT/tests/support/make_record.py" --plan x "$WORK/listed" || exit 2
mkdir "$WORK/listed/more"

# entries COMMAND...: the entries of folders that an audit of the record reads.
entries() {
    expect 1 env LD_PRELOAD="$WORK/count.so" WM_COUNT_FILE="$WORK/listed.count" "$@" "$WORK/listed"
    expect_words "$WORK/out" '^invalid more/1: \[extra\] the manifest does not name this file$'
    read_entries=$(sed -n 's/^entries //p' "$WORK/listed.count")
}

for checker in "$WITNESSMARK audit" "python3 $ROOT/code/verify_graph.py"; do
    touch "$WORK/listed/more/1"
    # shellcheck disable=SC2086
    entries $checker
    few=$read_entries
    (cd "$WORK/listed/more" && seq 2000 | xargs touch)
    # shellcheck disable=SC2086
    entries $checker
    rm "$WORK/listed/more/"*
    expect_equal "entries read for 1,999 files more by $checker" $((read_entries - few)) 1999
done
