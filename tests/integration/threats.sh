#!/bin/bash
# The table of threats (docs/threats.tsv): its tests have the cases that it names, every goal of the
# paper's Table 6 has a row, and SOUNDNESS.md has its rendering. Each fault of it is found.
. "$(dirname "$0")/../support/shell.sh"
command -v python3 >/dev/null || { skip "python3 is not installed"; finish; }
table=$ROOT/docs/threats.tsv
check="python3 $ROOT/tests/support/check_threats.py"
cd "$WORK" || exit 2

expect 0 $check "$table"
expect_equal "words about a good table" "$(cat out)" ""

# fault WORDS FROM TO: the table with another text in all lines is refused with these words alone.
fault() {
    python3 - "$table" "$2" "$3" <<'PY' || fail "the table has no '$2'"
import sys
path, old, new = sys.argv[1:]
text = open(path, encoding='utf-8').read()
assert old in text
open('bad.tsv', 'w', encoding='utf-8').write(text.replace(old, new))
PY
    expect 1 $check bad.tsv
    expect_equal "words where '$3' is in place of '$2'" "$(sed 's/line [0-9]*: //' out)" \
        "bad.tsv: $1"
}
# A test or a case that is not there, or is there in a comment or as a value alone.
fault "there is no test 'tests/unit/test_nothing.c'" tests/unit/test_witness.c \
    tests/unit/test_nothing.c
fault "there is no test 'tests/support/shell.sh'" tests/unit/test_witness.c tests/support/shell.sh
fault "tests/unit/test_witness.c has no case 'make_liar'" another_device_catches_every_lie make_liar
fault "tests/adversary/forgeries.sh has no case 'recall_no'" recall_yes recall_no
fault "tests/adversary/forgeries.sh has no case '../accepted/no_claims'" recall_yes \
    ../accepted/no_claims
fault "tests/adversary/six.sh has no case '5: repeats with the flag starved'" \
    '5: repeats with the flag clock_differs' '5: repeats with the flag starved'
fault "tests/adversary/six.sh has no case '5. libc'" '5: repeats with the flag clock_differs' \
    '5. libc'
fault "tests/integration/attack.sh has no case 'gemm.fp16.n64: probes'" \
    'gemm.fp16.n64: our probes' 'gemm.fp16.n64: probes'
fault "tests/integration/attack.sh has no case 'our probes'" 'gemm.fp16.n64: our probes' \
    'our probes'
# A row that is not there, is of no goal of Table 6, is there twice, or lacks a cell.
fault "no row for the goal 'Equivocate (split view)' of Table 6" 'Equivocate (split view)' -
fault "no row for the goal 'Report a false number' of Table 6" 'Report a false number' -
fault "Table 6 has no goal 'Deny'" "Invent a time"$'\t-' "Invent a time"$'\tDeny'
fault "two rows for 'Bend the clock'" 'Invent a time' 'Bend the clock'
fault "it needs 6 cells, none empty" "Invent a time"$'\t-' "Invent a time"$'\t'
fault "it needs 6 cells, none empty" "Invent a time"$'\t-' "Invent a time"
fault "its first line is not goal, table6, mechanism, test, cases, remains" remains left

# SOUNDNESS.md has the table as it is: a change of either alone is stale.
mkdir tree
(cd "$ROOT" && cp --parents -r tools docs records/laboratory SOUNDNESS.md code/verify_graph.py \
    src/record/nodes/kinds_rows.h src/record/tables/tables_rows.h src/backend/product_rows.h \
    "$WORK/tree") || fail "cannot copy what is rendered"
expect 0 tree/tools/render-tables --check
sed -i 's/^Bend the clock/Bend all clocks/' tree/docs/threats.tsv
expect 1 tree/tools/render-tables --check
expect_equal "a change of the table" "$(cat out)" \
    "SOUNDNESS.md: table threats: stale: run tools/render-tables"
cp "$table" tree/docs/
sed -i 's/^| Bend the clock/| Bend all clocks/' tree/SOUNDNESS.md
expect 1 tree/tools/render-tables --check
expect_equal "a change of the page" "$(cat out)" \
    "SOUNDNESS.md: table threats: stale: run tools/render-tables"
finish
