# shellcheck shell=bash
# Files that are no record, and evidence that ends early. 9be32b7 answered "invalid
# evidence.jsonl:1: [line] the line is not JSON", exit 1, for the first. Of the second it did not
# say that the record is unfinished.
files_that_are_no_record() {
    local at=$WORK/no_record checker file words
    mkdir "$at"
    printf 'v\n1\n2\n' >"$at/numbers.csv"
    expect 0 "$WITNESSMARK" import csv "$at/numbers.csv" -o "$at/own"
    expect 0 "${CC:-cc}" -std=c99 -O1 -ffp-contract=off -o "$at/verify" "$at/own/code/verify.c" -lm
    local checkers=("$WITNESSMARK audit" "$at/verify" "python3 $at/own/code/verify_graph.py")
    : >"$at/empty"
    printf '{\n  "type": "observation"\n}\n' >"$at/pretty"
    head -c 100 "$at/own/evidence.jsonl" >"$at/torn"
    for checker in "${checkers[@]}"; do
        for file in /etc/passwd /bin/true "$at/empty" "$at/pretty" "$at/torn"; do
            words='the first line is no JSON object as a record has them'
            [ "$file" != "$at/empty" ] || words='the file is empty'
            # shellcheck disable=SC2086
            expect 2 $checker "$file"
            expect_words "$WORK/err" "$file(:| is) not a record: $words\$"
            one_line "$WORK/err" && pass || fail "not one line: $(cat "$WORK/err")"
            [ -s "$WORK/out" ] && fail "an answer: $(cat "$WORK/out")" || pass
        done
    done
    expect 2 "$WITNESSMARK" show /etc/passwd
    expect_words "$WORK/err" '/etc/passwd: not a record: '

    # Without its root, and within its root's line. A folder keeps its manifest.
    cp -r "$at/own" "$at/rootless"
    sed -i '$d' "$at/rootless/evidence.jsonl"
    cp -r "$at/own" "$at/cut"
    head -c -9 "$at/own/evidence.jsonl" >"$at/cut/evidence.jsonl"
    for checker in "${checkers[@]}"; do
        for file in rootless rootless/evidence.jsonl cut cut/evidence.jsonl; do
            words='\[order\] unfinished record: the last line is not a root'
            [[ $file != cut* ]] ||
                words='\[line\] unfinished record: the last line does not end with a newline'
            # shellcheck disable=SC2086
            expect 1 $checker "$at/$file"
            expect_words "$WORK/out" "^invalid evidence\\.jsonl:[0-9]+: $words\$"
        done
    done
}
files_that_are_no_record
