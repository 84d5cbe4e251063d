#!/bin/bash
# The answers of audit, reverify and selftest in a few lines; with -q, with -v, at several widths.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
unset COLUMNS
cat >plan.json <<'END'
{"name": "answers", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
 {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 5000}},
 {"workload": "gemm", "variant": "f32", "shape": {"n": 64},
  "fault": {"kind": "row", "when": "repeats", "row": 3, "column": 0}},
 {"workload": "gemm", "variant": "f32", "shape": {"n": 64},
  "fault": {"kind": "row", "when": "transcript", "row": 3, "column": 0}}]}
END
expect 0 "$WITNESSMARK" run --plan plan.json -o record
root=$(sed -n '1s/# root //p' record/manifest.sha256)

# audit: the verdict, what it means, one line for the planned faults.
expect 0 "$WITNESSMARK" audit record
printf '%s\n' "valid $root" \
    'integrity and arithmetic hold; times are the producer'"'s word for good, residuals" \
    'and digests until re-verified' '2 planned faults, all caught' >wanted
cmp -s out wanted && pass || fail "audit: $(diff wanted out)"
expect_words err '^next: witnessmark reverify record$'
grep -q 'FAIL' out err && fail "a caught fault looks like a failure" || pass
expect 0 "$WITNESSMARK" audit -q record
expect_equal "audit -q" "$(cat out err)" "valid $root"
expect 0 "$WITNESSMARK" audit --verbose record
expect_equal "findings of audit -v" \
    "$(grep -c '^planned fault caught: .*\(verified\|transcript\) is ' out)" 3
grep -q '^finding: ' out && fail "a caught fault is a finding of audit -v" || pass
expect 0 "$WITNESSMARK" audit --json record
expect_json out 'answer["records"][0]["faults"] == {
    "planned": 2, "caught": 2, "missed": 0, "not_judged": 0}'
expect_json out 'len(answer["records"][0]["findings"]) == 3'
for command in 'show record' 'audit record' 'run --dry-run'; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" $command -v -q
    expect_words err 'choose one of -v and -q'
done
expect_words err 'choose one of -v and -q'
expect 0 "$WITNESSMARK" audit record/evidence.jsonl
expect_words out '^2 planned faults, all caught$'
sed 's/"repeat":1/"repeat":2/' record/evidence.jsonl >bent.jsonl
expect 1 "$WITNESSMARK" audit -q bent.jsonl
expect_equal "lines of audit -q" "$(cat out err | wc -l)" 1

# Faults that were missed, and findings of other causes, are named.
if command -v python3 >/dev/null; then
    python3 "$ROOT/tests/support/make_record.py" --seed 7 --plan full full >log 2>&1 ||
        fail "make_record: $(tail -n 1 log)"
    expect 0 "$WITNESSMARK" audit full
    expect_words out '^[0-9]+ planned faults: [0-9]+ caught, [0-9]+ missed, [0-9]+ not judged$'
    missed=$(COLUMNS=1000 "$WITNESSMARK" show -v full 2>/dev/null)
    missed=$(sed -nE \
        's/^finding: (.*)\.[a-z]+ is .*\(injected fault, missed\)$/\1/p' <<<"$missed" | sort)
    expect_equal "missed faults" "$(sed -n 's/^missed: planned fault of //p' out | sort)" "$missed"
    "$WITNESSMARK" audit -v full >all 2>/dev/null
    expect_equal "findings without those of caught faults" "$(grep -c '^finding: ' out)" \
        "$(grep -c '^finding: ' all)"
    expect_equal "caught faults" "$(grep -c '^planned fault caught: ' all)" 4
else
    skip "python3 is not installed"
fi

# reverify: a line for each verdict.
expect 3 "$WITNESSMARK" reverify record
expect_words out '^INCONCLUSIVE  4 spot-checked, 2 caught, 1 not checked, 0 differ$'
expect_words out '^  spot-checked   4  gemm \(3\), hbm_copy; in each, at least [0-9.]+ % of the'
expect_words out '^  caught         2  gemm \(2\); the record rejects the output with the planned'
expect_words out "^record root ${root:0:12}; times cannot be checked\$"
expect_equal "the last line" "$(tail -n 1 out)" "next: witnessmark reverify --product record"
grep -q '^finding' out && fail "a caught fault is a finding: $(cat out)" || pass
expect_equal "progress that nobody asked for" "$(cat err)" ""
expect 3 "$WITNESSMARK" reverify -q record
expect_equal "lines of reverify -q" "$(wc -l <out)" 1
expect 0 "$WITNESSMARK" reverify --product record
expect_words out '^PASS  [67] reproduced, 0 differ$'
# A part of a record is no whole one: the verdict counts what was not selected.
expect 0 "$WITNESSMARK" reverify -q --product --only gemm. record
expect_words out '^PASS  [1-6] reproduced, 0 differ; [1-6] left out by --only$'
expect 2 "$WITNESSMARK" reverify -v -q record
expect 3 "$WITNESSMARK" reverify --color always -q record
expect_equal "the coloured verdict" "$(sed 's/\x1b\[[0-9;]*m//g' out)" \
    "$("$WITNESSMARK" reverify -q record)"
if command -v python3 >/dev/null; then
    expect 1 "$WITNESSMARK" reverify full
    expect_words out '^FAIL  [0-9]+ .*, [0-9]+ differ; [0-9]+ items? wrong in the record itself'
    expect_words out '^  differs +[a-z0-9_.]+: '
    expect_words out '^finding: .*\.verified is FAIL$'
fi

# No line is longer than COLUMNS says, from 60 on; no blank at an end.
for width in 40 70 80 120; do
    most=$((width < 60 ? 60 : width))
    for command in "audit record" "reverify record" "selftest --operation gemm" "list" \
        "--version -v"; do
        # shellcheck disable=SC2086
        COLUMNS=$width "$WITNESSMARK" $command >out 2>/dev/null
        [ -s out ] || fail "no output of $command"
        # The first line of an audit or a reverify is the same for programs at any width.
        first=1
        [[ $command = *" record" ]] && first=2
        expect_equal "lines of $command beyond $width" "$(tail -n +$first out | grep -v "^  from " |
            awk -v most="$most" 'length($0) > most' | head -n 1)" ""
        expect_equal "blanks at the end of lines of $command" "$(grep -c ' $' out)" 0
    done
done

# A full disk is an error.
if [ -c /dev/full ]; then
    for command in "audit" "audit -q" "reverify" "reverify -q" "selftest --operation triad"; do
        # shellcheck disable=SC2086
        "$WITNESSMARK" $command $([ "${command%% *}" = selftest ] || echo record) \
            >/dev/full 2>err
        expect_equal "status of $command on a full disk" $? 2
        expect_words err 'cannot write the output: No space left on device'
    done
fi
finish
