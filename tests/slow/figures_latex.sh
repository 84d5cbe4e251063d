#!/bin/bash
# The TikZ form of each figure compiles with pdflatex and the package tikz alone, in a column.
. "$(dirname "$0")/../support/shell.sh"

command -v pdflatex >/dev/null || { echo "pdflatex is not there"; exit 77; }
kpsewhich tikz.sty >/dev/null || { echo "tikz.sty is not there"; exit 77; }
cd "$WORK" || exit 2
for record in h200-paper h100 h200-curve h200-stress; do
    tar -xzf "$ROOT/records/$record.tar.gz" || fail "tar: $record"
done

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
compile h100 devices
compile h100 lineage
compile h200-curve access
compile h200-stress stress
for record in cpu-attacks h100-curves cpu-sizes; do
    mkdir one
    tar -xzf "$ROOT/records/laboratory/$record.tar.gz" -C one || fail "tar: $record"
    mv one/* $record && rmdir one
done
compile h100-curves detection
compile h100-curves probes
compile cpu-sizes sizes
compile cpu-attacks attacks
finish
