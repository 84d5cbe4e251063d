# shellcheck shell=bash
# A record without its priors, and a prior without its own. The C and the Python checker must refuse
# each of these forgeries. At 9be32b7 one of the two answered `incomplete`, or `valid` of a prior:
# C for an x. claim before those of links, Python for a recall of an item that is no profile.
forgeries_of_links() {
    local at=$WORK/links python name record
    mkdir -p "$at/bases"
    printf 'v\n1\n2\n' >"$at/numbers.csv"
    expect 0 "$WITNESSMARK" import csv "$at/numbers.csv" -o "$at/own"
    python=$at/own/code/verify_graph.py # of the program under test
    expect 0 python3 -c "import sys; sys.path.insert(0, '$ROOT/tests/adversary')
import run_forgeries; run_forgeries.make_linked_bases('$at/bases', '$BUILD')" || return
    for name in alone_own_early alone_own_among alone_recalled_label alone_recalled_key_label \
        prior_own_early prior_recalled_label; do
        record=$at/forged/$name/record
        expect 0 python3 "$ROOT/tests/adversary/write_forgery.py" "$name" "$at/bases" "$record"
        [[ $name == prior_* ]] || record=$record/evidence.jsonl
        expect 1 "$WITNESSMARK" audit "$record"
        expect_words "$WORK/out" '^invalid (prior/1|evidence)\.jsonl:[0-9]+: \[claim\]'
        expect 1 python3 "$python" "$record"
        expect_words "$WORK/out" '^invalid (prior/1|evidence)\.jsonl:[0-9]+: \[claim\]'
    done
}
forgeries_of_links
