# shellcheck shell=bash
# Point 9: a file that does not belong to a record is refused, and the message says what to remove.
cat >"$WORK/strange.json" <<'END'
{"name": "strange", "repeats": 1, "repeat_seconds": 0.001,
 "items": [{"workload": "gemm", "variant": "int8", "shape": {"n": 64}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/strange.json" -o "$WORK/a record"
# strange COMMAND WORDS: exit 1; the command that is named makes the record valid again.
strange() {
    local command
    for command in audit show; do
        expect 1 "$WITNESSMARK" "$command" "$WORK/a record"
        expect_words "$WORK/err" "^next: remove what is not of the record: $1\$"
    done
    sh -c "$(sed -n 's/^next: remove what is not of the record: //p' "$WORK/err")"
    expect 0 "$WITNESSMARK" audit "$WORK/a record"
}
touch "$WORK/a record/.DS_Store"
strange "rm '$WORK/a record/.DS_Store'"
mkdir -p "$WORK/a record/.git/objects"
touch "$WORK/a record/.git/HEAD" "$WORK/a record/.git/objects/x"
strange "rm -r '$WORK/a record/.git'"
mkdir "$WORK/a record/code/__pycache__"
touch "$WORK/a record/code/__pycache__/verify_graph.pyc"
strange "rm -r '$WORK/a record/code/__pycache__'"
mkdir "$WORK/a record/empty"
strange "rm -r '$WORK/a record/empty'"
ln -s /etc "$WORK/a record/link"
strange "rm '$WORK/a record/link'"
# A file of the record itself is never named so, and no odd name is pasted.
mv "$WORK/a record/evidence.jsonl" "$WORK/evidence"
ln -s "$WORK/evidence" "$WORK/a record/evidence.jsonl"
expect 1 "$WITNESSMARK" audit "$WORK/a record"
grep -q '^next: remove' "$WORK/err" && fail "$(cat "$WORK/err")" || pass
mv "$WORK/evidence" "$WORK/a record/evidence.jsonl"
touch "$WORK/a record/$(printf 'x\033[2J')"
expect 1 "$WITNESSMARK" audit "$WORK/a record"
grep -q '^next: remove' "$WORK/err" && fail "$(cat "$WORK/err")" || pass
