#!/bin/bash
# examples/paper, built from its sources: two pages, every reference, every number bound, and a
# changed digit in its text, its folder, a figure or its record is found.
. "$(dirname "$0")/../support/shell.sh"
without_waits

for tool in pdflatex bibtex pdfinfo pdftotext python3; do
    command -v $tool >/dev/null || { echo "$tool is not there: tools/deps slow"; exit 77; }
done
kpsewhich tikz.sty >/dev/null || { echo "tikz is not there: tools/deps slow"; exit 77; }
cd "$WORK" || exit 2
shipped h200-paper
record=$WORK/h200-paper
lines=$(wc -l <"$record/evidence.jsonl")
cp -r "$ROOT/examples/paper" paper && (cd paper && rm -rf results paper.pdf paper.aux)
expect 0 make -C paper WITNESSMARK="$WITNESSMARK" RECORD="$record"
cd paper || exit 2
expect_equal "pages" "$(pdfinfo paper.pdf | sed -n 's/^Pages: *//p')" 2
expect_equal "what LaTeX says" "$(grep -E 'undefined|multiply defined|^!' paper.log)" ""
# Points of an overfull box that a reader sees.
expect_equal "wide boxes" \
    "$(sed -n 's/^Overfull .hbox (\([0-9]*\)\..*/\1/p' paper.log | awk '$1 >= 5')" ""
pdftotext paper.pdf - | tr '\n' ' ' >text
tail -n 1 "$record/evidence.jsonl" >root
claims=$(grep -c '"type":"claim"' "$record/evidence.jsonl")
expect_words text "sealed record: $claims claims over " \
    "$lines lines .* root, $(sha256sum root | cut -c 1-16)\."
expect_words text "Merkle root $(sed 's/.*"merkle_root":"\(.\{16\}\).*/\1/' root)\. " \
    '.* A path of 11 hashes leads from it'
links=$(pdfinfo -url paper.pdf | grep -c ':~:root=[0-9a-f]\{64\}&text=')
[ "$links" -ge 50 ] && pass || fail "only $links links"

bind() {
    "$WITNESSMARK" bind paper.tex "$record"
}
expect 0 bind
# changed FILE FROM TO: bind finds it.
changed() {
    cp "$1" kept
    sed -i "0,/$2/s//$3/" "$1"
    cmp -s "$1" kept && fail "$1 has no $2"
    expect 1 bind
    expect_words "$WORK/out" "^($1|paper\.tex):"
    cp kept "$1"
}
changed paper.tex 'A path of' 'At 665.9\\,TFLOP\/s a path of'
changed paper.tex 'plan\.gemm\.fp16\.n8192\.n' 'plan.gemm.fp16.n8193.n'
changed results/numbers.tex '681\.3' '681.2'
changed results/tables/nonlinear.tex '3\.82e-02' '3.82e-03'
changed results/figures/clock.tex '(360,' '(361,'
expect 0 bind

expect 0 "$WITNESSMARK" audit "$record"
sed -i '0,/"seconds":0\.3/s//"seconds":0.2/' "$record/evidence.jsonl"
expect 1 "$WITNESSMARK" audit "$record"
finish
