#!/bin/bash
# Audits every record under records/ with every checker, and re-verifies its smaller openings here.
# A record of an older format is judged by the checkers that it carries alone.
. "$(dirname "$0")/../support/shell.sh"
cd "$ROOT" || exit 2

for archive in records/*.tar.gz records/older/*.tar.gz; do
    [ -f "$archive" ] || continue
    name=$(basename "$archive" .tar.gz)
    record=$WORK/$name
    size=$(du -sk "$archive" | cut -f 1)
    [ "$size" -lt 8000 ] && pass || fail "$archive has $size KiB, more than 8,000"
    expect_equal "folders in $archive" "$(tar tzf "$archive" | cut -d / -f 1 | sort -u)" "$name"
    tar xzf "$archive" -C "$WORK" || exit 2
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

    # What follows needs today's format. A continuation cannot be restated in it.
    if [ "$format" != witnessmark/1.2 ]; then
        [[ $archive != records/older/* ]] && [ ! -d "$record/prior" ] || continue
        command -v python3 >/dev/null || { skip "$name: python3 is not installed"; continue; }
        mkdir -p "$WORK/today" && cd "$WORK/today" && shipped "$name" && cd "$ROOT" || exit 2
        record=$WORK/today/$name
        expect_valid "$record" "$ROOT/code"
    fi

    # All openings agree. The exit status is 3, since no product is computed. A continuation repeats
    # the items of its prior, so its largest openings are left out: they take seconds each.
    only=gemm. size_max=16384
    [ ! -d "$record/prior" ] || size_max=4096
    grep -q '"workload":"gemm"' "$record/evidence.jsonl" || only=random_access.
    expect 3 "$WITNESSMARK" reverify -v --max-size "$size_max" --only "$only" "$record"
    expect_words "$WORK/out" \
        '^[0-9]+ reproduced, [1-9][0-9]* spot-checked, [0-9]+ caught, 0 differ,'
done
[ "$((passed + failed))" -gt 0 ] || skip "no record under records/"
finish
