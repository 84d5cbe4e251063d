#!/bin/bash
# `publish`: the folder, what is refused, equal bytes everywhere, and nothing left of a failure.
. "$(dirname "$0")/../support/shell.sh"
without_waits

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
support=$ROOT/tests/support
begin_with_record
echo 'not a checker; the record is made up' >stand_in
for plan in full failed sums; do
    python3 "$support/make_record.py" --seed 7 --plan $plan --verify-c stand_in \
        --verify-py stand_in $plan >log 2>&1 || fail "make_record: $(tail -n 1 log)"
done
root=$("$WITNESSMARK" audit full 2>log | sed -n '1s/^valid //p')

# ---- the folder ----

expect 0 "$WITNESSMARK" publish full -o published
expect_words out "^published $root in published\$"
expect_equal "what is beside it" "$(ls -A | grep -c '^\.')" 0
expect 0 "$WITNESSMARK" publish --json full -o again
expect_json out '[answer[key] for key in ("schema", "root", "folder", "record")] == given' \
    witnessmark-publish/1 "$root" again full
(cd again && find . -type f | LC_ALL=C sort | xargs sha256sum) >found
python3 - >wanted <<'END'
import json
files = json.load(open('out'))['files']
for row in sorted(files, key=lambda row: row['path'].encode()):
    print('%s  ./%s' % (row['sha256'], row['path']))
END
cmp -s found wanted && pass || fail "the answer has other files: $(diff found wanted)"
python3 - >wrong <<'END'
import json, os
files = json.load(open('out'))['files']
readme = open('again/README.md', encoding='utf-8').read()
for row in files:
    if row['bytes'] != os.path.getsize('again/' + row['path']):
        print('size of', row['path'])
    if row['path'] != 'README.md' and '`%s`: ' % row['path'] not in readme:
        print(row['path'], 'is not in README.md')
END
expect_equal "the answer" "$(cat wrong)" ""
"$WITNESSMARK" show --bibtex full >entry
sed 1d published/record.bib | cmp -s entry && pass || fail "record.bib is not the entry of show"

# ---- texts of a record ----

# No text of a record is a command of LaTeX, and none reaches a terminal.
PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
bad = ('}{\\input{/etc/passwd}% $x$ #1 & a_b ^^5c ~ "q" @misc{\u202e\x1b[2J\n\\end{document} '
       '\xb5\u4e00')
record = Record('full')
record.environment()['device'] = bad
record.environment()['producer']['name'] = bad
record.plan()['name'] = bad
for fact in record.environment()['facts']:
    if isinstance(fact.get('value'), str):
        fact['value'] = bad
for node in record.nodes:
    if node.get('status') == 'failed':
        node['reason'] = bad
record.recompute()
record.write('odd')
END
for record in full failed odd; do
    expect 0 "$WITNESSMARK" publish $record -o of-$record
    find of-$record -name '*.tex' ! -path '*/figures/*' | LC_ALL=C sort >files
    # shellcheck disable=SC2046
    python3 "$support/latex_plain.py" $(cat files) of-$record/record.bib >found && pass ||
        fail "$record: $(cat found)"
    # shellcheck disable=SC2046
    LC_ALL=C grep -lP '[\x00-\x09\x0b-\x1f\x7f-\xff]' $(cat files) of-$record/record.bib >found
    expect_equal "files of $record that are not ASCII" "$(cat found)" ""
done
printf '%s\n' '\wmsetclaim{a}{\input{b}}' >bad.tex
python3 "$support/latex_plain.py" bad.tex >found && fail "a command of a record is plain" || pass

# Tables are those of the record. A number in them is its claim, and a row says what is wrong.
expect_equal "tables of a record in which all failed" "$(ls of-failed/tables)" \
    "$(printf '%s\n' environment.tex taxonomy.tex)"
grep -oE '\\wmcell\{[^}]*' of-full/tables/*.tex | sed 's/.*{//' | LC_ALL=C sort -u >cells
grep -oE '^\\wmsetclaim\{[^}]*' of-full/numbers.tex | sed 's/.*{//' | LC_ALL=C sort >names
expect_equal "cells without a claim" "$(LC_ALL=C comm -23 cells names)" ""
[ "$(wc -l <cells)" -gt 100 ] && pass || fail "only $(wc -l <cells) cells have a claim"
expect_words of-full/tables/taxonomy.tex '^\{\}WRONG gemm\.fp8\.n8\[[0-9]+\] & '
expect_words of-full/tables/taxonomy.tex '^\[[0-9]+\] .*WRONG \(its output failed the check\)'
expect_words of-full/numbers.tex '^\\wmsetgroup\{gemm\.fp8\.n8\}\{WRONG\}\{WRONG \(its output'
expect_words of-full/numbers.tex '^\\wmsetparameter\{plan\.gemm\.fp8\.n8\.n\}\{8\}\{\}$'

# Rows of ratios say what is wrong of the other side too; verify and nonlinear say it as well.
PYTHONPATH=$support python3 - <<'END'
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
expect 0 python3 "$support/continue_record.py" after --prior bad --plan mixed
expect 0 python3 "$support/continue_record.py" both --differential --prior first --prior bad
mkdir narrow
python3 "$ROOT/tests/adversary/write_forgery.py" accepted/class_repeats_correlated . narrow/record
for record in sides after both; do
    expect 0 "$WITNESSMARK" publish $record -o of-$record
done
expect 0 "$WITNESSMARK" publish narrow/record -o of-narrow
# marked RECORD TABLE ITEM NOTE: the row of the item is marked, and its note says this.
marked() {
    local number
    number=$(sed -nE "s/^\{\}(.* \& )?$3\[([0-9]+)\] &.*/\2/p" "of-$1/tables/$2.tex" | head -n 1)
    expect_words "of-$1/tables/$2.tex" "^\[${number:-none}\] $4[;}]*\$"
}
check='\(its output failed the check\)'
marked sides stress 'WRONG gemm\.fp16\.n4\.bursts' "WRONG in the base $check"
marked after validation 'WRONG gemm\.bf16\.n16' "WRONG in prior 1 $check"
marked after validation 'WRONG gemm\.fp8\\_fast\.m4n4k256' "WRONG $check.*"
marked both cross 'WRONG gemm\.bf16\.n16' "WRONG in prior 2 $check"
marked full verify 'WRONG gemm\.fp16\.m65n70k80' "WRONG $check; disturbed repeats: .*"
expect_words of-full/tables/nonlinear.tex \
    '^\{\}gemm\.fp16\.n4\.faulty\\_element.* & \\wmcell\{gemm\.fp16\.n4\.residual\}\{\}\[[0-9]+\] '
expect_words of-full/tables/nonlinear.tex '^\[[0-9]+\] of gemm\.fp16\.n4[;}]*$'
marked narrow taxonomy '.* \.\. [0-9.]+' 'correlated, interval too narrow'
expect_equal "notes that end with nothing" "$(grep -hE ': ;?$|: \}$' of-*/tables/*.tex)" ""

# What is not known of flags is said: in numbers, tables, figures, the page. So is the other side.
PYTHONPATH=$ROOT/tests/adversary python3 - <<'END'
from toolkit import Record
record = Record('full')
def lack(nodes):
    for node in nodes:
        node['covariates'] = {name: {'reason': 'no such sensor'} for name in node['covariates']}
        node['flags'] = []
lack(record.repeats(0)[:3])
lack(record.repeats(1))
record.recompute()
record.write('blind')
END
expect 0 "$WITNESSMARK" publish blind -o of-blind
# flags RECORD GROUP TEXT: what \wmflags prints of the claims of a group.
flags() {
    local group=${2//./\\.}
    expect_equal "flags of $2 in $1" "$(sed -nE \
        "s/^.wmsetgroup\{$group\}(\{[^}]*\}){2}\{([^}]*)\}.*/\2/p" "of-$1/numbers.tex")" "$3"
}
flags blind gemm.fp16.m11n1100k32 'flags unknown: 3 of 9 repeats'
flags blind gemm.bf16.n16 'flags unknown: 8 of 8 repeats'
flags full gemm.fp16.m11n1100k32 'none flagged'
flags full gemm.bf16.n16 '8 of 8: steal'
flags full change.hbm_triad.f32.n300000.full 'none flagged; in the base: 8 of 8: steal'
flags full gemm.fp16.n4.full_2min.load '2 segments, 1 failed, 1 flagged: segment 1 (throttled)'
flags full record ''
marked blind taxonomy 'gemm\.bf16\.n16' 'flags unknown: 8 of 8 repeats'
expect_words of-blind/figures/repeats.svg 'flags unknown: 3 of 9 repeats'
expect_words of-blind/report.html 'flags unknown: 11 of 209 repeats'

# Who checked outputs is said only where one was checked.
python3 "$support/make_record.py" --seed 7 --plan x --verify-c stand_in --verify-py stand_in own
expect 0 "$WITNESSMARK" publish own -o of-own
expect_words of-own/appendix.tex 'Device: .*\. No output was checked\.$'
expect_words of-failed/appendix.tex 'Device: .*\. No output was checked\.$'
expect_words of-full/appendix.tex 'Outputs were checked by another processor \(cpu\)\.$'

# Records of a GPU publish, and a continuation that was measured here, as archives.
shipped h200-paper h200-second h200-stress cpu-attacks cpu-curves
make_pair
for name in h200-paper h200-second h200-stress made made-again; do
    tar czf "$name.tar.gz" "$name" || fail "tar $name"
    expect 0 "$WITNESSMARK" publish "$name.tar.gz" -o "of-$name"
done

# How cold the point `cold` is: its segment begins hot.
stress='gemm\.fp16\.n8192'
for point in cold.temperature_lowest full.temperature_reached; do
    expect_words of-h200-stress/tables/stress.tex "wmcell\{$stress\.${point/./\\.}\}"
done

# Of two commands each number has its own interval.
expect 0 "$WITNESSMARK" wrap -o two --repeats 6 -- true --vs sh -c 'sleep 0.02'
expect 0 "$WITNESSMARK" publish two -o of-two
for claim in x.wrap.median_wall x.wrap.b.median_wall x.pair.b.median_ratio; do
    said=$("$WITNESSMARK" show two $claim --markdown |
        sed -nE 's/.*, (95 % interval [^,]*),.*/\1/p')
    [ -n "$said" ] && grep -F "\wmsetclaim{$claim}" of-two/numbers.tex |
        sed 's/\\,/ /g; s/\\%/%/g' | grep -qF "$said" && pass ||
        fail "the published interval of $claim is not $said"
done

# ---- records of trials ----

for name in cpu-attacks cpu-curves; do
    tar czf "$name.tar.gz" "$name" || fail "tar $name"
    expect 0 "$WITNESSMARK" publish "$name.tar.gz" -o "of-$name"
    expect 0 "$WITNESSMARK" publish "$name.tar.gz" -o "again-$name"
    diff -r "of-$name" "again-$name" >log 2>&1 && pass || fail "$name differs: $(head -n 5 log)"
    expect_equal "warnings of rates in $name" \
        "$(sed 's/<script.*//' "of-$name/report.html" | grep -ciE 'rates may be|next: ')" 0
    expect_equal "reverify in $name" "$(cat "of-$name/report.html" "of-$name/appendix.tex" |
        grep -v '<script\|^[A-Za-z0-9+/=]*$' | grep -c 'witnessmark reverify')" 0
    expect_words "of-$name/report.html" 'witnessmark attack --again record\.tar\.gz -o again'
    expect_words "of-$name/report.html" '<h3>Trials of the checks</h3>'
    expect_words "of-$name/appendix.tex" 'witnessmark attack -\{\}-again RECORD -o again'
    expect_words "of-$name/appendix.tex" '[0-9]+ trials each: '
    # A picture is small, also of 661 items.
    for file in "of-$name"/figures/*; do
        [ "$(wc -c <"$file")" -le 1200000 ] && pass || fail "$file has $(wc -c <"$file") bytes"
    done
done
expect_equal "figures of attacks" "$(cd of-cpu-attacks/figures && echo *.svg)" \
    "archive.svg attacks.svg"
expect_equal "figures of 661 faults" "$(cd of-cpu-curves/figures && echo *.svg)" \
    "archive.svg detection.svg probes.svg"
expect_equal "tables of attacks" "$(cd of-cpu-attacks/tables && echo *)" \
    "attacks.tex environment.tex trials.tex"
expect_equal "tables of faults" "$(cd of-cpu-curves/tables && echo *)" "environment.tex trials.tex"
expect_words of-cpu-curves/report.html '>VALID +160000 trials of the checks in 661 items'
# The rows of tables are those of `show`, with the interval of each share.
row='0 \(0\.\.19\.4\) & 100 \(80\.6\.\.100\) & -'
of=gemm\\.fp16\\.n512\\.trial_null_space
expect_words of-cpu-attacks/tables/attacks.tex \
    "^\{\}null._space & $row & .wmcell\{$of\.attack_error\} & .wmcell\{$of\.attack_cost\} & "
expect_words of-cpu-curves/tables/trials.tex '^gemm\.fp16\.n512: rejected, \\% & Trials & '
expect_words of-cpu-curves/tables/trials.tex \
    '^\{\}bit._5 & .wmcell\{gemm[a-z0-9._]*\.trials\} & 15\.5 \(11\.1\.\.21\.2\) & 56 '
expect_equal "rows of trials" \
    "$(grep -c '^{}[a-z].*wmcell{[a-z0-9_.]*\.trials} ' of-cpu-curves/tables/trials.tex)" 661
for name in cpu-attacks cpu-curves; do
    expect 0 "$WITNESSMARK" show "$name.tar.gz"
    expect_words out "next: witnessmark attack --again .*$name\.tar\.gz -o again"
    expect 0 "$WITNESSMARK" audit "$name.tar.gz"
    expect_words err "^next: witnessmark attack --again .*$name\.tar\.gz -o again"
    expect_words err '^plan: trials: "laboratory-[a-z]*", [0-9]+ items'
done

# ---- what is refused ----

expect 2 "$WITNESSMARK" publish full
expect_words err '^witnessmark publish: -o: name the new folder, as -o DIR$'
expect 2 "$WITNESSMARK" publish full -o published
expect_words err '^witnessmark publish: published: exists already; a folder is never replaced$'
ln -s nowhere dangling
expect 2 "$WITNESSMARK" publish full -o dangling
expect 2 "$WITNESSMARK" publish full -o no-folder/new
expect 2 "$WITNESSMARK" publish full -o full/new
expect 2 "$WITNESSMARK" publish full -o full/code/new
expect_words err 'is inside a record; choose a path outside it$'
expect 2 "$WITNESSMARK" publish no-record -o new
sed '$d' full/evidence.jsonl >unsealed.jsonl
expect 1 "$WITNESSMARK" publish unsealed.jsonl -o new
expect_words err '^invalid evidence\.jsonl:[0-9]+: \[order\] unfinished record'
cp -r full forged
sed -i '$s/[0-9]/7/' forged/evidence.jsonl
expect 1 "$WITNESSMARK" publish forged -o new
expect 1 "$WITNESSMARK" publish forged/evidence.jsonl -o new
tar xf "$(archive_of h200-largest)" h200-largest # of format 1.1
expect 3 "$WITNESSMARK" publish h200-largest -o new
[ ! -e new ] && pass || fail "a refused record made a folder"
expect_equal "what refusals left" "$(ls -A | grep '^\.')" ""

# ---- equal bytes everywhere ----

# same FOLDER: it has the bytes of published/.
same() {
    diff -r published "$1" >log 2>&1 && pass || fail "$1 has other bytes: $(head -n 5 log)"
}
same again
expect 0 "$WITNESSMARK" publish full/evidence.jsonl -o from-file
# A file alone has no folder: the figure of the archive, and what has or lists it, differ.
diff -r -x report.html -x ro-crate-metadata.json -x README.md -x 'archive.*' published from-file \
    >log 2>&1 && pass ||
    fail "from-file has other bytes: $(head -n 5 log)"
if "$WITNESSMARK" pack full >log 2>&1; then
    expect 0 "$WITNESSMARK" publish full.tar.gz -o from-archive
    same from-archive
    "$WITNESSMARK" publish - -o from-input <full.tar.gz >log 2>&1
    same from-input
else
    skip "this program was built without libarchive"
fi
locale=$(locale -a 2>/dev/null | grep -iE '^(de_DE|fr_FR|C)\.utf-?8$' | head -n 1)
mkdir -p elsewhere/home
(umask 077 && cd elsewhere && env -i LC_ALL="${locale:-C}" LANG="${locale:-C}" HOME="$PWD/home" \
    USER=other TZ=Asia/Tokyo COLUMNS=40 PATH=/ "$BUILD/witnessmark" publish ../full -o there \
    >/dev/null)
same elsewhere/there
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$WORK" && mkdir -m 777 open
    setpriv --reuid 65534 --regid 65534 --clear-groups "$BUILD/witnessmark" publish full \
        -o open/other >log 2>&1
    same open/other
else
    skip "another user: only root can become one"
fi

# ---- failures ----

cc=${CC:-cc}
if $cc -shared -fPIC -D_GNU_SOURCE -o shim.so "$ROOT/tests/integration/crash_shim.c" -ldl \
    2>log; then
    mkdir place
    # shim SETTING N: runs it with that failure at call N, in place/.
    shim() {
        env "WM_SHIM_$1=$2" WM_SHIM_FOLDER="$WORK/place" LD_PRELOAD="$WORK/shim.so" \
            ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0" \
            "$WITNESSMARK" publish full -o place/new >out 2>err
    }
    shim COUNT "$WORK/count"
    same place/new
    rm -r place/new
    for n in $(seq "$(cat count)"); do
        shim FULL "$n"
        answer=$?
        if [ $answer -eq 0 ]; then # behind the last call that needs room
            rm -r place/new
            continue
        fi
        expect_equal "exit with a full disk at call $n" $answer 2
        expect_equal "lines about it" "$(wc -l <err)" 1
        if grep -q ': the whole folder is there, but its name cannot be synced' err; then
            same place/new
            rm -r place/new
        fi
        expect_equal "what it left at call $n" "$(ls -A place)" ""
        (shim KILL "$n") 2>log
        [ ! -e place/new ] || same place/new
        rm -rf place/new place/.witnessmark-new-*
    done
else
    skip "no compiler for crash_shim.c"
fi
finish
