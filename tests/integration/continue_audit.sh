#!/bin/bash
# Synthetic continuations and differentials: every checker judges the priors first, then the links.
. "$(dirname "$0")/../support/shell.sh"

cd "$WORK" || exit 2
make="python3 $ROOT/tests/support/continue_record.py --seal $BUILD/tests/tools/seal_lines"
verify=$BUILD/code/verify
python="python3 $ROOT/code/verify_graph.py"
if ! command -v python3 >/dev/null; then
    skip "no python3 to make records"
    finish
fi

# audit RECORD: the program, verify.c and verify_graph.py find it valid, with one answer.
audit() {
    expect 0 "$WITNESSMARK" audit -v "$1"
    cp out answer
    for checker in "$verify" "$python"; do
        expect 0 $checker "$1"
        expect_equal "the answer of $checker on $1" "$(cat out)" "$(cat answer)"
    done
}

expect 0 $make first
expect 0 $make near --plan near --prior first
expect 0 $make chain --plan same --prior near
expect 0 $make mixed --plan mixed --prior first --prior near
expect 0 $make between --differential --prior first --prior near --prior mixed
for record in first near chain mixed between; do
    audit "$record"
done
expect_equal "a differential's findings" "$(grep -c '^finding: link' answer)" 5
audit near
expect_words answer '^finding: link.1.gemm.int8.n6.agreement is different$'
expect_equal "a link within rounding" \
    "$(grep -c '"within rounding"' near/evidence.jsonl)" "$(grep -c '"kind":"revisit"' near/\
evidence.jsonl | awk '{ print 2 * ($1 - 3) }')"

# Without its priors a continuation is neither valid nor invalid.
for record in near chain between; do
    for checker in "$WITNESSMARK audit" "$verify" "$python"; do
        expect 3 $checker "$record/evidence.jsonl"
        expect_words out '^incomplete .*\[prior\] the priors are absent; check the folder$'
    done
done

# A prior of a newer format is named with its format, whoever wrote the checkers of the record.
cp -r near linked
mkdir newer
python3 "$ROOT/tests/adversary/write_forgery.py" prior_newer . newer/record >log 2>&1 ||
    fail "write_forgery: $(tail -n 1 log)"
{ cat newer/record/code/verify_graph.py; echo '#'; } >edited
mv edited newer/record/code/verify_graph.py
expect 3 "$WITNESSMARK" audit newer/record
words='^newer prior/1.jsonl:[0-9]+: \[newer\] the prior is of format witnessmark/1\.3, newer than '
words+='witnessmark/1\.2; .*: python3 PRIOR/code/verify_graph\.py RECORD/prior/1\.jsonl$'
expect_words out "$words"

# A prior that changed, and one that is gone.
cp -r near changed
sed -i '5s/"made up"/"made in"/' changed/prior/1.jsonl
expect 1 "$WITNESSMARK" audit changed
expect_words out '^invalid prior/1.jsonl:[0-9]+: '
expect 1 "$verify" changed
expect_words out '^invalid prior/1.jsonl:[0-9]+: '
expect 1 $python changed
expect_words out '^invalid prior/1.jsonl:[0-9]+: '
cp -r mixed absent
rm absent/prior/2.jsonl
expect 1 "$WITNESSMARK" audit absent
expect_words out '^invalid prior/2.jsonl: \[files\]'

# A continuation of another plan's record is refused before anything is written.
expect 1 $make other --plan same --prior mixed
expect_words err '\[continues\] item '
[ -e other ] && fail "a refused record is there" || pass
finish
