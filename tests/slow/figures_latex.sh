#!/bin/bash
# The TikZ form of each figure compiles with pdflatex and the package tikz alone, in a column.
. "$(dirname "$0")/../support/shell.sh"

command -v pdflatex >/dev/null || { echo "pdflatex is not there"; exit 77; }
kpsewhich tikz.sty >/dev/null || { echo "tikz.sty is not there"; exit 77; }
cd "$WORK" || exit 2
command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
shipped h200-paper h200-stress cpu-attacks cpu-curves cpu-sizes
make_pair
echo 'not a checker; the record is made up' >stand_in
python3 "$ROOT/tests/support/make_record.py" --seed 7 --plan full --verify-c stand_in \
    --verify-py stand_in full >log 2>&1 || fail "make_record: $(tail -n 1 log)"

# compile RECORD FIGURE
compile() {
    expect 0 "$WITNESSMARK" show "$1" --figure "$2" --latex || return
    cp out figure.tex
    {
        echo '\documentclass[twocolumn]{article}\usepackage{tikz}\begin{document}'
        echo '\noindent\input{figure.tex}'
        echo '\end{document}'
    } >paper.tex
    expect 0 pdflatex -interaction=nonstopmode -halt-on-error paper.tex || return
    if grep -E '^(Overfull|Missing character|LaTeX Warning: (Font|Ref))' paper.log >found; then
        fail "$*: $(head -n 2 found)"
    else
        pass
    fi
}

for figure in graph clock archive repeats floors; do
    compile h200-paper $figure
done
compile made-again devices
compile made-again lineage
compile full access
compile h200-stress stress
compile cpu-curves detection
compile cpu-curves probes
compile cpu-sizes sizes
compile cpu-attacks attacks
[ "$(grep -c 'begin{tikzpicture}' figure.tex)" -gt 1 ] && pass ||
    fail "a figure of 1,743 points for a width of 500 is one picture"
finish
