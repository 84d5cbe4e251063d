#!/bin/bash
# docs/json.md has each field that a command prints with --json, with its type, and no other.
. "$(dirname "$0")/../support/shell.sh"

command -v python3 >/dev/null || { echo "python3 is not there"; exit 77; }
support=$ROOT/tests/support
(cd "$ROOT" && tools/render-json --check) >"$WORK/log" 2>&1 && pass || fail "$(cat "$WORK/log")"
cd "$WORK" || exit 2
mkdir answers
without=()

# answer ARGUMENTS...: keeps what the command prints.
number=0
answer() {
    number=$((number + 1))
    "$WITNESSMARK" "$1" --json "${@:2}" >"answers/$number.json" 2>err </dev/null
    [ -s "answers/$number.json" ] && pass || fail "$* prints no object: $(head -n 1 err)"
}

echo 'not a checker; the record is made up' >stand_in
for plan in full x failed slopes light judged; do
    python3 "$support/make_record.py" --seed 7 --plan $plan --verify-c stand_in \
        --verify-py stand_in $plan >log 2>&1 || fail "make_record: $(tail -n 1 log)"
done
again() {
    python3 "$support/continue_record.py" "$@" >log 2>&1 || fail "continue: $(tail -n 1 log)"
}
again first
again linked --prior first --plan mixed
again enrolled --plan enrolled
again recalled --prior enrolled --plan recalled
cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "int8", "shape": {"m": 16, "n": 24, "k": 8}, "repeats": 8},
  {"workload": "gemm", "variant": "f32", "shape": {"m": 16, "n": 16, "k": 16}, "repeats": 2}]}
PLAN

OMP_NUM_THREADS=0 answer run --plan plan.json -o tiny # with a warning
answer show full --figure repeats --data
answer show slopes
answer show judged
answer audit light
answer attack --item gemm.fp16.n64.trial_null_space --item gemm.fp16.n64.trial_clock_100 \
    --item gemm.fp16.n64.trial_disagree_10 --repeats 2 -o tried
answer show tried
python3 - "$support/../adversary" <<'END' || fail "cannot change a trial"
import sys
sys.path.insert(0, sys.argv[1])
import toolkit
record = toolkit.Record('tried')
record.trials('null_space')['seen'][0]['trials'] = 'c'
record.recompute()
record.write('changed')
END
answer attack --again changed -o tried-again
sed 's/"repeats": 8/"repeats": 6/' plan.json >fewer.json
answer run --plan fewer.json -o short
answer run --plan plan.json --inject bit_flip -o wrong
answer run --plan plan.json --dry-run
answer run --plan absent
sed 's/0.001/2/' plan.json >slow.json
number=$((number + 1))
"$WITNESSMARK" run --plan slow.json -o slow --json >"answers/$number.json" 2>err &
# shellcheck disable=SC2034
for try in $(seq 600); do
    grep -qs '"repeat":0' .slow.partial/evidence.jsonl && break
    sleep 0.1
done
kill -INT $!
wait $!
if [ -x "$BUILD/tests/tools/cards_cpu" ]; then
    number=$((number + 1))
    WM_CARDS_LOG=$WORK/log "$BUILD/tests/tools/cards_cpu" run --plan plan.json --device 0,2 \
        -o cards --json >"answers/$number.json" 2>err
else
    skip "tests/tools/cards_cpu is not there (make programs)"
fi
answer wrap -o wrapped --repeats 2 --fact node=a --fact rack=b --redact rack -- true
answer wrap -o wrapped-wrong --repeats 2 -- sh -c 'echo no; exit 3'
answer wrap -o wrapped-pairs --repeats 2 -- true --vs true
answer run --against "$WITNESSMARK" -o against --item gemm.f32.n64 --seconds 0.01 --budget 1s \
    --fail-slower 5%
printf '#!/bin/sh\n[ "$1" = run ] || exec %q "$@"\necho no >&2; exit 2\n' "$WITNESSMARK" >broken
chmod +x broken
answer run --against ./broken -o against-broken --item gemm.f32.n64 --seconds 0.01 --budget 1s
answer wrap -o wrapped-odd --repeats 2 --metric 'rate: ([0-9.]+)' -- true
answer import csv "$ROOT/tests/data/import/table.csv" -o imported
printf '\1\2' >two.i8 && printf '\13\0\0\0' >right.i32
printf '\0\0\200\77' >one.f32 && printf '\0\0\300\177' >nan.f32
answer verify --a two.i8 --b two.i8 --c right.i32 --format int8 --shape 1x1x2
answer verify --a one.f32 --b one.f32 --c nan.f32 --format f32 --shape 1x1x1
answer verify --a nan.f32 --b one.f32 --c one.f32 --format f32 --shape 1x1x1
printf '\0\0\300\77' >odd.f32
answer verify --a odd.f32 --b odd.f32 --c odd.f32 --format f32 --shape 1x1x1 --calibrate
answer import hyperfine "$ROOT/tests/data/import/hyperfine.json" -o imported-runs
answer show imported-runs
answer pack -o tiny.tar.gz tiny
answer publish tiny -o published
echo '%PDF-1.5' >paper.pdf
cp published/record.bib .
answer publish tiny --document paper.pdf --sources record.bib -o document.tar.gz
answer audit document.tar.gz
printf 'We reach 5.5 TB/s. See \\input{gone}' >paper.tex
printf 'paper.tex: 5.5 TB/s: no result' >excuses
answer bind --except excuses paper.tex tiny
if command -v pdfinfo >/dev/null && command -v pdftohtml >/dev/null; then
    python3 "$support/make_pdf.py" links.pdf absent.rate 00 '1 s' '1 s'
    answer bind links.pdf tiny
else
    skip "poppler-utils is not installed"
    for field in $(grep '^bind-pdf' "$ROOT/docs/json.tsv" | cut -f 1,2 | tr '\t' .); do
        without+=(--without "$field")
    done
fi
answer differential first linked -o both
answer differential tiny short -o differs # the first has a warning
answer show differs

shipped h200-paper h200-second
python3 "$support/vary_record.py" h200-paper lines.jsonl 1 &&
    "$BUILD/tests/tools/seal_lines" h200-later lines.jsonl >log 2>&1 || fail "$(tail -n 1 log)"
for record in full x failed first linked enrolled recalled tiny wrong wrapped wrapped-wrong \
    wrapped-pairs against against-broken h200-second; do
    answer show "$record"
    answer audit "$record"
done
answer show --claims full
answer show full gemm.fp16.m11n1100k32.rate
answer show full gemm.tf32.n70.verified
for item in gemm.fp8.n8 gemm.fp16.n4.faulty_element gemm.int8.n6 profile.l2.s4096 \
    gemm.bf16.n16; do
    answer show full $item
done
answer show linked link.1.gemm.bf16.n16.agreement
# A change whose base is wrong.
PYTHONPATH=$ROOT/tests/support python3 - <<'END'
import make_record
from record_plans import gemm
make_record.PLANS['sides'] = (gemm('fp16', 4, 4, 4, 8, wrong=(1,)),
                              gemm('fp16', 4, 4, 4, 8, point=('bursts', None)))
make_record.make('sides', 7, 'sides', b'not a checker', b'not a checker')
END
answer show sides change.gemm.fp16.n4.bursts.rate_change
answer show absent
printf '{"torn\n' >>x/evidence.jsonl
answer show x
answer audit full x absent
answer compare full first linked
answer compare first full
answer compare x full
answer compare tiny short
answer compare h200-paper h200-later # with correlated repeats
answer compare wrapped wrapped-wrong
answer compare --fail-slower 5% full first -- first full
answer compare full first linked failed
for i in 1 2 3 4 5 6 7; do
    python3 "$support/vary_record.py" first lines.jsonl "$i" --times "$((100 + i))" &&
        "$BUILD/tests/tools/seal_lines" "one-$i" lines.jsonl >log 2>&1 || fail "$(tail -n 1 log)"
done
answer compare --fail-slower 5% one-1 one-2 -- one-3 one-4
answer compare one-1 one-2 one-3 one-4 one-5 one-6 one-7
mkdir sweep && cp -r tiny sweep/n1 && echo 0 >sweep/n1.exit
answer fleet sweep --expected n1,n2 -o report
answer fleet sweep --expected n1 --since report
answer audit report/fleet.jsonl
answer lineage first linked
answer reverify full
answer reverify --product -o rever tiny
answer reverify --product wrong
answer reverify linked
# A wrong output is tried again.
cc -shared -fPIC -O1 -D_GNU_SOURCE -o bent_blas.so "$ROOT/tests/fakes/bent_blas.c" -ldl -lm
WM_BENT_BLAS=low LD_PRELOAD=$PWD/bent_blas.so answer screen --backend cpu --budget 30s \
    --state state -o screened
answer list
answer selftest --operation gemm
"$WITNESSMARK" prove tiny gemm.int8.m16n24k8.rate >proof 2>err
answer check proof
answer check --root 00000000 proof

if command -v ssh-keygen >/dev/null; then
    ssh-keygen -q -t ed25519 -N '' -f key && echo "a@b $(cat key.pub)" >signers
    sed -n 1p tiny/manifest.sha256 >tiny.root && ssh-keygen -q -Y sign -n witnessmark -f key \
        tiny.root 2>/dev/null
    answer audit --allowed-signers signers tiny
    echo "c@d $(sed 's/AAAAC3NzaC1lZDI1NTE5AAAAI./AAAAC3NzaC1lZDI1NTE5AAAAIX/' key.pub)" >others
    answer audit --allowed-signers others tiny
else
    skip "ssh-keygen is not installed"
fi

# These need a device that fails, or a signal at the right time: resume.sh and cards.sh see them.
for field in backend.reason device.reason reverify.saved; do
    without+=(--without "$field")
done
python3 "$support/json_fields.py" "$ROOT/docs/json.tsv" "${without[@]}" answers/*.json >found &&
    pass || fail "$(cat found)"
finish
