# shellcheck shell=bash
# A number left its context when it was put into a paper. At 9be32b7:
# - no form printed a line to paste. `show --markdown RECORD CLAIM`: "--markdown: cannot be given
#   with NAME; --json can", exit 2; `--latex` and `--bibtex` were no options, exit 2;
# - `show RECORD ITEM`: "'gemm.fp8.n8' is an item, not a claim; try gemm.fp8.n8.rate", exit 2;
# - `show RECORD gemm.fp8.n8.rate`, whose output was wrong, said "1.024 MFLOP/s" first, and the
#   findings of all items on standard error.
python3 "$ROOT/tests/support/make_record.py" --seed 7 "$WORK/quoted" --plan full || exit 2
for form in --latex --markdown; do
    expect 0 "$WITNESSMARK" show $form "$WORK/quoted" gemm.fp8.n8.rate
    expect_words "$WORK/out" '^(\\textbf\{)?WRONG\}? \(its output failed the check\): gemm\.fp8\.n8'
    expect_words "$WORK/out" ', no interval \(.*\), class undetermined: .*, verified FAIL, .* root '
done
expect 0 "$WITNESSMARK" show --bibtex "$WORK/quoted" gemm.fp8.n8.rate
expect_words "$WORK/out" '^  annote = \{\{\\textbf\{WRONG\} '
expect 0 "$WITNESSMARK" show "$WORK/quoted" gemm.fp8.n8.rate
expect_words "$WORK/out" '^WRONG \(its output failed the check\): gemm\.fp8\.n8\.rate = 1\.024 '
expect 0 "$WITNESSMARK" show "$WORK/quoted" gemm.fp8.n8
expect_words "$WORK/out" '^WRONG \(its output failed the check\): gemm\.fp8\.n8$'

# A name of the producer's choice ran as LaTeX where it was pasted by hand.
PYTHONPATH=$ROOT/tests/adversary python3 - "$WORK/quoted" "$WORK/hostile" <<'END'
import sys
from toolkit import Record
record = Record(sys.argv[1])
record.environment()['device'] = '\\input{/etc/passwd}'
record.recompute()
record.write(sys.argv[2])
END
expect 0 "$WITNESSMARK" show --latex "$WORK/hostile" gemm.fp8.n8.rate
expect_words "$WORK/out" \
    '; \\textbackslash\{\}input\\textbraceleft\{\}/etc/passwd\\textbraceright\{\} '
grep -q '\\input' "$WORK/out" && fail 'a name is a command' || pass
