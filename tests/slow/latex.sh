#!/bin/bash
# The style file of `publish` in articles, acmart and IEEEtran, with pdflatex and lualatex: every
# command, what ends the build, and links. No shell escape, and the program is not there.
. "$(dirname "$0")/../support/shell.sh"
without_waits

for tool in pdflatex lualatex bibtex pdfinfo pdftotext python3; do
    command -v $tool >/dev/null || { echo "$tool is not there: tools/deps slow"; exit 77; }
done
support=$ROOT/tests/support
cd "$WORK" || exit 2
echo 'not a checker; the record is made up' >stand_in
for plan in full x failed slopes; do
    python3 "$support/make_record.py" --seed 7 --plan $plan --verify-c stand_in \
        --verify-py stand_in $plan >log 2>&1 || fail "make_record: $(tail -n 1 log)"
    expect 0 "$WITNESSMARK" publish $plan -o in-$plan
done
mkdir records && cd records || exit 2
shipped h200-paper h200-second h200-stress
cd .. || exit 2
expect 0 "$WITNESSMARK" publish records/h200-paper -o results
for name in h200-second h200-stress; do
    expect 0 "$WITNESSMARK" publish records/$name -o $name
done
evidence=records/h200-paper/evidence.jsonl
root=$(tail -n 1 $evidence | sha256sum | cut -c 1-64)
base='https://example.org/a_b/r.html?x=1&y=%20~z'

# typeset ENGINE TIMES: compiles paper.tex so often, in nonstopmode. The program is not in PATH.
typeset() {
    local engine=$1 times=$2
    for _ in $(seq "$times"); do
        PATH=/usr/bin:/bin $engine -interaction=nonstopmode -no-shell-escape paper.tex >tex.log ||
            return 1
    done
}

# begin CLASS [LINES]: begins paper.tex with the style file and two records.
begin() {
    printf '%s\n' "\\documentclass$1" "$2" '\usepackage{results/witnessmark}' "$3" \
        '\wmrecord{results}' '\wmrecord[b]{h200-stress}' '\begin{document}' >paper.tex
    rm -f paper.aux paper.toc paper.lof paper.out paper.bbl paper.pdf
}

# ---- every command in every class ----

claim=gemm.fp16.n8192.rate
# body BIBLIOGRAPHY_STYLE: every command, and every place where LaTeX moves or expands its argument.
body() {
    cat <<END
\\section{A rate of \\wmclaim{$claim}, \\wmvalue{$claim} in \\wmunit{$claim} of \\wmclaims}
\\markboth{\\MakeUppercase{up \\wmclaim{$claim}}}{down}
Root \\wmroot, \\wmroot*, \\wmroot[b], Merkle \\wmmerkle, \\wmmerkle*, \\wmlines{} lines,
path \\wmpath{$claim}, \\wmdevice[b], \\wmplan, \\wmproducer, \\wmcite, \\wmfact{driver}.
Size \$n=\\wmclaim{plan.gemm.fp16.n8192.n}\$, \\wmclaim[b]{plan.items}, \$x_{\\wmclaim{$claim}}\$.
\\emph{\\wminterval{gemm.fp16.n8192}}, \\wmclass{$claim}, \\wmflags{gemm.fp16.n2048},
(\\wmcontext{$claim})\\footnote{\\wmclaim*{$claim}}
\\begin{tabular}{lr}\\wmclaim{$claim} & \\wmclaims \\\\ \\wmroot & \\wmvalue[b]{plan.items} \\\\
\\end{tabular}
\\begin{figure}\\caption{Of \\wmclaim{$claim} and \$\\rho=\\wmclaim{gemm.fp16.n8192.residual}\$}
\\end{figure}
\\bibliographystyle{$1}\\bibliography{results/record,h200-stress/record}
\\end{document}
END
}
text=$("$WITNESSMARK" show --claims --csv records/h200-paper 2>log |
    grep "^$claim," | head -n 1)
for engine in pdflatex lualatex; do
    for row in '[twocolumn]{article}|plain|' "[twocolumn]{article}|plain|\\usepackage{hyperref}" \
        '[sigconf,nonacm]{acmart}|ACM-Reference-Format|' '[acmsmall]{acmart}|plainnat|' \
        '[conference]{IEEEtran}|IEEEtran|' "[journal]{IEEEtran}|IEEEtran|\\usepackage{hyperref}"; do
        IFS='|' read -r class style hyperref <<<"$row"
        link=
        case $row in *hyperref*|*acmart*) link="\\wmlinkbase{$base}" ;; esac
        begin "$class" "$hyperref" "$link"
        case $row in *acmart*) echo '\title{T}\author{A}\maketitle' >>paper.tex ;; esac
        case $row in *'{article}'*) echo '\tableofcontents\listoffigures' >>paper.tex ;; esac
        body "$style" >>paper.tex
        typeset $engine 1 && bibtex paper >bib.log && typeset $engine 2 && pass ||
            fail "$engine $class: $(grep -A2 -m1 '^!' paper.log) $(grep -i error bib.log)"
        grep -q 'undefined\( references\| on input\)' paper.log && fail "$engine $class: undefined"
        pdftotext -layout paper.pdf paper.txt
        grep -q '342.1\|TFLOP/s' paper.txt && pass || fail "$engine $class has no rate"
        if [ -n "$link" ]; then
            pdfinfo -url paper.pdf >urls
            python3 - "$base" "$claim" >wrong <<'END'
import collections, re, sys
base, claim = sys.argv[1:]
urls = [line.split(None, 2)[2].strip() for line in open('urls') if 'http' in line and base in line]
wanted = re.compile(re.escape(base + '#') + r'([a-z0-9_.]+):~:root=([0-9a-f]{64})&text=(\S+)$')
bad = [url for url in urls if not wanted.match(url)]
print('\n'.join(bad) if urls else 'no link')
END
            expect_equal "links of $engine $class" "$(cat wrong)" ""
        fi
    done
done

# ---- bookmarks ----

begin '{article}' '\usepackage{hyperref}'
printf '%s\n' "\\section{R \\wmclaim{$claim} \\wmvalue[]{$claim} \\wmclaim[b]{plan.items}}" \
    '\end{document}' >>paper.tex
typeset lualatex 2 && pass || fail "bookmarks: $(grep -m1 -A2 '^!' paper.log)"
python3 - >found <<'END'
import re
line = open('paper.out', encoding='latin-1').read()
title = re.search(r'\{((?:\\.|[^}])*)\}', line[line.index(']{') + 2:]).group(1)
raw = re.sub(rb'\\([0-7]{3})', lambda m: bytes([int(m.group(1), 8)]), title.encode('latin-1'))
print(raw.decode('utf-16'))
END
expect_words found '^R [0-9.]+ TFLOP/s [0-9.]+ 6$'
# Another record's root is not that of the first.
begin '{article}' '\usepackage{hyperref}'
printf '%s\n' '\section{R \wmroot[b] \wmclaims[b]}' '\end{document}' >>paper.tex
typeset lualatex 2 && pass || fail "roots in bookmarks: $(grep -m1 -A2 '^!' paper.log)"
sed 's/\\000//g' paper.out >found
grep -q "$(echo "${root:0:7}" | sed 's/./&.*/g')" found &&
    fail "a bookmark has another record's root" || pass

# ---- what ends the build ----

# ends WORDS LINES: a document with these lines must end without a PDF, and say WORDS.
ends() {
    printf '%s\n' "$2" '\end{document}' >>paper.tex
    for halt in '' -halt-on-error; do
        # shellcheck disable=SC2086
        pdflatex -interaction=nonstopmode $halt paper.tex >tex.log
        expect_equal "exit for $2" $? 1
        [ ! -e paper.pdf ] && pass || fail "a PDF in spite of $2"
        python3 - "$1" <<'END' && pass || fail "$2: no '$1' in $(grep -A3 -m1 '^!' paper.log)"
import re, sys
text = open('paper.log', encoding='latin-1').read().replace('\n(witnessmark) ', ' ')
text = re.sub(r'\s+', '', text) # TeX breaks lines of a log after 79 characters
sys.exit(re.sub(r'\s+', '', sys.argv[1]) not in text)
END
    done
}
begin '{article}'
ends "No claim or parameter 'gemm.fp16.n8193.rate' in the record ${root:0:12}" \
    'x \wmclaim{gemm.fp16.n8193.rate}'
begin '{article}'
ends "No claim or parameter 'plan.gemm.fp16.n8193.n'" '\section{x \wmclaim{plan.gemm.fp16.n8193.n}}'
begin '{article}'
ends "No record with the prefix 'c'; read it by \\wmrecord" '\wmclaim[c]{x}'
begin '{article}'
ends "The claim gemm.fp16.n1024.clock_correlation has no value: clock constant" \
    "\\begin{table}\\caption{\\wmclaim*{gemm.fp16.n1024.clock_correlation}}\\end{table}"
begin '{article}' '' '\wmrecord[f]{in-full}'
ends 'The claim gemm.fp8.n8.rate: WRONG (' '\wmclaim[f]{gemm.fp8.n8.rate}'
begin '{article}' '' '\wmrecord[f]{in-full}'
ends 'The claim gemm.fp8.n8.residual: WRONG (' '\wmvalue[f]{gemm.fp8.n8.residual}'
for command in wminterval wmclass wmflags; do
    begin '{article}' '' '\wmrecord[f]{in-full}'
    ends "The claim gemm.fp8.n8.rate: WRONG (its output failed the check). \\$command*{" \
        "\\$command[f]{gemm.fp8.n8}"
done
begin '{article}'
ends '\wmcell{gemm.fp16.n8192.rate} is for tables that \wmtable sets' "\\wmcell{$claim}"
begin '{article}'
ends '\wmtable sets a table of the folder' '\wmtable{../other/own}'
begin '{article}' '' "\\wmlinkbase{$base}"
ends '\wmlinkbase needs the package hyperref' "\\wmclaim{$claim}"
begin '{article}' '' '\wmrecord{h200-second}'
ends "Two records have the prefix ''; give one of them another" 'x'
begin '{article}' '' '\wmrecord[n]{nowhere}'
ends 'No file nowhere/numbers.tex; ' 'x'
begin '{article}' '\newcommand\wmclass{mine}'
ends 'The command \wmclass is defined already' 'x'
sed -i.old 's/{form}{1}/{form}{0}/' h200-stress/numbers.tex
begin '{article}'
ends 'h200-stress/numbers.tex has another form than witnessmark.sty' 'x'
mv h200-stress/numbers.tex.old h200-stress/numbers.tex

# Asked for by name, the claim of a wrong output has the word. A record of which nothing could be
# measured is read too.
begin '{article}' '' '\wmrecord[f]{in-full}\wmrecord[n]{in-failed}'
printf '%s\n' 'A \wmclaim*[f]{gemm.fp8.n8.rate}, \wmcontext[f]{gemm.fp8.n8.rate}; \wmroot[n]' \
    'I \wminterval*[f]{gemm.fp8.n8}; C \wmclass*[f]{gemm.fp8.n8}; F \wmflags*[f]{gemm.fp8.n8}.' \
    '\end{document}' >>paper.tex
typeset pdflatex 1 && pass || fail "a wrong claim by name: $(grep -m1 -A2 '^!' paper.log)"
pdftotext paper.pdf - | tr '\n' ' ' >paper.txt
expect_words paper.txt 'A WRONG [0-9.]+ [kMG]?FLOP/s, WRONG \(its output'
expect_words paper.txt 'I WRONG .*; C WRONG .*; F WRONG '

# ---- surroundings ----

# Characters that a language makes active, other packages, and DOS line ends change nothing.
sed 's/$/\r/' results/numbers.tex >dos && mkdir dosed && cp dos dosed/numbers.tex
active=$(printf '\\catcode`\\%s13 ' '"' : ';' '!' '?' "'" '_' '<' '=' '-')
for lines in "\\AtBeginDocument{$active}" '\usepackage{siunitx}' \
    '\usepackage{underscore}' '\usepackage{hyperref,cleveref,booktabs}'; do
    begin '{article}' "$lines"
    printf '%s\n' "\\wmrecord[dos]{dosed}x\\wmclaim{$claim}y \\wmclaim[dos]{$claim}" \
        '\wmclaim[b]{plan.repeat_seconds}' \
        '\wmcontext{gemm.fp16.n2048.rate_low}' '\end{document}' >>paper.tex
    typeset pdflatex 1 && pass || fail "with $lines: $(grep -m1 -A2 '^!' paper.log)"
    pdftotext paper.pdf - | tr '\n' ' ' >paper.txt
    expect_words paper.txt 'x([0-9.]+ TFLOP/s)y \1'
done

# Every table, of records with wrong and absent values too.
begin '{article}' '' \
    '\wmrecord[f]{in-full}\wmrecord[x]{in-x}\wmrecord[n]{in-failed}\wmrecord[d]{in-slopes}'
for record in :results b:h200-stress f:in-full x:in-x n:in-failed d:in-slopes; do
    for file in "${record#*:}"/tables/*.tex; do
        printf '\\begin{table}\\tiny\\wmtable[%s]{%s}\\caption{T}\\end{table}\\clearpage\n' \
            "${record%%:*}" "$(basename "$file" .tex)"
    done
done >>paper.tex
printf '%s\n' '\input{results/appendix}\input{in-full/appendix}' '\end{document}' >>paper.tex
typeset pdflatex 1 && pass || fail "tables: $(grep -m1 -A2 '^!' paper.log)"
pdftotext -layout paper.pdf paper.txt
expect_words paper.txt '^ *gemm\.fp16\.n8192\[[0-9]+\] +681\.3 TFLOP/s +676\.1 \.\. 683\.5'
expect_words paper.txt '^ *WRONG gemm\.fp8\.n8\[[0-9]+\] '
expect_words paper.txt 'disturbed repeats: 24 of 24: throttled'
expect_words paper.txt \
    '^ *hbm.triad\.f32\.n1024(\[[0-9]+\])? +0\.9823 +0\.9420 \.\. 1\.0225 +1\.007'

# In two columns a wide table is set smaller, until it fits.
for row in '[sigconf,nonacm]{acmart}|' '[conference]{IEEEtran}|\usepackage{graphicx}' \
    '[journal]{IEEEtran}|h200-stress'; do
    IFS='|' read -r class package <<<"$row"
    # With labels and flags of compilers that no page without graphicx has.
    records='results h200-stress in-full in-x'
    case $package in h200*) records=$package package= ;; esac
    begin "$class" "$package" '\wmrecord[f]{in-full}\wmrecord[x]{in-x}'
    case $class in *acmart*) echo '\title{T}\author{A}\maketitle' >>paper.tex ;; esac
    for record in $records; do
        case $record in results) prefix= ;; h200-stress) prefix=b ;; *) prefix=${record:3:1} ;; esac
        for file in "$record"/tables/*.tex; do
            printf '\\begin{table*}\\scriptsize\\wmtable[%s]{%s}\\caption{%s}\\end{table*}%s\n' \
                "$prefix" "$(basename "$file" .tex)" "$record" '\clearpage'
        done
    done >>paper.tex
    echo '\end{document}' >>paper.tex
    typeset pdflatex 1 && pass || fail "tables of $class: $(grep -m1 -A2 '^!' paper.log)"
    expect_equal "tables too wide for $class" \
        "$(sed -n 's/^Overfull .hbox (\([0-9.]*\)pt.*/\1/p' paper.log | awk '$1 > 5')" ""
done

# The style file may lie beside the document, and be read twice.
cp results/witnessmark.sty .
printf '%s\n' '\documentclass{article}\usepackage{witnessmark}\usepackage{results/witnessmark}' \
    '\begin{document}\input{results/numbers.tex}' "\\wmclaim{$claim}\\end{document}" >paper.tex
typeset pdflatex 1 && pass || fail "beside the document: $(grep -m1 -A2 '^!' paper.log)"

# No page is without a number because a line was full: nothing that is linked breaks.
begin '[twocolumn]{article}' '\usepackage{hyperref}' "\\wmlinkbase{$base}"
for n in $(seq 400); do
    printf 'w%s \\wmclaim{%s} ' "$n" "$claim"
done >>paper.tex
echo '\end{document}' >>paper.tex
typeset pdflatex 2 && pass || fail "many links: $(grep -m1 -A2 '^!' paper.log)"
expect_equal "links of 400 numbers" "$(pdfinfo -url paper.pdf | grep -c "#$claim:~:")" 400
# The example of the page, pasted.
sed -n '/^<!-- pasted by/,/^<!-- end/s/^    //p' "$ROOT/docs/publish.md" >paper.tex
rm -f paper.aux paper.bbl
typeset pdflatex 1 && bibtex paper >bib.log && typeset pdflatex 2 && pass ||
    fail "the example of docs/publish.md: $(grep -m1 -A2 '^!' paper.log)"
pdftotext paper.pdf - | tr '\n' ' ' >paper.txt
expect_words paper.txt 'At n = 8192 the device reached [0-9.]+ TFLOP/s \(95 % interval ' \
    '[0-9.]+ \.\. [0-9.]+ TFLOP/s, class S[12]\)\. ' \
    "The record has the root ${root:0:16} and $(grep -c '"type":"claim"' $evidence) claims \[1\]"
finish
