# shellcheck shell=bash
# A prior of a newer format. 9be32b7 said "the record is of format witnessmark/1.1, newer than
# witnessmark/1.1", which is the format of the outer record. It advised a release of that format.
prior_of_other_format() {
    local at=$WORK/prior_format
    mkdir -p "$at/bases"
    expect 0 python3 -c "import sys; sys.path.insert(0, '$ROOT/tests/adversary')
import run_forgeries; run_forgeries.make_linked_bases('$at/bases', '$BUILD')" || return
    expect 0 python3 "$ROOT/tests/adversary/write_forgery.py" prior_newer "$at/bases" "$at/rec/rec"
    expect 3 "$WITNESSMARK" audit "$at/rec/rec"
    expect_words "$WORK/out" '^newer prior/1\.jsonl:[0-9]+: \[newer\] the prior is of format ' \
        'witnessmark/1\.3, newer than witnessmark/1\.2; .* PRIOR/code/verify_graph\.py '
    expect_words "$WORK/out" 'RECORD/prior/1\.jsonl'
    if grep -q '^next: python3' "$WORK/err"; then
        fail "the next command is the checker of the outer record: $(cat "$WORK/err")"
    else
        pass
    fi
    expect 3 "$WITNESSMARK" audit --json "$at/rec/rec"
    expect_json "$WORK/out" 'answer["records"][0]["format"] == "witnessmark/1.3"'
}
prior_of_other_format
