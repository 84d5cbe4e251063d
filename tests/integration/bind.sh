#!/bin/bash
# `bind`: the numbers of a LaTeX document against a record.
. "$(dirname "$0")/../support/shell.sh"
without_waits

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
support=$ROOT/tests/support
cd "$WORK" || exit 2
echo 'not a checker; the record is made up' >stand_in
for seed in 7 8; do
    python3 "$support/make_record.py" --seed $seed --plan full --verify-c stand_in \
        --verify-py stand_in record$seed >log 2>&1 || fail "make_record: $(tail -n 1 log)"
done
mv record7 rec
mv record8 other

# paper LINES...: a document of these lines.
paper() {
    {
        printf '%s\n' '\documentclass{article}' '\begin{document}'
        printf '%s\n' "$@"
        printf '%s\n' '\end{document}'
    } >paper.tex
}
# finds PATTERN: one line of the answer has it, and nothing else is found.
finds() {
    expect 1 "$WITNESSMARK" bind paper.tex rec
    expect_words out "$1"
    expect_equal "lines about $1" "$(grep -c '^paper\.tex:' out)" "${2:-1}"
}
# finds_each PATTERN LINES...: each of these lines of the paper, from line 3 on, has one finding, in
# one run: opening a record takes most of the time.
finds_each() {
    local pattern=$1 line
    shift
    paper "$@"
    expect 1 "$WITNESSMARK" bind paper.tex rec
    expect_equal "lines about $pattern" "$(grep -c '^paper\.tex:' out)" $#
    for ((line = 3; line < 3 + $#; line++)); do
        expect_words out "^paper\\.tex:$line:[0-9]+: $pattern"
    done
}
silent() {
    expect 0 "$WITNESSMARK" bind paper.tex rec || cat paper.tex
}

# ---- numbers that look like results ----

forms=()
for text in '1.7\,TFLOP/s' '1.7~TFLOP/s' '$1.7\times10^{12}$ FLOP/s' \
    '\SI{1.7}{\tera\flop\per\second}' '\qty{1.7}{TFLOP/s}' '\num{1.7e12} FLOP/s' \
    '\textbf{1.7}~TB/s' '1.7\,\si{\tera\byte\per\second}' '12.5\%' '12.5 percent' \
    '12.5 per cent' '2.3x faster' '2.3$\times$ faster' '2.3 times faster' '$2.5\mu$s' \
    '\SI{3}{\micro\second}' '1{,}234 tokens/s' '417 images per second' '61.5\,$^\circ$C' \
    '37 Mops/s' '1.2M requests/s' '310~W' '4.25 kWh' '88 FPS' '$3.2 \pm 0.1$ GB/s' \
    '3.2 GiB/s' 'a 12-fold gain'; do
    forms+=("Our kernel reaches $text on this device.")
done
finds_each 'unbound: .*no claim of the record has this value$' "${forms[@]}"
paper 'It sustains 3--4 GB/s, and \SIrange{5}{6}{\giga\byte\per\second} later.'
finds 'unbound: 3: ' 4
paper '\begin{table}\caption{Results}\begin{tabular}{lrr}' \
    'Kernel & Time (ms) & Size \\ \hline' 'copy & 12.5 & 1024 \\' 'add & 13.5 & 2048 \\' \
    '\end{tabular}\end{table}'
finds '^paper\.tex:5:8: unbound: 12\.5: ' 2
paper '\newcommand{\speed}{1.7}' 'It reaches \speed~TB/s.' 'Again \speed~TB/s.'
finds '^paper\.tex:3:21: unbound: 1\.7 TB/s: '

# ---- what is no result ----

paper 'In 2019, Lee et al. \cite{lee} report 3.2 TB/s. See Section 3.2 and \ref{tab:5}.' \
    '% We reach 5.5 TB/s.' '\begin{verbatim}' '5.5 TB/s' '\end{verbatim}' \
    '\vspace{3.2mm} \includegraphics[width=0.5\textwidth]{a} \verb|5.5 TB/s| Version 1.2.3 has' \
    '10 repeats of 8192 elements, $n = 4096$, and a 3$\times$3 stencil on 64 GB of RAM.' \
    '\iffalse We reach 5.5 TB/s. \fi \url{http://a.b/5.5%20TB/s} doi 10.1145/3.2' \
    '\[ x = 5.5\,\mathrm{TB/s} \] The timeout is 30 s. \begin{tikzpicture} 5.5 TB/s' \
    '\end{tikzpicture} A 95\,\% confidence interval. The tail is flat up to 99.99\,\% here.' \
    'It has the lowest latency for 25\,\%, 50\,\% and 75\,\%. Copper links carry 40\,Gbps.' \
    'The capacity of a zone is 1129316352 ($\sim$1.1\,GB). It reads for 60 seconds of each hour.' \
    'They find a reduction of 11\,\%. The study showed a gain of 5\,\% with a fixed time of 7\,s.'
silent
paper 'We set $N = (0.25 \times rtt \times rate)$.' \
    'It was run over a range of link delays (20\,ms, 50\,ms) and rates (24\,Mbps, 48\,Mbps).' \
    'For a variety of conditions (bandwidth ranging from 12 to 96\,Mbps) we look at it.' \
    'In the trace 97.6\,\% of requests are short, and the others are not.' \
    'Both have update-heavy (50\,\% SETs and 50\,\% GETs) loads.' \
    'We found a fraction of 5\,\% to be a good threshold. A chain that overlaps by 50\,\% or more' \
    'is secondary. The whiskers show 1.25$\times$ the inter-quartile range.' \
    'It offers 48\,Mbps of load, and the egress is at most a possible 10\,Gbps.' \
    'There are 3 periods: from 0 to 60 sec., then from 60 to 120 sec. with cross traffic.' \
    'Suppose that 99\,\% of them are negative. It is a pool of 100\,MB by default.' \
    'A region is one if 70\,\% of it repeats. A mix of 95\,\% gets and 5\,\% puts is slower.' \
    'Blue contours encompass 68\,\% of the posterior mass. We generate flows with 50\,\% load.' \
    'It assembles 45-fold data under loads of either 10k\,tx/s or 50\,tx/s.' \
    'This is the completion time at 40\,Gbit/s, over 30-second experiments.' \
    'We vary the reporting intervals, ranging from 10\,ms to 500\,ms, on a fixed 96\,Mbit/s.' \
    'It runs over a 48\,Mbps bottleneck link with 20\,ms round-trip propagation delay.' \
    'We keep a target queue of 10\,ms. The bandwidth is usually about 40\,GB/s for a CPU.'
silent
paper '\begin{table}\caption{Use}\begin{tabular}{lrr}' 'List & Kernel & Speedup \\' \
    'a & 1260\,s & 3x \\' 'b & 3630\,s & 255x \\' 'c & $2 \times \beta$ & \\' \
    '\end{tabular}\end{table}' \
    'Raw HTTPS tops out around 90 RPS.'
finds '^paper\.tex:5:[0-9]+: unbound: 1260 s' 5
printf '\\documentclass{article}\\begin{document}\r\nWe reach 3.2\0 \xb5s.\r\n' >paper.tex
finds 'unbound: 3\.2 .?µs: '
printf 'no document at all {{{{ \\textbf{\\caption{' >paper.tex
silent

# ---- numbers that are claims ----

rate=gemm.fp16.m11n1100k32.rate
"$WITNESSMARK" show --json --claims rec >out
text=$(python3 -c 'import json, sys
rows = json.load(open("out"))["claims"]
print(next(row["text"] for row in rows if row["name"] == sys.argv[1]))' $rate)
unit=${text#* }
paper "It runs at $text."
finds "unbound: $text: write \\\\wmclaim\\{$rate\\}"
paper "It runs at $text. % bind: $rate"
silent
paper "It runs at 1${text}. % bind: $rate"
finds "differs: 1$text: the record has $text for $rate\$"
paper "It runs at $text. % bind: gemm.no.rate"
finds 'unknown: gemm\.no\.rate: '
"$WITNESSMARK" show --latex rec $rate >line 2>log
paper "$(cat line)"
silent
paper "$(sed '2s/PASS/FAIL/' line)"
finds "differs: .*show --latex. of $rate gives another line\$"
expect 1 "$WITNESSMARK" bind paper.tex other
expect_words out 'other record: .* is of the record [0-9a-f]{12}, which is not given'

# ---- macros ----

mkdir bound
expect 0 "$WITNESSMARK" publish rec -o bound/published
expect 0 "$WITNESSMARK" publish other -o bound/others
# bound_paper LINES...: a paper that reads the folder.
bound_paper() {
    {
        printf '%s\n' '\documentclass{article}' '\usepackage{published/witnessmark}'
        printf '%s\n' '\begin{document}' '\wmrecord{published}' "$@" '\end{document}'
    } >bound/paper.tex
}
names() {
    expect "${2:-1}" "$WITNESSMARK" bind bound/paper.tex rec
    expect_words out "$1"
}
# names_each PATTERN COUNT: each of COUNT lines from line 5 on has a finding.
names_each() {
    local line
    expect 1 "$WITNESSMARK" bind bound/paper.tex rec
    for ((line = 5; line < 5 + $2; line++)); do
        expect_words out "^bound/paper\\.tex:$line:[0-9]+: $1"
    done
}
bound_paper "We see \\wmclaim{$rate} and \\wmvalue{$rate}." \
    "For \\wmclaim{plan.gemm.fp16.m11n1100k32.n}." \
    "Also \\wmcontext{gemm.fp16.n4.bursts}." '\input{published/figures/graph}'
names '^4 bound numbers, 4 agree; 0 findings' 0
bound_paper '\newcommand{\rate}[1]{\wmclaim{gemm.#1.rate}}' 'We see \rate{fp16.m11n1100k32}.'
names '^1 bound number, 1 agrees' 0
bound_paper '\wmclaim{gemm.fp16.n9000.rate}' '\wmclaim{plan.gemm.fp16.n4.q}' \
    '\wmclaim{gemm.fp8.n8.rate}'
names '^bound/paper\.tex:5:1: unknown: '
expect_words out '^bound/paper\.tex:6:1: unknown: '
expect_words out '^bound/paper\.tex:7:1: wrong output: .*; .wmclaim\*\{gemm\.fp8\.n8\.rate\} says'
expect_equal "lines about names" "$(grep -c '^bound' out)" 3
bound_paper '\wmclaim*{gemm.fp8.n8.rate}'
names '^1 bound number, 1 agrees' 0
bound_paper "\\wmclaim{gemm.fp16.n4.rate} is faster than \\wmclaim{$rate} here."
names '^bound/paper\.tex:5:[0-9]+: note: .*compare. of several runs of each can$' 0
# A part of a wrong result says nothing of the output, whatever star it has.
bound_paper '\wminterval{gemm.fp8.n8.rate} \wmclass*{gemm.fp8.n8.rate} \wmcell{gemm.fp8.n8.rate}' \
    '\wmcontext{gemm.fp8.n8.rate}'
names '^4 bound numbers, 1 agrees; 3 findings'
expect_words out 'wrong output: .wminterval\{.*; .wmcontext\{gemm\.fp8\.n8\.rate\} says so'
expect_words out 'wrong output: .wmcell\{.*; .wmclaim\*\{gemm\.fp8\.n8\.rate\} says so'

# What touches a macro makes another number of it.
forms=()
for given in "1\\wmclaim{$rate}" "1{\\wmclaim{$rate}}" "1\\,\\wmclaim{$rate}" "1,\\wmclaim{$rate}" \
    "see .\\wmclaim{$rate}" "see \$-\$\\wmclaim{$rate}" "\\wmvalue{$rate}0" "\\wmvalue{$rate}.5" \
    "\\wmvalue{$rate}\$\\times10^{3}\$" "\\wmvalue{$rate}\\wmvalue{$rate}" \
    "\\wmvalue{$rate}.\\wmvalue{$rate}" "\\wmvalue{$rate}\\,ms" "\\wmvalue{$rate} PFLOP/s" \
    "\\wmvalue{$rate}~\\wmunit{gemm.fp16.m11n1100k32.power}" "999\\,\\wmunit{$rate}" \
    "9\\wmcontext{$rate}"; do
    forms+=("We see $given.")
done
bound_paper "${forms[@]}"
names_each 'differs: .wm' "${#forms[@]}"
bound_paper "At \\wmvalue{$rate}\\,\\wmunit{$rate}, \\wmvalue{$rate}~$unit" \
    "(\\wmclaim{$rate})." \
    "Sub-\\wmclaim{$rate}: \\wmvalue{$rate}--\\wmvalue{$rate}~$unit. \\wmclaim{$rate}, 3 of 4." \
    "\\wmvalue{plan.gemm.fp16.n4.n}\$\\times\$\\wmvalue{plan.gemm.fp16.n4.n}," \
    "e.g.\\wmclaim{$rate}." \
    "\\begin{tabular}{rr}\\wmclaim{$rate}&\\wmclaim{$rate}\\\\ 1&\\wmclaim{$rate}\\end{tabular}"
names '; 0 findings' 0

# Only the style file and numbers.tex make the macros.
for given in "\\renewcommand\\wmclaim[1]{9}" "\\newcommand*{\\wmvalue}{9}" "\\gdef \\wmclaim#1{9}" \
    "\\def\\wmclaim@x{}" "\\let\\x=\\wmclaim" "\\let\\wmclaim\\wmunit" \
    "\\csname wmclaim\\endcsname" \
    "\\expandafter\\def\\csname wm@c@@$rate\\endcsname{9}" "\\def\\x{\\wm@whole}" \
    "\\csdef{wm@whole}{9}" "\\cs_set:Npn \\wmclaim #1 {9}" '\wmsetclaim{a}{9}{s}{x}{i}{S2}{1}' \
    "\\AtBeginDocument{\\def\\wmunit{s}}" '\wmsetrecord{form}{1}'; do
    bound_paper "$given" "We see \\wmclaim{$rate}."
    names '^bound/paper\.tex:5:[0-9]+: differs: .*only witnessmark\.sty and numbers\.tex may make'
done
bound_paper '\newcommand{\wmax}{9} \newcommand{\wm}[1]{\wmclaim{#1}} \newcommand\rate{\wmclaim}' \
    "% \\def\\wmclaim{} \\wmsetclaim{x}" "\\verb|\\wmsetclaim| \\rate{$rate} \\wm{$rate}" \
    '\begin{verbatim}' '\let\x\wmclaim' '\end{verbatim}'
names '^2 bound numbers, 2 agree; 0 findings' 0
bound_paper "\\wmclaim{gemm.nonsense}. % \\wmsetclaim{x}" 'We reach 888.8 TFLOP/s.'
names '^bound/paper\.tex:5:1: unknown: '
expect_words out 'unbound: 888\.8 TFLOP/s'
# A class beside the document is searched too.
echo '\def\wmclaim#1{9}' >bound/mine.cls
bound_paper "\\wmclaim{$rate}"
sed 's/{article}/{mine}/' bound/paper.tex >bound/class.tex
expect 1 "$WITNESSMARK" bind bound/class.tex rec
expect_words out '^bound/mine\.cls:1:1: differs: '
rm bound/mine.cls bound/class.tex

# The style file: its own bytes, under whatever name, and no document without it.
style() {
    printf '%s\n' '\documentclass{article}' "$1" '\begin{document}' '\wmrecord{published}' \
        "We see \\wmclaim{$rate}." '\end{document}' >bound/style.tex
    expect "$2" "$WITNESSMARK" bind bound/style.tex rec
    [ "$2" -eq 0 ] || expect_words out "$3"
}
cp bound/published/witnessmark.sty bound/copy.sty
sed 's/wm@whole{.*/wm@whole{999}/' bound/published/witnessmark.sty >bound/witnessmark.sty
sed 1d bound/witnessmark.sty >bound/other.sty
style '\usepackage{copy}' 0
style '\input{published/witnessmark.sty}' 0
style '' 1 '^bound/style\.tex:5:8: differs: no witnessmark\.sty below the folder'
style '\usepackage{witnessmark}' 1 '^bound/witnessmark\.sty:.* differs: from here it is not'
style '\usepackage{other}' 1 '^bound/other\.sty:.* differs: '
cp bound/witnessmark.sty bound/copy.sty
style '\usepackage{copy}' 1 '^bound/copy\.sty:.* differs: from here it is not'
cp bound/published/witnessmark.sty kept
cp bound/witnessmark.sty bound/published/
bound_paper "\\wmclaim{$rate}"
names '^bound/published/witnessmark\.sty:.* differs: from here it is not'
mv kept bound/published/witnessmark.sty
rm bound/copy.sty bound/other.sty bound/witnessmark.sty bound/style.tex

# numbers.tex without its first line, and first lines that no product has.
sed "1d;s/^\(\\\\wmsetclaim{$rate}{\)[0-9]*/\1999/" bound/published/numbers.tex >bound/mine.tex
bound_paper "\\input{mine} \\wmclaim{$rate}"
names "^bound/mine\\.tex:[0-9]+: *differs: |^bound/mine\\.tex:.* differs: .wmsetclaim.$rate..999"
for path in tables/mine.tex figures/devices.tex; do
    head -n 1 bound/published/numbers.tex | sed "s|numbers.tex|$path|" >bound/mine.tex
    echo 'We reach 888.8 TFLOP/s.' >>bound/mine.tex
    bound_paper "\\input{mine} \\wmclaim{$rate}"
    names '^bound/mine\.tex:[12]:1: differs: '
done
rm bound/mine.tex

# The folder of another record, and a prefix of its own.
bound_paper "\\wmclaim{$rate}"
expect 1 "$WITNESSMARK" bind bound/paper.tex other
expect_words out '^bound/published/numbers\.tex:1:1: other record: '
bound_paper "\\wmrecord[b]{others}\\wmclaim[b]{$rate} \\wmclaim{$rate}"
expect 0 "$WITNESSMARK" bind bound/paper.tex rec other
expect 1 "$WITNESSMARK" bind bound/paper.tex rec
bound_paper '\wmrecord[c]{nowhere}'
names '^bound/paper\.tex:5:1: other record: nowhere: no numbers\.tex'

# A changed digit is found wherever it is.
bound_paper "We see \\wmclaim{$rate}." "It is $text. % bind: $rate" "$(cat line)" \
    'For \wmclaim{gemm.fp16.m11n1100k32.rate_low} and \wmclaim{plan.gemm.fp16.n4.n}.'
names '^5 bound numbers, 5 agree; 0 findings' 0
rm -r bound/others
python3 "$support/plant_changes.py" "$WITNESSMARK" bound/paper.tex rec 100 22 >planted 2>&1
expect_equal "planted changes" "$(tail -n 1 planted)" '100 planted, 100 found'
grep 'not found' planted

# ---- links of a PDF ----

pdf() {
    python3 "$support/make_pdf.py" paper.pdf "$@"
}
root=$("$WITNESSMARK" audit rec 2>log | sed -n '1s/^valid //p')
pdf '' '' '' 'no link'
PATH=/nowhere expect 2 "$WITNESSMARK" bind paper.pdf rec
expect_words err '^witnessmark bind: pdfinfo: .*; install poppler-utils$'
if command -v pdfinfo >/dev/null && command -v pdftohtml >/dev/null; then
    expect 3 "$WITNESSMARK" bind paper.pdf rec
    expect_words out '^no link of this PDF carries a claim'
    pdf $rate "$root" "$text" "$text,"
    expect 0 "$WITNESSMARK" bind paper.pdf rec
    expect_words out '^same claims: 1 link agrees with the record in claim, root and text'
    expect 1 "$WITNESSMARK" bind paper.pdf other
    expect_words out "^paper\.pdf:page 1: differs: $rate: it is of the record"
    # The same claim twice is two links; one in two pieces is one; a number and the whole are two.
    pdf $rate "$root" "$text" "$text." "$text"
    expect 0 "$WITNESSMARK" bind paper.pdf rec
    expect_words out '^same claims: 2 links agree'
    pdf $rate "$root" "$text" "${text% *}" "${text#* }"
    expect 0 "$WITNESSMARK" bind paper.pdf rec
    expect_words out '^same claims: 1 link agrees'
    pdf $rate "$root" "$text" "${text% *}" "$text"
    expect 0 "$WITNESSMARK" bind paper.pdf rec
    expect_words out '^same claims: 2 links agree'
    for shown in "1$text" "${text}1" "${text% *}1"; do
        pdf $rate "$root" "$text" "$text" "$shown"
        expect 1 "$WITNESSMARK" bind paper.pdf rec
        expect_words out '^1 of 2 links disagree'
    done
    # A link around what is no text, alone and beside one with a text.
    pdf $rate "$root" "$text" ''
    expect 3 "$WITNESSMARK" bind paper.pdf rec
    expect_words out '^inconclusive: of 1 of 1 link the shown text cannot be read'
    pdf $rate "$root" "$text" "$text" ''
    expect 3 "$WITNESSMARK" bind paper.pdf rec
    expect_words out '^inconclusive: of 1 of 2 links the shown text cannot be read'
    pdf $rate "$root" "$text" "$text,"
    mkdir -p sealed/anc
    cp -r rec sealed/anc/record
    printf '# root %s\n# format witnessmark-document-1\n# document paper.pdf\n%s  paper.pdf\n' \
        "$root" "$(sha256sum <paper.pdf | cut -c 1-64)" >sealed/anc/manifest.sha256
    for given in sealed sealed/anc/record; do
        expect 0 "$WITNESSMARK" bind paper.pdf $given
        expect_words out '^same claims, same bytes: 1 link agrees'
    done
    echo >>paper.pdf
    expect 0 "$WITNESSMARK" bind paper.pdf sealed
    expect_words out '^same claims, other bytes: 1 link agrees'
    # An archive of a sealed document, as it is.
    expect 0 "$WITNESSMARK" publish rec --document paper.pdf -o sealed.tar.gz --license CC-BY-4.0
    expect 0 "$WITNESSMARK" bind paper.pdf sealed.tar.gz
    expect_words out '^same claims, same bytes: 1 link agrees'
    echo >>paper.pdf
    expect 0 "$WITNESSMARK" bind paper.pdf sealed.tar.gz
    expect_words out '^same claims, other bytes: 1 link agrees'
    pdf $rate "$root" "1$text" "$text"
    expect 1 "$WITNESSMARK" bind paper.pdf rec
    expect_words out ": the link says 1$text, and the record has $text\$"
    pdf $rate "$root" "$text" "1$text"
    expect 1 "$WITNESSMARK" bind --json paper.pdf rec
    expect_json out '[row["fault"] is None for row in answer["links"]] == [False]'
    pdf gemm.no.rate "$root" "$text" "$text"
    expect 1 "$WITNESSMARK" bind paper.pdf rec
    expect_words out ': the record has no claim of this name$'
    printf '%%PDF-1.4\n' >paper.pdf
    expect 2 "$WITNESSMARK" bind paper.pdf rec
    expect_words err 'cannot read it'
else
    skip "poppler-utils is not installed"
fi

# ---- files of a document ----

mkdir -p doc/parts
printf '\\documentclass{article}\\begin{document}\\input{parts/a}\\input{parts/a.tex}' >doc/main.tex
printf '\\include{../x}\\input{gone}\\end{document}' >>doc/main.tex
echo 'We reach 5.5 TB/s.' >doc/parts/a.tex
expect 1 "$WITNESSMARK" bind doc/main.tex rec
expect_words out '^doc/parts/a\.tex:1:10: unbound: 5\.5 TB/s: '
expect_equal "a file that is named twice" "$(grep -c unbound: out)" 1
expect_words out "^not read: \.\./x: outside of the document's folder\$"
expect_words out '^not read: gone: not there$'
ln -s ../../rec/evidence.jsonl doc/parts/b.tex
printf '\\input{parts/b}' >doc/link.tex
expect 3 "$WITNESSMARK" bind doc/link.tex rec
expect_words out "^not read: parts/b: outside of the document's folder\$"
# A macro that never ends is left out; the rest is read.
printf '\\def\\a{\\a\\a}\\a We reach 5.5 TB/s.' >endless.tex
expect 1 "$WITNESSMARK" bind endless.tex rec
expect_words out '^endless\.tex:1:.*unbound: 5\.5 TB/s: '
expect_words out '^not read: \\a: too long a text; it may never end$'
printf '\\def\\a{\\a\\a}\\section{\\a}' >endless.tex
expect 3 "$WITNESSMARK" bind endless.tex rec
python3 -c 'print("\\def\\a{%s}\\def\\c{}%s" % ("3.5 ms, " * 5000, "\\a" * 999))' >endless.tex
expect 2 "$WITNESSMARK" bind endless.tex rec
expect_words err 'its macros make too long a text; they may never end$'

# Two megabytes of anything take seconds, not minutes. The limit is for a machine with much to do.
for piece in '3 ms, ' '\cite[' '%bind: gemm.no.rate\n' '\item 3 ms (' '\cite[{]' '4.5 & ' 'a'; do
    python3 -c 'import sys; piece = sys.argv[1].replace("\\n", "\n")
print("\\begin{document}" + piece * (2000000 // len(piece)))' "$piece" >large.tex
    timeout 60 "$WITNESSMARK" bind large.tex rec >out 2>err
    [ $? -le 1 ] || fail "2 MB of $piece: $(tail -n 1 err)"
done
rm large.tex out
expect 2 "$WITNESSMARK" bind nowhere.tex rec
expect_words err '^witnessmark bind: nowhere\.tex: cannot open: it is not there$'

# ---- exceptions ----

paper 'We reach 5.5 TB/s.' 'A second kernel has 6.5 TB/s.'
printf '%s\n' '# a comment' 'paper.tex: 5.5 TB/s: from the data sheet: page 3' >witnessmark-bind.txt
finds '^paper\.tex:4:[0-9]+: unbound: 6\.5 TB/s'
expect_words out ', 1 excepted$'
echo 'paper.tex: 6.5 TB/s: also' >>witnessmark-bind.txt
silent
expect 0 "$WITNESSMARK" bind --json paper.tex rec
expect_json out '[row["exception"] for row in answer["findings"]] == given' \
    'from the data sheet: page 3' also
echo 'paper.tex: 7.5 TB/s: nothing' >more
expect 1 "$WITNESSMARK" bind --except more paper.tex rec
expect_words out '^exception 1 matches nothing: paper\.tex: 7\.5 TB/s; remove it$'
echo 'paper.tex: 7.5 TB/s' >more
expect 2 "$WITNESSMARK" bind --except more paper.tex rec
expect_words err 'more: line 1 has no reason; write FILE: TEXT: REASON$'
expect 2 "$WITNESSMARK" bind --except nowhere paper.tex rec
finish
