#!/bin/bash
# Equivocation: a producer seals two histories from one nonce and device, and shows each to another
# reader. A stranger computes one of them again and signs the answer, as docs/signing.md says. The
# answer names one root; the other history has none.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2
if ! command -v ssh-keygen >/dev/null || ! command -v python3 >/dev/null; then
    skip "ssh-keygen or python3 is not installed"
    finish
fi
cat >plan.json <<'PLAN'
{"name": "product", "nonce": "5eed", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "f32", "shape": {"n": 96}, "repeats": 2},
  {"workload": "gemm", "variant": "int8", "shape": {"n": 64}, "repeats": 2}]}
PLAN

# status COMMAND...: its exit status; the output is in out and err.
status() {
    "$@" >out 2>err </dev/null
    echo $?
}
# root RECORD
root() {
    sed -n '1s/# root //p' "$1/manifest.sha256"
}
# sign KEY RECORD
sign() {
    head -n 1 "$2/manifest.sha256" >"$2.root"
    rm -f "$2.root.sig"
    ssh-keygen -q -Y sign -n witnessmark -f "$1" "$2.root" 2>/dev/null || fail "cannot sign $2"
}
# digests RECORD
digests() {
    grep '"kind":"workload"' "$1/evidence.jsonl" | grep -o '"output_digest":"[0-9a-f]*"' | sort -u
}
# read_with ANSWER RECORD: what a reader does who trusts the signers. It prints how far it comes:
# `unsigned`, `no answer`, `other root`, or `confirmed`.
read_with() {
    local named
    [ "$(status "$WITNESSMARK" audit --allowed-signers signers "$1")" = 0 ] ||
        { echo unsigned; return; }
    named=$("$WITNESSMARK" show --json "$1" | sed -nE \
        's/.*"plan":"re-verification of ([0-9a-f]{64}) \(--product\): agrees".*/\1/p')
    [ -n "$named" ] || { echo "no answer"; return; }
    [ "$(status "$WITNESSMARK" audit --root "$named" "$2")" = 0 ] || { echo "other root"; return; }
    echo confirmed
}

# Two runs, and the first of them sealed once more with half of its times: three histories.
expect 0 "$WITNESSMARK" run --plan plan.json -o shown
expect 0 "$WITNESSMARK" run --plan plan.json -o again
PYTHONPATH=$ROOT/tests/adversary python3 - shown faster <<'PY' || fail "cannot seal another history"
import sys, toolkit
record = toolkit.Record(sys.argv[1])
for node in record.all(kind='workload'):
    node['iterations'] *= 2
record.recompute()
record.write(sys.argv[2])
PY
for other in again faster; do
    expect 0 "$WITNESSMARK" audit "$other"
    expect_equal "outputs of $other" "$(digests $other)" "$(digests shown)"
    [ "$(root $other)" != "$(root shown)" ] && pass || fail "$other has the root of shown"
done

for name in stranger producer; do
    ssh-keygen -q -t ed25519 -N '' -C $name -f $name || fail "no key"
done
echo "stranger namespaces=\"witnessmark\" $(cat stranger.pub)" >signers
expect 0 "$WITNESSMARK" reverify --product -o answer shown
sign stranger answer

# ---- what is denied ----

expect_equal "the history that the stranger saw" "$(read_with answer shown)" confirmed
# The commands of the page, with the names of this test.
mkdir bin page
ln -s "$WITNESSMARK" bin/witnessmark
cp -r shown page/my-record
cp signers page/strangers
sed -n '/^## A stranger/,/^## As/s/^    //p' "$ROOT/docs/signing.md" |
    sed "s|~/.ssh/id_ed25519|../stranger|; s|ROOT|$(root shown)|" >commands
expect_equal "commands of the page" "$(wc -l <commands)" 6
expect 0 env PATH="$PWD/bin:$PATH" sh -euc "cd page; $(cat commands)"
expect_words out "^plan: re-verification of $(root shown) \\(--product\\): agrees, "
expect_equal "another run under the stranger's answer" "$(read_with answer again)" "other root"
expect_words out '^invalid [^ ]+: \[root\] root: found '
expect_equal "other times under the stranger's answer" "$(read_with answer faster)" "other root"

# The answer with the other root in its place is a valid record, but not the one that was signed.
PYTHONPATH=$ROOT/tests/adversary python3 - answer altered "$(root shown)" "$(root again)" <<'PY' ||
import sys, toolkit
record = toolkit.Record(sys.argv[1])
plan = record.plan()
assert sys.argv[3] in plan['name']
plan['name'] = plan['name'].replace(sys.argv[3], sys.argv[4])
record.recompute()
record.write(sys.argv[2])
PY
    fail "cannot alter the answer"
expect 0 "$WITNESSMARK" audit altered
cp answer.root.sig altered.root.sig
expect_equal "an answer with another root written in" "$(read_with altered again)" unsigned
expect_words out '^signature: bad: '

# An answer that the producer made and signed. Openings alone are no such answer either.
expect 0 "$WITNESSMARK" reverify --product -o own again
sign producer own
expect_equal "an answer that the producer signed" "$(read_with own again)" unsigned
expect_words out 'not by an allowed signer'
"$WITNESSMARK" reverify -o opened again >/dev/null 2>&1
sign stranger opened
expect_equal "an answer about openings alone" "$(read_with opened again)" "no answer"

# Who holds the earlier root sees that a history was built again: prior/ has the prior's evidence,
# in place of a proof of consistency.
expect 0 "$WITNESSMARK" run --continue shown -o next
expect 0 "$WITNESSMARK" run --continue again -o rebuilt
expect 0 "$WITNESSMARK" lineage shown next
expect_equal "a history that was built again" "$(status "$WITNESSMARK" lineage shown rebuilt)" 3
expect_words out '^absent: '
cp again/evidence.jsonl next/prior/1.jsonl
expect_equal "another history in prior/" "$(status "$WITNESSMARK" audit next)" 1

# ---- what remains ----

# A stranger who is shown both histories finds both right: times are not computed again. And who
# holds a key that the reader allows can sign any history.
expect 0 "$WITNESSMARK" reverify --product -o second faster
sign stranger second
expect_equal "a second answer by the same stranger" "$(read_with second faster)" confirmed
echo "friend namespaces=\"witnessmark\" $(cat producer.pub)" >>signers
expect_equal "a signer in league with the producer" "$(read_with own again)" confirmed
finish
