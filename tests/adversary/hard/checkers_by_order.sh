# shellcheck shell=bash
# Forgeries on which the C and the Python checker gave different answers at 9be32b7: a root held
# with the evidence of a continuation alone (C: incomplete), a symbolic link in a record of a newer
# format (C: invalid), deep folders beside a prior of one (Python: invalid), and the tag of the
# reason of a calibration (C: schema).
answers_by_order() {
    local at=$WORK/order python name record wanted status
    mkdir -p "$at/bases"
    printf 'v\n1\n2\n' >"$at/numbers.csv"
    expect 0 "$WITNESSMARK" import csv "$at/numbers.csv" -o "$at/own"
    python=$at/own/code/verify_graph.py # of the program under test
    expect 0 python3 -c "import sys; sys.path.insert(0, '$ROOT/tests/adversary')
import run_forgeries; run_forgeries.make_bases('$at/bases', '$BUILD')" || return
    while read -r name status wanted; do
        local options=()
        record=$at/forged/$name/record
        expect 0 python3 "$ROOT/tests/adversary/write_forgery.py" "$name" "$at/bases" "$record"
        [ "$name" != root_held_alone ] || record=$record/evidence.jsonl
        [ "$name" != root_held_alone ] || options=(--root 00000000)
        expect "$status" "$WITNESSMARK" audit "${options[@]}" "$record"
        expect_words "$WORK/out" "^$wanted"
        expect "$status" python3 "$python" "${options[@]}" "$record"
        expect_words "$WORK/out" "^$wanted"
    done <<'ROWS'
root_held_alone 1 invalid evidence.jsonl:[0-9]+: \[root\]
newer_symlink 3 newer evidence.jsonl:
prior_newer_manifest 3 newer prior/1.jsonl:
null_calibration_reason_number 1 invalid evidence.jsonl:[0-9]+: \[null\]
schema_function_number 1 invalid evidence.jsonl:[0-9]+: \[schema\]
ROWS
}
answers_by_order
