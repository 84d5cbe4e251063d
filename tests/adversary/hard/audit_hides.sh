# shellcheck shell=bash
# `audit --summary`, and -q, said nothing of a record with wrong outputs; nothing made findings an
# exit status; `audit` and `check` did not say whether the root was compared.
#
# 9be32b7: `2 records: 2 valid (1 with findings)` and no name; -q: `valid ROOT` alone; --strict:
# exit 2, no such option; check: `holds ROOT` without a word on the root.
hidden() {
    local record=$WORK/good bad=$WORK/bad label root name
    make_plan() {
        python3 "$ROOT/tests/support/make_record.py" --plan "$1" "$2" >/dev/null || exit 2
    }
    make_plan full "$bad"
    make_plan x "$record"
    label=$(sed -n 's/.*"name":"\([^"]*\)\.verified".*"text":"FAIL".*/\1/p' "$bad/evidence.jsonl" |
        grep -v 'faulty_\|injected_' | head -n 1)
    [ -n "$label" ] && pass || fail "the record has no wrong output"
    expect 0 "$WITNESSMARK" audit --summary "$record" "$bad"
    expect_words "$WORK/out" '^2 records: 2 valid .*1 holds failed checks$'
    expect_words "$WORK/out" "^failed checks  .*$bad  .*$label"
    expect_equal "lines of the summary" "$(wc -l <"$WORK/out")" 2
    expect 0 "$WITNESSMARK" audit -q "$record" "$bad"
    expect_words "$WORK/out" "^failed checks  .*$label"
    expect 0 "$WITNESSMARK" audit -q "$bad"
    expect_words "$WORK/out" "^failed checks: .*$label"
    expect 1 "$WITNESSMARK" audit --strict "$bad"
    expect 0 "$WITNESSMARK" audit --strict "$record"
    expect 1 "$WITNESSMARK" audit --strict --summary "$record" "$bad"
    expect_equal "findings of a single no" \
        "$("$WITNESSMARK" audit -q --strict "$bad" | grep -c '^finding: ')" \
        "$("$WITNESSMARK" audit "$bad" | grep -c '^finding: ')"
    expect 1 "$WITNESSMARK" audit --strict --json "$record" "$bad"
    expect_json "$WORK/out" 'answer["status"] == "findings" and answer["counts"]["invalid"] == 0'
    expect 0 "$WITNESSMARK" audit --json "$record" "$bad"
    expect_json "$WORK/out" 'answer["status"] == "valid"'
    root=$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -c 1-64)
    expect 0 "$WITNESSMARK" audit "$record"
    expect_words "$WORK/err" '^root: not compared \(give --root ID\)$'
    expect 0 "$WITNESSMARK" audit --root "${root:0:12}" "$record"
    expect_words "$WORK/err" '^root: the one you gave$'
    name=$(sed -n 's/.*"name":"\([^"]*\)".*"type":"claim".*/\1/p' "$record/evidence.jsonl" |
        head -n 1)
    "$WITNESSMARK" prove "$record" "$name" >"$WORK/proof" 2>"$WORK/err"
    expect 0 "$WITNESSMARK" check "$WORK/proof"
    expect_words "$WORK/out" '^root: not compared'
    expect 0 "$WITNESSMARK" check --root "$root" "$WORK/proof"
    expect_words "$WORK/out" '^root: the one you gave$'
}
hidden
