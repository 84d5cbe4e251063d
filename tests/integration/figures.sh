#!/bin/bash
# Figures: each point is in the evidence and where its axes say, in each form, byte for byte again.
. "$(dirname "$0")/../support/shell.sh"

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
support=$ROOT/tests/support
cd "$WORK" || exit 2
echo 'not a checker; the record is made up' >stand_in
for plan in full x failed; do
    python3 "$support/make_record.py" --seed 7 --plan $plan --verify-c stand_in \
        --verify-py stand_in $plan >log 2>&1 || fail "make_record: $(tail -n 1 log)"
done

# draw RECORD FIGURE [ITEM]: the figure is there and right.
draw() {
    expect 0 "$WITNESSMARK" show "$1" ${3:+"$3"} --figure "$2" || return
    cp out picture.svg
    expect 0 "$WITNESSMARK" show "$1" ${3:+"$3"} --figure "$2" --data || return
    cp out picture.csv
    if python3 "$support/check_figure.py" "$1" picture.svg picture.csv >found 2>&1; then
        pass
    else
        fail "$*: $(cat found)"
    fi
}

# ---- shipped records ----

# draw_all RECORD FIGURE...: these figures and no others; the others say in a line what is missing.
draw_all() {
    local record=$1 name
    shift
    for name in $all; do
        case " $* " in
        *" $name "*) draw "$record" "$name" ;;
        *)
            expect 2 "$WITNESSMARK" show "$record" --figure "$name" || continue
            [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && pass || fail "$record $name: $(cat err)"
            expect_words err 'no such figure: [a-z]'
            ;;
        esac
    done
}

all='graph clock archive repeats floors access devices stress lineage
    detection sizes probes attacks'
shipped h200-paper h200-stress cpu-attacks cpu-curves cpu-sizes
make_pair
clocks= # a CPU may tell its clock
"$WITNESSMARK" show made --figure clock >out 2>&1 && clocks=clock
draw_all h200-paper graph clock archive repeats floors
draw_all made graph $clocks archive repeats floors
draw_all made-again graph $clocks archive repeats floors devices lineage
draw_all h200-stress graph clock archive repeats floors stress
for item in gemm.bf16.n4096 gemm.fp16.n1024.injected_bits scatter_add.fixed.n4194304b65536; do
    draw h200-paper repeats $item
    draw h200-paper graph $item
done
draw h200-paper clock gemm.fp8.n32768
draw full repeats

# ---- records of trials ----

# rows FIGURE.csv CONDITION: how many of its rows fulfil a condition of Python on `row`.
rows() {
    python3 -c '
import csv, sys
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    print(sum(bool(eval("(" + sys.argv[2] + ")")) for row in csv.DictReader(file)))' "$@"
}
# claims RECORD CONDITION: how many claims with a value fulfil a condition on `name` and `value`.
claims() {
    python3 - "$@" <<'END'
import json, sys
found = 0
for line in open(sys.argv[1] + '/evidence.jsonl'):
    node = json.loads(line)
    if node.get('type') == 'claim' and node['value'] is not None:
        name, value = node['name'], node['value']
        found += bool(eval('(' + sys.argv[2] + ')'))
print(found)
END
}
draw_all cpu-attacks archive attacks
# A point for each check of each attack; the costs above 0.
expect_equal "points of the paper's check" "$(rows picture.csv 'row["part"] == "x" and
    row["series"] == "paper'"'"'s check"')" "$(claims cpu-attacks 'name.endswith("seen_paper_8")')"
expect_equal "points of ours" "$(rows picture.csv 'row["part"] == "x" and
    row["series"] == "any of ours"')" "$(claims cpu-attacks 'name.endswith("seen_any")')"
expect_equal "costs" "$(rows picture.csv 'row["panel"].startswith("Cost")')" \
    "$(claims cpu-attacks 'name.endswith("attack_cost") and value > 0')"
expect_equal "points without an interval" "$(rows picture.csv 'row["part"] == "x" and not
    row["panel"].startswith("Cost")')" "$(rows picture.csv 'row["part"] == "low"')"
expect_words picture.svg \
    'Of two, every second witness is honest\. .* cost: replay, stale_0, stale_1, idle\.'

draw_all cpu-sizes archive sizes probes
draw cpu-sizes sizes
expect_equal "sizes" "$(rows picture.csv 'row["part"] == "x" and row["value"] not in
    ("256", "1024", "4096")')" 0
expect_equal "points of all sizes" "$(rows picture.csv 'row["part"] == "y"')" \
    "$(claims cpu-sizes '(name.endswith("seen_paper_8") or name.endswith("seen_any")) and
        "trial_none" not in name')"

draw_all cpu-curves archive detection probes
# Beside the formula, which is not in the data, five faults of each format, and of each format's
# exact item, with four numbers each.
expect_equal "points of probes" "$(rows picture.csv 'row["part"] == "y"')" 200
expect_equal "rows of the formula" "$(rows picture.csv '"formula" in row["series"]')" 0
expect_equal "lines of the formula" \
    "$(grep -c '^<path class="none k-text"[^>]*stroke-dasharray' picture.svg)" 10
expect_words picture.svg '1 - 2\^-k is a formula, and not measured\. n = 200 trials a point'
draw cpu-curves detection
for check in 'largest residual=largest' rows=rows G=rounding openings=openings \
    "paper's check=paper_8" 'any of ours=any'; do
    expect_equal "points of ${check%=*}" \
        "$(rows picture.csv "row['part'] == 'y' and row['series'] == \"${check%=*}\"")" \
        "$(claims cpu-curves "'trial_bit_' in name and name.endswith('seen_${check#*=}') and not
            name.startswith(('reduction.default', 'scatter_add', 'index_add'))")"
done
expect_equal "panels, of 22" "$(grep -c '>Bit, 0 the lowest<' picture.svg)" 18
expect_words picture.svg 'Not drawn, to fit on a page: 4 more outputs'
# A point is the claim's own number, and its interval is that claim's.
expect_equal "one point" "$(rows picture.csv 'row["claim"] ==
    "gemm.fp16.n512.trial_bit_5.seen_paper_8" and row["value"] == "0.155" and
    row["part"] == "y" and row["panel"] == "gemm.fp16.n512"')" 1
cp picture.svg again.svg
LC_ALL=C TZ=Asia/Tokyo COLUMNS=40 "$WITNESSMARK" show cpu-curves --figure detection >picture.svg
cmp picture.svg again.svg && pass || fail "a figure of trials differs in another locale"

# A segment that was not judged has a question mark; n is that of all points.
expect 0 "$WITNESSMARK" show full --figure stress
expect_equal "question marks of full" "$(grep -c '>?</text>' out)" 4
expect 0 "$WITNESSMARK" show full --figure access
expect_words out 'the median of n = 6 to 7 repeats\.'
# A point that is hollow for its prior's repeats is told.
PYTHONPATH=$support python3 - --seal "$BUILD/tests/tools/seal_lines" hot <<'END' ||
import continue_record
continue_record.PLANS['first'][0] = (0, 9, {'throttled': True})
continue_record.main()
END
    fail "continue_record hot"
python3 "$support/continue_record.py" --seal "$BUILD/tests/tools/seal_lines" cooled --prior hot \
    --plan same --device card >log 2>&1 || fail "continue_record cooled: $(tail -n 1 log)"
expect 0 "$WITNESSMARK" show cooled --figure devices
expect_words out 'In prior 1, hollow too: [0-9]+ of [0-9]+ repeats flagged: .*[0-9]+ throttled'

# refuse STATUS PATTERN ARGUMENTS...: no figure, for one reason in one line.
refuse() {
    local status=$1 pattern=$2
    shift 2
    expect "$status" "$WITNESSMARK" show "$@" || return
    [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && pass || fail "$*: $(cat out err)"
    expect_words err "$pattern"
}

# ---- the same bytes, whatever the locale and the folder ----

mkdir elsewhere
mv made-again elsewhere/another
LC_ALL=C "$WITNESSMARK" show elsewhere/another --figure devices >one.svg
for locale in C.UTF-8 de_DE.UTF-8 tr_TR.UTF-8; do
    (cd elsewhere && LC_ALL=$locale TZ=Asia/Tokyo COLUMNS=40 "$WITNESSMARK" show another \
        --figure devices) >again.svg
    cmp one.svg again.svg && pass || fail "devices differs in $locale"
done

# ---- an invalid record has no figure; a changed digit is seen ----

"$WITNESSMARK" show h200-paper --figure floors --data >right.csv
sed '5s/\(,0\.000\)2\([0-9]*,[0-9a-f]\{4\}\)/\13\2/' right.csv >changed.csv
cmp -s right.csv changed.csv && fail "no digit was changed"
"$WITNESSMARK" show h200-paper --figure floors >picture.svg
expect 1 python3 "$support/check_figure.py" h200-paper picture.svg changed.csv
expect 0 python3 "$support/check_figure.py" h200-paper picture.svg right.csv
cp -r full changed
sed -i '0,/"seconds":/s//"seconds":1/' changed/evidence.jsonl
refuse 1 invalid changed --figure repeats

# ---- hostile texts ----

# A device whose name is markup, a terminal's sequence and a byte that ends an attribute.
python3 - full hostile "$ROOT" <<'END' >log 2>&1 || fail "hostile: $(tail -n 1 log)"
import sys
sys.path.insert(0, sys.argv[3] + "/tests/adversary")
from toolkit import Record
record = Record(sys.argv[1])
for node in record.all(kind="environment"):
    node["device"] = "</text><script>alert(1)</script>\u001b[31m\"'&amp;\\input{x}\u202e%"
record.recompute()
record.write(sys.argv[2])
END
for figure in repeats graph floors; do
    draw hostile $figure
    expect 0 "$WITNESSMARK" show hostile --figure $figure
    grep -q '<script\|\x1b' out && fail "$figure has markup of the record" || pass
    expect 0 "$WITNESSMARK" show hostile --figure $figure --latex
    grep -q '\\input' out && fail "$figure has a command of the record" || pass
done

# ---- several records ----

# again FOLDER ARGUMENTS...: a record whose outputs follow from its items.
again() {
    python3 "$support/continue_record.py" --seal "$BUILD/tests/tools/seal_lines" "$@" \
        >log 2>&1 || fail "continue_record $1: $(tail -n 1 log)"
}
root_of() {
    tail -n 1 "$1/evidence.jsonl" | sha256sum | cut -c 1-64
}
again first --device card
again second --prior first --plan near --days 100 --device card
again third --prior second --plan mixed --days 250 --device '</text><script>alert(1)</script>'
again fourth --prior first --prior third --plan same --days 300 --device card
again both --differential --prior first --prior second --prior third
again turned --differential --prior third --prior first

# A chain of three: each point is in the evidence of its record. Outputs differ, which is exit 1.
expect 1 "$WITNESSMARK" lineage first second third --figure
cp out picture.svg
expect_words picture.svg "$(root_of third | cut -c 1-16): 2024-07-21, " \
    '.*Prior 1: [0-9a-f]{16}; evidence preserving: no\.'
expect_words picture.svg '<desc [^>]*>WRONG: outputs in .* Two runs make no direction'
grep -q '<script' picture.svg && fail "the lineage has markup of a record" || pass
expect 1 "$WITNESSMARK" lineage first second third --figure --data
cp out picture.csv
expect 0 python3 "$support/check_figure.py" first second third picture.svg picture.csv
expect 1 python3 "$support/check_figure.py" first second picture.svg picture.csv
sed "s/$(root_of first)/$(root_of second)/" picture.csv >changed.csv
expect 1 python3 "$support/check_figure.py" first second third picture.svg changed.csv
for record in first second third; do
    expect_equal "points of the row of $record" "$(rows picture.csv 'row["panel"] == "Records" and
        row["part"] == "x" and row["root"] == "'"$(root_of $record)"'"')" 1
done
expect_equal "links" "$(rows picture.csv 'row["series"] == "identical" and row["part"] == "y"')" 2
expect_equal "rates of the first over its own" "$(rows picture.csv 'row["part"] == "y" and
    row["field"].startswith("value/") and row["root"] == "'"$(root_of first)"'" and
    row["value"] == "1"')" 12
expect_equal "wrong rates" "$(rows picture.csv 'row["state"] == "WRONG" and row["part"] == "y" and
    row["claim"] == "gemm.fp8_fast.m4n4k256.rate"')" 1
expect_equal "rates with an injected fault" "$(rows picture.csv '"injected" in row["point"]')" 0

# The order of the records and the locale change nothing; a record twice is one.
LC_ALL=C.UTF-8 TZ=Asia/Tokyo "$WITNESSMARK" lineage third first second first --figure >again.svg
cmp picture.svg again.svg && pass || fail "the lineage depends on the order of its records"
expect 1 "$WITNESSMARK" lineage first second third --figure --latex
expect_words out '^% figure lineage of several records; '
expect 1 "$WITNESSMARK" lineage first second third --figure --data --json
expect_json out 'answer["root"] is None and len({row["root"] for row in answer["data"]}) == 3'

# A prior that is not given; a record without a date; one record.
expect 1 "$WITNESSMARK" lineage first third --figure
expect_words out ', which is not given; evidence preserving: no'
expect 1 "$WITNESSMARK" lineage both first second third --figure
expect_words out 'no session, so not drawn'
expect 1 "$WITNESSMARK" lineage fourth --figure
cp out picture.svg
expect 0 "$WITNESSMARK" show fourth --figure lineage
cmp out picture.svg && pass || fail "lineage --figure of a record is not its figure lineage"

# Figures with several priors. In a differential the rates are those of prior 1.
draw fourth lineage
draw fourth devices
draw both devices
expect_words picture.svg 'Median rate of prior 1 / that of the other prior'
expect_equal "wrong ratios" "$(rows picture.csv 'row["state"] == "WRONG"')" 1
draw turned devices
expect_equal "ratios of a wrong prior 1" \
    "$(rows picture.csv 'row["state"] == "WRONG" and row["series"].startswith("over prior 2")')" 1

# ---- arguments ----

for bad in '--data' '--latex' '--figure -v' '--figure --data --latex'; do
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" lineage first second $bad
    [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && pass || fail "lineage $bad: $(cat out err)"
done
expect 2 "$WITNESSMARK" lineage first second --figure --json
expect_words out 'a figure has no such form; --data has --json'
expect 2 "$WITNESSMARK" lineage first --figure
expect_words err 'first: no such figure: the record continues no other'

refuse 2 'needs --figure' full --data
refuse 2 'no item' full --figure repeats nothing
refuse 2 'cannot be given with --figure' full --figure repeats --claims
refuse 2 'no such form' full --figure repeats --markdown
refuse 2 'cannot be given with --data' full --figure repeats --data --latex
refuse 2 'every repeat of the item failed' failed --figure repeats
refuse 2 'no repeats|no item' x --figure repeats
refuse 2 'of the whole record' h200-paper gemm.fp16.n1024 --figure archive
finish
