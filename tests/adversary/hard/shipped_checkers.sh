# shellcheck shell=bash
# The checkers of each shipped record are known, and those of a new record are this release's.
# 9be32b7 answered "not from a release that this program knows" for nearly all.
checkers_are_known() {
    local archive record
    command -v xz >/dev/null || { skip "xz is not installed: the shipped records"; return; }
    for archive in "$ROOT"/records/*.tar.xz "$ROOT"/records/*/*.tar.xz; do
        rm -rf "$WORK/shipped"
        mkdir "$WORK/shipped"
        tar xf "$archive" -C "$WORK/shipped" || fail "cannot unpack $archive"
        while read -r record; do
            "$WITNESSMARK" audit "$(dirname "$record")" >"$WORK/out" 2>"$WORK/err"
            expect_words "$WORK/err" '^checkers: from (an earlier|this) release$'
        done < <(find "$WORK/shipped" -name evidence.jsonl | grep . || fail "no record in $archive")
    done
    printf 'v\n1\n2\n' >"$WORK/numbers.csv"
    expect 0 "$WITNESSMARK" import csv "$WORK/numbers.csv" -o "$WORK/new"
    expect 0 "$WITNESSMARK" audit "$WORK/new"
    expect_words "$WORK/err" '^checkers: from this release$'
}
checkers_are_known
