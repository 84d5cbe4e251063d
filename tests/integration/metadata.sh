#!/bin/bash
# The in-toto statement and the RO-Crate metadata of `publish`, read by a program of its own.
# Sources: in-toto attestation framework, spec/v1; RO-Crate 1.2, root-data-entity and data-entities.
. "$(dirname "$0")/../support/shell.sh"
without_waits

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
begin_with_record
echo 'not a checker; the record is made up' >stand_in
for plan in full failed; do
    python3 "$ROOT/tests/support/make_record.py" --seed 7 --plan $plan --verify-c stand_in \
        --verify-py stand_in $plan >log 2>&1 || fail "make_record: $(tail -n 1 log)"
done

# Ratios whose other side alone is wrong: the base of a change, the item of a prior.
PYTHONPATH=$ROOT/tests/support python3 - <<'END'
import sys
import continue_record
import make_record
from record_plans import gemm
code = open('stand_in', 'rb').read()
make_record.PLANS['sides'] = (gemm('fp16', 4, 4, 4, 8, wrong=(1,)),
                              gemm('fp16', 4, 4, 4, 8, point=('bursts', None)))
make_record.make('sides', 7, 'sides', code, code)
for name, changed in ('first', {}), ('bad', {'wrong': (7,), 'outputs': 'differ'}):
    if changed:
        continue_record.PLANS['first'][1] = (0, 8, changed)
    sys.argv = ['continue_record.py', name]
    continue_record.main()
END
expect 0 python3 "$ROOT/tests/support/continue_record.py" after --prior bad --plan mixed
expect 0 python3 "$ROOT/tests/support/continue_record.py" two --differential --prior first \
    --prior bad
for record in full failed rec sides after two; do
    expect 0 "$WITNESSMARK" publish "$record" -o "$record-published"
    expect_equal "the statement of $record" \
        "$(python3 "$ROOT/tests/support/read_statement.py" "$ROOT/docs/signing.md" "$record" \
            "$record-published/statement.json" 2>&1)" ""
    expect_equal "the crate of $record" \
        "$(python3 "$ROOT/tests/support/read_crate.py" "$record/evidence.jsonl" \
            "$record-published" 2>&1)" ""
done
# What the statement says of a subject, and sha256sum.
digest=$(grep -o '"digest":{"sha256":"[0-9a-f]*' full-published/statement.json | tail -c 65)
expect_equal "the subject" "$digest  full/evidence.jsonl" "$(sha256sum full/evidence.jsonl)"
# Words of each sort are there, so that the reader has something to compare.
for word in self-attested recomputed witnessed; do
    grep -q "\"assurance\":\"$word\"" full-published/statement.json && pass ||
        fail "no claim of the full plan is $word"
done
grep -q '"assurance":"witnessed"' rec-published/statement.json &&
    fail "a record without a witness has witnessed claims" || pass
for word in correct wrong 'not judged' 'fault on purpose'; do
    cat full-published/statement.json failed-published/statement.json >both
    grep -q "\"verdict\":\"$word\"" both && pass || fail "no claim has the verdict $word"
done

# says RECORD CLAIM VERDICT ASSURANCE: of a ratio, by the worst of its sides.
says() {
    grep -qE "\"name\":\"$2\",[^{}]*\"verdict\":\"$3\",\"assurance\":\"$4\"" \
        "$1-published/statement.json" && pass || fail "$2 of $1 is not $3, $4"
}
says sides change.gemm.fp16.n4.bursts.inflation wrong recomputed
says after link.1.gemm.bf16.n16.agreement wrong self-attested
says after link.1.gemm.f64.m64n5k64.agreement correct self-attested
says two link.2.gemm.bf16.n16.rate_ratio wrong self-attested

# ---- the readers see what is wrong ----

# seen PATTERN FILE READER...: the reader complains of the file changed by the sed pattern.
seen() {
    local pattern=$1 file=$2
    shift 2
    cp "$file" saved
    sed -i "$pattern" "$file"
    cmp -s saved "$file" && fail "nothing was changed: $pattern"
    [ -n "$(python3 "$@" 2>&1)" ] && pass || fail "not seen: $pattern"
    cp saved "$file"
}
for change in 's/Statement\/v1/Statement\/v2/' 's/urn:uuid:3/urn:uuid:4/' \
    's/"assurance":"self-attested"/"assurance":"recomputed"/' \
    's/"assurance":"witnessed"/"assurance":"recomputed"/' \
    's/"verdict":"wrong"/"verdict":"correct"/' 's/"sha256":"./"sha256":"x/' \
    's/"text":"\([^"]*\)"/"text":"1\1"/'; do
    seen "$change" full-published/statement.json "$ROOT/tests/support/read_statement.py" \
        "$ROOT/docs/signing.md" full full-published/statement.json
done
for change in 's/1\.2\/context/1.1\/context/' 's/"datePublished":"2/"datePublished":"1/' \
    's/"license":"[^"]*",//' 's/"contentSize":"[0-9]*"/"contentSize":"1"/' \
    's/"conformsTo":{/"conforms":{/' 's/"sha256":"./"sha256":"x/' \
    's/"@id":"record.bib"/"@id":"r"/'; do
    seen "$change" full-published/ro-crate-metadata.json "$ROOT/tests/support/read_crate.py" \
        full/evidence.jsonl full-published
done
finish
