#!/bin/bash
# Signatures of a root, as docs/signing.md describes them: by ssh-keygen and by minisign.
. "$(dirname "$0")/../support/shell.sh"
without_waits

cd "$WORK" || exit 2
cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}, "repeats": 2}]}
PLAN
expect 0 "$WITNESSMARK" run --plan plan.json -o my-record
expect 0 "$WITNESSMARK" run --plan plan.json -o other
head -n 1 my-record/manifest.sha256 >my-record.root

minisign_test() {
    if ! command -v minisign >/dev/null; then
        skip "minisign is not installed"
        return
    fi
    expect 0 minisign -GW -p key.pub -s key.sec
    expect 0 minisign -Sm my-record.root -s key.sec
    rm my-record.root
    head -n 1 my-record/manifest.sha256 >my-record.root
    expect 0 minisign -Vm my-record.root -p key.pub
    head -n 1 other/manifest.sha256 >my-record.root
    expect 1 minisign -Vm my-record.root -p key.pub
}
minisign_test
head -n 1 my-record/manifest.sha256 >my-record.root

if ! command -v ssh-keygen >/dev/null; then
    echo 'nobody' >signers
    : >my-record.root.sig
    expect 2 "$WITNESSMARK" audit --allowed-signers signers my-record
    expect_words err 'ssh-keygen is not installed'
    skip "ssh-keygen is not installed"
    finish
fi

for name in alice mallory; do
    ssh-keygen -q -t ed25519 -N '' -C "$name" -f "$name" || fail "no key"
done
echo "alice@example.org namespaces=\"witnessmark\" $(cat alice.pub)" >signers
expect 0 "$WITNESSMARK" audit my-record
cp out plain

# Absent: 3, and the verdict is printed all the same.
expect 3 "$WITNESSMARK" audit --allowed-signers signers my-record
expect_equal "the last line" "$(tail -n 1 out)" \
    "signature: absent: my-record.root.sig: the file is not there"
expect_equal "what comes before it" "$(head -n -1 out)" "$(cat plain)"

# As the page says.
expect 0 ssh-keygen -Y sign -n witnessmark -f alice my-record.root
rm my-record.root # a reader does not need it
expect 0 "$WITNESSMARK" audit --allowed-signers signers my-record
expect_words out '^valid '
expect_words out '^signature: good, by alice@example.org with ED25519 key SHA256:'
expect 0 "$WITNESSMARK" audit --json --allowed-signers signers my-record/
signature="answer['records'][0]['signature']"
expect_json out "answer['status'] == 'valid' and $signature['status'] == 'good' and \
    $signature['signer'] == 'alice@example.org' and $signature['key'].startswith('ED25519')"
ssh-keygen -Y verify -n witnessmark -f signers -I alice@example.org -s my-record.root.sig \
    < <(head -n 1 my-record/manifest.sha256) >out 2>&1 && pass || fail "by hand: $(cat out)"
(cd my-record && expect 0 "$WITNESSMARK" audit --allowed-signers ../signers .)
expect 0 "$WITNESSMARK" audit --allowed-signers signers my-record/evidence.jsonl
expect 0 "$WITNESSMARK" audit --allowed-signers signers --root "$(cut -c 7-20 <plain | head -n 1)" \
    my-record

# Bad: of another record, of other bytes, by an unknown key, in another namespace, damaged.
# bad WORDS: it ends with 1, and says so in both forms.
bad() {
    expect 1 "$WITNESSMARK" audit --allowed-signers signers "${record:-my-record}"
    expect_words out "^signature: bad: $1"
    expect_words out '^valid '
    expect 1 "$WITNESSMARK" audit --json --allowed-signers signers "${record:-my-record}"
    expect_json out "answer['records'][0]['status'] == 'bad signature' and \
        $signature['status'] == 'bad' and $signature['reason'] != ''"
}
cp my-record.root.sig other.root.sig
record=other bad 'other.root.sig: it is not a signature of this root: '
mv my-record.root.sig good.sig
head -n 1 my-record/manifest.sha256 >my-record.root
ssh-keygen -q -Y sign -n witnessmark -f mallory my-record.root 2>/dev/null
bad 'my-record.root.sig: not by an allowed signer'
rm my-record.root.sig
ssh-keygen -q -Y sign -n file -f alice my-record.root 2>/dev/null
bad 'my-record.root.sig: it is not a signature of this root: '
for damage in 's/A/B/5' '2d' '1d'; do
    sed "$damage" good.sig >my-record.root.sig
    bad 'my-record.root.sig: '
done
: >my-record.root.sig
bad 'my-record.root.sig: '
head -c 100000 /dev/zero >my-record.root.sig
bad 'my-record.root.sig: '
echo 'alice@example.org namespaces="witnessmark" valid-before="20200101" '"$(cat alice.pub)" >past
cp good.sig my-record.root.sig
expect 1 "$WITNESSMARK" audit --allowed-signers past my-record

# A record that is not valid keeps its verdict, and its signature is not checked.
cp -r my-record forged
sed -i '3s/1/2/' forged/evidence.jsonl
cp good.sig forged.root.sig
expect 1 "$WITNESSMARK" audit --allowed-signers signers forged
expect_words out '^invalid '
grep -q '^signature' out && fail "the signature of an invalid record: $(cat out)" || pass

# Other files, several names of one key, hostile names.
expect 0 "$WITNESSMARK" audit --allowed-signers signers --signature good.sig my-record
expect 3 "$WITNESSMARK" audit --allowed-signers signers --signature none.sig my-record
expect 2 "$WITNESSMARK" audit --allowed-signers none my-record
expect_words err 'none: cannot open: '
expect 2 "$WITNESSMARK" audit --allowed-signers . my-record
expect_words err '\.: cannot open: Is a directory'
expect_words err '^witnessmark audit: \.: cannot open'
mkfifo pipe
expect 2 timeout "$hang" "$WITNESSMARK" audit --allowed-signers signers --signature pipe my-record
expect_words err '^witnessmark audit: pipe: cannot open: not a regular file$'
expect 2 timeout "$hang" "$WITNESSMARK" audit --allowed-signers signers --signature /dev/zero \
    my-record
expect 2 timeout "$hang" "$WITNESSMARK" audit --allowed-signers <(cat signers) my-record
expect_words err ': cannot open: not a regular file$'
expect 2 "$WITNESSMARK" audit --allowed-signers signers --signature my-record my-record
expect_words err 'my-record: cannot open: Is a directory'
expect 2 "$WITNESSMARK" audit --signature good.sig my-record
cp good.sig ./-s.sig
expect 0 "$WITNESSMARK" audit --allowed-signers signers --signature -s.sig my-record
echo "bob,alice@example.org,*@example.net $(cat alice.pub)" >many
expect 0 "$WITNESSMARK" audit --allowed-signers many my-record
expect_words out '^signature: good, by bob with'
printf '"$(touch hacked) \033[31m;" %s\n' "$(cat alice.pub)" >odd
"$WITNESSMARK" audit --allowed-signers odd my-record >out 2>err
LC_ALL=C grep -qP '\x1b' out err && fail "a signer's name is not masked" || pass
[ ! -e hacked ] && pass || fail "a shell read a signer's name"
audit_input() {
    "$WITNESSMARK" audit --allowed-signers signers "$@" <my-record/evidence.jsonl
}
expect 2 audit_input -
expect_words err '--signature'
expect 0 audit_input - --signature good.sig

# Several records; an archive has the signature of its record.
cp good.sig my-record.root.sig
rm -f other.root.sig
expect 3 "$WITNESSMARK" audit --allowed-signers signers my-record other
expect_words out '^valid  .*  my-record, signed by alice@example.org$'
expect_words out '^unsigned    .*  other: other.root.sig: '
expect_words out '^2 records: 1 valid, 1 without a signature$'
cp good.sig other.root.sig
expect 1 "$WITNESSMARK" audit --allowed-signers signers my-record other
expect_words out '^bad signed  .*  other: other.root.sig: it is not a signature of this root'
expect 1 "$WITNESSMARK" audit --json --allowed-signers signers my-record other
expect_json out '[record["signature"]["status"] for record in answer["records"]] == ["good", "bad"]'
# A record has the same status alone and among others.
expect_json out '[record["status"] for record in answer["records"]] == ["valid", "bad signature"]'
mv other.root.sig away.sig
expect 3 "$WITNESSMARK" audit --json --allowed-signers signers my-record other
expect_json out '[record["status"] for record in answer["records"]] == ["valid", "no signature"]'
mv away.sig other.root.sig
expect 2 "$WITNESSMARK" audit --json --allowed-signers none my-record other
expect_json out '[record["status"] for record in answer["records"]] == ["trouble", "trouble"]'
if "$WITNESSMARK" pack my-record >out 2>err; then
    expect 0 "$WITNESSMARK" pack my-record -o my-record.tar.xz
    cp my-record.tar.xz my-record.txz
    for archive in my-record.t*; do
        expect 0 "$WITNESSMARK" audit --allowed-signers signers "$archive"
        expect_words out '^signature: good'
    done
else
    skip "$(head -n 1 err)"
fi
(PATH=$WORK/none; expect 2 "$WITNESSMARK" audit --allowed-signers signers my-record) && pass ||
    fail "without ssh-keygen"
finish
