#!/bin/bash
# prove and check: a proof for claims of every subject, what both commands say of the output behind
# a claim, and proofs that must not hold.
. "$(dirname "$0")/../support/shell.sh"
support=$ROOT/tests/support
record=$WORK/record

# says STATUS PART ARGUMENTS... < input: the command's exit status, and a part of its output.
says() {
    local status=$1 part=$2 got
    shift 2
    timeout "$hang" "$WITNESSMARK" "$@" >"$WORK/out" 2>&1
    got=$?
    if [ "$got" -eq "$status" ] && grep -qF -- "$part" "$WORK/out"; then
        pass
    else
        fail "exit $got, not $status, or not '$part': $*: $(head -c 300 "$WORK/out")"
    fi
}

# The specification's proof of a claim, made by another program.
made() {
    python3 "$support/make_proof.py" "$record/evidence.jsonl" "$@"
}

python3 "$support/make_record.py" --plan full "$record" >/dev/null || exit 1
root=$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -c 1-64)
sed -n 's/.*"name":"\([^"]*\)".*"type":"claim".*/\1/p' "$record/evidence.jsonl" >"$WORK/names"
[ "$(wc -l <"$WORK/names")" -gt 300 ] && pass || fail "too few claims"

# ---- the proof, and what it says of an output ----

# output STATUS WORDS NAME: `check` answers so, the first line of both commands has the words, and
# the proof is that of the specification.
output() {
    local status=$1 words=$2 name=$3
    "$WITNESSMARK" prove "$record" "$name" >"$WORK/proof" 2>"$WORK/err" || fail "no proof of $name"
    made "$name" | cmp -s - "$WORK/proof" && pass || fail "the proof of $name is another one"
    says "$status" "$name is " check "$WORK/proof"
    says "$status" "holds $root" check --root "${root:0:12}" - <"$WORK/proof"
    expect_words "$WORK/out" "^root: the one you gave$"
    head -n 1 "$WORK/out" | grep -qE -- "$words" && pass ||
        fail "the first line about $name: $(head -n 1 "$WORK/out"), expected $words"
    grep -v '^holds\|^root\|^claim\|^`' "$WORK/out" | cmp -s - "$WORK/err" && pass ||
        fail "prove says of $name: $(cat "$WORK/err")"
    [ "$(sed -n 2p "$WORK/proof" | sha256sum | cut -c 1-64)" = "$root" ] && pass ||
        fail "line 2 is not the root of $name"
}
first() {
    grep -m 1 -E -- "$1" "$WORK/names"
}
wrong='^WRONG  the output of gemm.fp8.n8 failed its check: verified is FAIL$'
output 1 "$wrong" gemm.fp8.n8.rate
expect_words "$WORK/out" '^gemm.fp8.n8: verified FAIL, '
output 1 "$wrong" gemm.fp8.n8.rate_low
output 1 "$wrong" gemm.fp8.n8.transcript
output 0 "^holds $root$" gemm.fp16.n4.rate
expect_words "$WORK/out" '^gemm.fp16.n4.rate is .* \.\. .*, class '
expect_words "$WORK/out" '^gemm.fp16.n4: verified PASS, transcript accept, no flags on 7 repeats$'
output 0 "^holds" gemm.fp16.n4.clock
expect_words "$WORK/out" '^gemm.fp16.n4: .*rate .* \.\. .*, class '
# a failed repeat, and no verdict: neither right nor wrong
name=$(first '^reduction.deterministic.*\.rate$')
output 3 "^NOT JUDGED  the output of ${name%.rate} .*: verified is n/a$" "$name"
expect_words "$WORK/out" '1 of [0-9]* repeats failed'
read -r all clean < <(sed -nE 's/.* 1 of ([0-9]+) repeats failed, no flags on ([0-9]+) .*/\1 \2/p' \
    "$WORK/out")
expect_equal "repeats without a flag, of $all" "$clean" "$((all - 1))"
# flags that nothing could show are not known
PYTHONPATH=$ROOT/tests/adversary python3 - "$record" "$WORK/blind" <<'END'
import sys
from toolkit import Record
record = Record(sys.argv[1])
for node in record.repeats(0)[:3]:
    node['covariates'] = {name: {'reason': 'no such sensor'} for name in node['covariates']}
    node['flags'] = []
record.recompute()
record.write(sys.argv[2])
END
expect 0 "$WITNESSMARK" prove "$WORK/blind" gemm.fp16.m11n1100k32.rate
cp "$WORK/out" "$WORK/proof"
expect 0 "$WITNESSMARK" check "$WORK/proof"
expect_words "$WORK/out" ', no flags on 6 repeats, flags unknown on 3$'
# what the proof does not have is said
output 0 '^holds' "$(first '^gemm.fp16.n4.soak.*\.rate$')"
expect_words "$WORK/out" '; the flags of its load are not in the proof$'
output 0 '^holds' "$(first '^x\.')"
expect_words "$WORK/out" "^ *the producer's own number: the proof has neither its interval"
# faults that the plan made: in the transcript alone, and in every repeat
output 0 "^holds" "$(first '^gemm.fp16.n4.injected_bit.rate$')"
output 1 "^WRONG .* verified is FAIL, and the plan puts a fault into it$" \
    "$(first '^gemm.fp16.n4.faulty_element.rate$')"
# a fault that the check missed: it would miss others
output 3 '^NOT JUDGED  .*injected_stale .*: transcript is injected accept: its check missed ' \
    "$(first '^scatter_add.fixed.n100b1000.injected_stale.rate$')"
# errors under load, and a point that lost a segment
output 1 '^WRONG  the output of gemm.fp16.n4.bursts .*: errors is 3$' gemm.fp16.n4.bursts.rate
output 1 '^WRONG  the output of gemm.fp16.n4.bursts ' gemm.fp16.n4.bursts.load_time
output 3 '^NOT JUDGED  the output of gemm.fp16.n4.full_2min ' gemm.fp16.n4.full_2min.verified
# a change is about two items
output 1 '^WRONG  the output of gemm.fp16.n4.bursts ' change.gemm.fp16.n4.bursts.rate_change
expect_equal "items of a change" "$(grep -cE '^gemm.fp16.n4(.bursts)?: ' "$WORK/out")" 2
# claims of no output
for name in "$(first '^profile.l2.*\.latency$')" record.wall_time "$(first '^x\.')"; do
    output 0 "^holds" "$name"
done
# Of each item: the texts of its claims, and the flags of its repeats, as the evidence has them.
python3 - "$support" "$record/evidence.jsonl" "$WITNESSMARK" <<'PY' >"$WORK/log" 2>&1 && pass ||
import argparse, collections, json, subprocess, sys
sys.path.insert(0, sys.argv[1])
import make_proof
record = make_proof.Record(sys.argv[2])
plain = argparse.Namespace(items=None, also=None, without=None, split=None, reduction=None,
                           skip=None)
assert len(record.items) > 40
for label in record.items:
    texts = {name.rsplit('.', 1)[1]: json.loads(line)
             for name, line in zip(record.names, record.claims) if name.rsplit('.', 1)[0] == label}
    first = next(iter(texts))
    proof = make_proof.make(record, label + '.' + first, plain)
    ran = subprocess.run([sys.argv[3], 'check', '--json'], input=proof, stdout=subprocess.PIPE)
    answer = json.loads(ran.stdout)
    item, = answer['items']
    assert item['label'] == label, item
    for quantity in ('verified', 'transcript', 'rate', 'rate_low', 'rate_high', 'independence',
                     'performance_class', 'numerical_class', 'errors'):
        wanted = texts[quantity]['text'] if quantity in texts else None
        assert item[quantity] == wanted, (quantity, item)
    repeats = list(map(json.loads, record.repeats(label, None)[1:]))
    flags = collections.Counter(flag for node in repeats for flag in node.get('flags', ()))
    assert (item['flags'] or '') == ', '.join('%d %s' % (flags[f], f) for f in sorted(flags)), item
    assert item['flagged'] == sum(1 for node in repeats if node.get('flags')), item
    assert item['failed'] == sum(1 for node in repeats if node['status'] == 'failed'), item
    assert item['repeats'] == len(repeats) == record.items[label].repeats, item
    assert answer['class'] == (texts[first]['class'] or 'n/a' if 'class' in texts[first] else None)
    assert answer['output'] == item['output'], answer
    status = {'wrong': 1, 'not judged': 3, 'correct': 0, None: 0}[item['output']]
    assert ran.returncode == status, (ran.returncode, answer)
    assert answer['status'] == (item['output'] if status else 'holds'), answer
    if item['verified'] != 'PASS' and item['verified'] is not None:
        assert item['output'] == {'FAIL': 'wrong', 'n/a': 'not judged'}[item['verified']] or \
            item['output'] == 'wrong', item
PY
    fail "$(tail -n 1 "$WORK/log")"

# Links, recalls and what is said of a prior: the items here, as far as there are any.
if [ -x "$BUILD/tests/tools/seal_lines" ]; then
    full=$record
    (cd "$WORK" && python3 "$support/continue_record.py" first &&
        python3 "$support/continue_record.py" linked --prior first --plan mixed &&
        python3 "$support/continue_record.py" enrolled --plan enrolled &&
        python3 "$support/continue_record.py" recalled --prior enrolled --plan recalled) \
        >"$WORK/log" 2>&1 || fail "continue: $(tail -n 1 "$WORK/log")"
    for record in "$WORK/linked" "$WORK/recalled"; do
        root=$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -c 1-64)
        sed -n 's/.*"name":"\([^"]*\)".*"type":"claim".*/\1/p' "$record/evidence.jsonl" |
            grep -E '^(link|prior)\.' >"$WORK/linked.names"
        for name in $(grep -E '\.(rate_ratio|recalled|links)$' "$WORK/linked.names" |
            awk 'NR % 4 == 1 || /^prior/'); do
            label=${name#link.?.}
            label=${label%.*}
            grep -q "\"name\":\"$label.verified\"" "$record/evidence.jsonl" && items=1 || items=0
            "$WITNESSMARK" prove "$record" "$name" >"$WORK/proof" 2>"$WORK/err" ||
                fail "no proof of $name"
            made "$name" | cmp -s - "$WORK/proof" && pass || fail "another proof of $name"
            "$WITNESSMARK" check --root "$root" "$WORK/proof" >"$WORK/out" 2>&1
            expect_words "$WORK/out" "^holds $root$"
            expect_equal "items of $name" "$(grep -c "^$label: verified" "$WORK/out")" "$items"
            prior=${name#*.}
            expect_words "$WORK/out" \
                "^ *the proof says nothing of the outputs in prior ${prior%%.*}$"
        done
    done
    record=$full
    root=$(tail -n 1 "$record/evidence.jsonl" | sha256sum | cut -c 1-64)
else
    skip "links: tests/tools/seal_lines is not there (make programs)"
fi

# ---- proofs that lead to the root and must not hold ----

# refuses WORDS NAME OPTIONS...: a proof that another program made with these options.
refuses() {
    made "${@:2}" >"$WORK/forged" || fail "no proof: ${*:2}"
    says 1 "$1" check "$WORK/forged"
}
refuses 'lacks the claim gemm.fp8.n8.peak_memory' gemm.fp8.n8.rate --without gemm.fp8.n8.peak_memory
refuses 'is not the claim gemm.fp8.n8.transcript' gemm.fp8.n8.rate --without gemm.fp8.n8.transcript
refuses 'is not the claim gemm.fp8.n8.verified' gemm.fp8.n8.rate --without gemm.fp8.n8.verified
refuses 'is not the claim gemm.fp8.n8.rate_low' gemm.fp8.n8.rate --without gemm.fp8.n8.rate_low
refuses 'is not the claim gemm.fp8.n8.performance_class' gemm.fp8.n8.rate \
    --without gemm.fp8.n8.performance_class
refuses 'must not carry' gemm.fp8.n8.rate --also record.sessions
refuses 'is not the claim' gemm.fp8.n8.rate --items gemm.fp16.n4
refuses 'must not carry' gemm.fp8.n8.rate --items gemm.fp8.n8,hbm_triad.f32.n300000
refuses 'is not the claim' change.gemm.fp16.n4.bursts.rate_change --items gemm.fp16.n4
refuses 'is not the claim' gemm.fp16.n4.bursts.rate --without gemm.fp16.n4.bursts.errors
refuses 'is not the reduction of gemm.fp8.n8.rate' gemm.fp8.n8.rate --reduction gemm.fp16.n4.rate
refuses 'is not the reduction of gemm.fp8.n8.rate' gemm.fp8.n8.rate --reduction gemm.fp8.n8.clock
refuses 'ends before its line' gemm.fp8.n8.rate --skip
refuses 'do not ascend' gemm.fp8.n8.rate --split
refuses 'is not the claim x' "$(first '^x\.')" --also record.sessions

# forge EXPRESSION STATUS PART: a proof changed by sed.
forge() {
    sed "$1" "$WORK/proof" >"$WORK/forged"
    cmp -s "$WORK/proof" "$WORK/forged" && fail "sed $1 changes nothing"
    says "$2" "$3" check "$WORK/forged"
}

"$WITNESSMARK" prove "$record" gemm.fp8.n8.verified >"$WORK/proof" 2>"$WORK/err"
forge 's/"text":"FAIL"/"text":"PASS"/' 1 'does not lead'
forge '1s/"index":[0-9]*/"index":0/' 1 'is in none of'
forge '1s/"index":\([0-9]*\)\([0-9]\),/"index":\1\2\2,/' 1 'is in none of'
forge '1s/\["[0-9a-f]*",/[/' 1 'does not lead'
forge '1s/\[\("[0-9a-f]*"\)/[\1,\1/' 1 'does not lead'
forge '1s/"path":\["./"path":["g/' 1 '64 hex digits'
forge '1s/\(,[0-9]*\)\]\]/\11]]/' 1 'hold more than 128'
forge '1s/"ranges":\[\[\([0-9]*\),[0-9]*/"ranges":[[\1,0/' 1 'a place and a number'
forge '1s/"ranges":.*/"ranges":[]}/' 1 'no `ranges`'
forge '1s/"ranges":\[.*/"ranges":[1,2]}/' 1 'a place and a number'
forge '1s/"ranges":/"rangex":/' 1 'no `ranges`'
forge '1s/{/{"also":1,/' 1 'is not the head'
forge '1s/proof.2/proof\/1/' 3 'older'
forge '1s/proof.2/proof\/11/' 3 'newer'
forge '1s/proof.2/proof\/3/' 3 'newer'
forge '1s/proof.2/proof\/02/' 1 'line 1'
forge '1s/proof.2/proofs/' 1 'line 1'
forge '2s/"merkle_root":"./"merkle_root":"x/' 1 'merkle_root'
forge '2s/"merkle_root":"../"merkle_root":"00/' 1 'does not lead'
forge '2s/"claim_count":[0-9]*/"claim_count":80/' 1 'does not lead'
forge '2s/"plan":"../"plan":"00/' 1 'line 3 is not the plan'
forge '2s/witnessmark.1.2/witnessmark\/1.1/' 3 'older'
forge '2s/witnessmark.1.2/witnessmark\/1.7/' 3 'witnessmark/1.7'
forge '3s/"repeats":[0-9]*/"repeats":99/' 1 'line 3 is not the plan'
forge '3s/^/ /' 1 'canonical'
forge '4s/^/ /' 1 'does not lead'
forge '4s/claim/clean/' 1 'does not lead'
forge '4d' 1 'does not lead'
forge '$s/"flags":\[[^]]*\]/"flags":["ecc"]/' 1 'is not repeat'
forge '$a{}' 1 'something follows'
forge '$d' 1 'ends before its line'
forge '2d' 1 'line 2 is not a root'
head -c -1 "$WORK/proof" | "$WITNESSMARK" check >"$WORK/out"
expect_equal "exit status of a last line without its newline" $? 1

# A proof of the first format, three lines, which may name a claim of a wrong output.
printf '{"format":"witnessmark-proof/1","index":0,"path":[]}\n' >"$WORK/old"
sed -n 4p "$WORK/proof" >>"$WORK/old"
sed -n 2p "$WORK/proof" >>"$WORK/old"
says 3 'older: the proof is of format witnessmark-proof/1; make it again' check "$WORK/old"
says 3 '"status":"older"' check --json "$WORK/old"

says 1 'another root' check --root 00000000 "$WORK/proof"
says 1 '"status":"does not hold"' check --json --root 00000000 "$WORK/proof"
says 1 '"status":"wrong"' check --json "$WORK/proof"
says 1 '"claim":"gemm.fp8.n8.verified"' check --json "$WORK/proof"
says 1 '"root_compared":false' check --json "$WORK/proof"
says 2 'hex digits' check --root 0000 "$WORK/proof"
says 2 'No such file' check "$WORK/absent"
says 2 'regular file' check "$WORK"
says 2 'regular file' check /dev/zero
says 1 'ends before its line 1' check </dev/null
says 1 'at most 67,108,864 bytes' check </dev/zero
says 2 'no claim `nothing`' prove "$record" nothing
says 2 'no claim `x.nothing`' prove "$record" x.nothing
says 2 'no claim `link.1.gemm.fp16.n4.rate_ratio`' prove "$record" link.1.gemm.fp16.n4.rate_ratio
says 2 'missing argument CLAIM' prove "$record"
says 2 '' prove "$WORK/absent" nothing
sed -i 's/"fault":"tile"/"fault":"row"/' "$record/evidence.jsonl"
says 1 'invalid' prove "$record" gemm.fp8.n8.verified
finish
