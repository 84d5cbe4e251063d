#!/bin/bash
# Audits every record under records/ with every checker, and re-verifies its smaller openings here.
# A record of an older format is judged by the checkers that it carries alone.
. "$(dirname "$0")/../support/shell.sh"
cd "$ROOT" || exit 2
command -v xz >/dev/null || { echo "xz is not installed"; exit 77; }

size=$(find records -type f -printf '%s\n' | awk '{sum += $1} END {print sum + 0}')
[ "$size" -gt 0 ] && [ "$size" -le 12000000 ] && pass ||
    fail "records/ has $size bytes, at most 12,000,000 are shipped"
expect_equal "archives of another form" "$(find records -name '*.gz')" ""

# Every record has a row in records/README.md that says how it is made again, and there is no other.
tar tf records/measured.tar.xz | cut -d / -f 1 | sort -u >"$WORK/names"
tar xf records/measured.tar.xz -C "$WORK" || exit 2
sed -nE 's/^\| `([a-z0-9-]+)` \| 1\.[0-9] \|.*/\1/p' records/README.md | sort >"$WORK/rows"
expect_equal "rows of records/README.md" "$(cat "$WORK/rows")" "$(cat "$WORK/names")"
roots=$(for name in $(cat "$WORK/names"); do
    tail -n 1 "$WORK/$name/evidence.jsonl" | sha256sum | cut -d ' ' -f 1
done)

while read -r name; do
    record=$WORK/$name
    root=$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -d ' ' -f 1)

    # Our checkers, then those that the record carries. Of an older release only the words for a
    # reader may differ: the first line says the same.
    format=$(tail -n 1 "$record/evidence.jsonl" | sed -E 's/.*"format":"([^"]*)".*/\1/')
    if [ "$format" = witnessmark/1.2 ]; then
        expect_valid "$record" "$ROOT/code"
        expect_equal "the root of $name" "$(sed -n 1p "$WORK/answer")" "valid $root"
    else
        expect 3 "$WITNESSMARK" audit "$record"
        expect_words "$WORK/out" "^older evidence\.jsonl:[0-9]+: \[older\] .*$format"
    fi
    if command -v python3 >/dev/null; then
        expect 0 python3 "$record/code/verify_graph.py" "$record"
        expect_equal "the root by its verify_graph.py" "$(sed -n 1p "$WORK/out")" "valid $root"
    fi
    build_verify "$record/code/verify.c"
    expect 0 "$program" "$record"
    expect_equal "the root by its verify.c" "$(sed -n 1p "$WORK/out")" "valid $root"
    expect 0 sh -c "cd '$record' && sha256sum -c --quiet manifest.sha256"

    # No record is shipped without its priors.
    for prior in "$record"/prior/*.jsonl; do
        [ -f "$prior" ] || continue
        grep -q "$(tail -n 1 "$prior" | sha256sum | cut -d ' ' -f 1)" <<<"$roots" && pass ||
            fail "$name continues a record that is not shipped"
    done

    # What follows needs today's format.
    if [ "$format" != witnessmark/1.2 ]; then
        command -v python3 >/dev/null || { skip "$name: python3 is not installed"; continue; }
        mkdir -p "$WORK/today" && cd "$WORK/today" && shipped "$name" && cd "$ROOT" || exit 2
        record=$WORK/today/$name
        expect_valid "$record" "$ROOT/code"
    fi

    # All openings agree. The exit status is 3, since no product is computed. A continuation repeats
    # the items of its prior, so its largest openings are left out: they take seconds each.
    only=gemm. size_max=16384
    [ ! -d "$record/prior" ] || size_max=4096
    [ "$name" != h200-bursts ] || size_max=32768 # it has no smaller ones
    grep -q '"workload":"gemm"' "$record/evidence.jsonl" || only=random_access.
    expect 3 "$WITNESSMARK" reverify -v --max-size "$size_max" --only "$only" "$record"
    expect_words "$WORK/out" \
        '^[0-9]+ reproduced, [1-9][0-9]* spot-checked, [0-9]+ caught, 0 differ,'
done <"$WORK/names"
finish
