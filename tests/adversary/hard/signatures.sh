# shellcheck shell=bash
# A signature file of 200 MB kept `audit` busy, allowed signers had no limit, ssh-keygen none of
# time, and PATH=. let the present folder say what ssh-keygen is. 9be32b7: still busy after 30
# seconds; signers of 5 MiB are read; still waiting for an ssh-keygen that sleeps after 90 seconds;
# the file ./ssh-keygen is started.
if ! command -v ssh-keygen >/dev/null; then
    skip "ssh-keygen is not installed"
    return
fi
mkdir "$WORK/signed" "$WORK/signed/bin"
cd "$WORK/signed" || exit 2
python3 "$ROOT/tests/support/make_record.py" --plan x rec || exit 2
ssh-keygen -q -t ed25519 -N '' -C alice -f alice || exit 2
echo "alice $(cat alice.pub)" >signers
head -n 1 rec/manifest.sha256 >rec.root
ssh-keygen -q -Y sign -n witnessmark -f alice rec.root 2>/dev/null || exit 2

# signed_by SIGNERS SIGNATURE
signed_by() {
    timeout "${most:-30}" "$WITNESSMARK" audit --allowed-signers "$1" --signature "$2" rec
}

expect 0 signed_by signers rec.root.sig
python3 -c '
lines = open("rec.root.sig").read().splitlines()
print("\n".join([lines[0]] + ["A" * 70] * (200 * 2**20 // 71) + lines[-1:]))' >large.sig
expect 1 signed_by signers large.sig
expect_words "$WORK/out" '^valid '
expect_words "$WORK/out" '^signature: bad: large.sig: over 64 KiB: no signature is so large$'
rm large.sig

# Of the right size, with bytes behind the signature: ssh-keygen decides.
{ cat rec.root.sig; head -c 65000 /dev/zero | tr '\0' '\n'; } >padded.sig
expect 0 signed_by signers padded.sig

{ yes '# a comment of a file of allowed signers' | head -c $((5 << 20)); echo; cat signers; } >many
expect 2 signed_by many rec.root.sig
expect_words "$WORK/err" '^witnessmark audit: many: allowed signers over 4 MiB$'
tail -c $((4 << 20)) many >few
expect 0 signed_by few rec.root.sig

# Another ssh-keygen: in a relative folder it is not started; one that never ends is stopped.
printf '#!/bin/sh\ntouch "%s/started"\nexec sleep 1000\n' "$PWD" >bin/ssh-keygen
chmod +x bin/ssh-keygen
cp bin/ssh-keygen .
real=$(dirname "$(command -v ssh-keygen)")
for path in ".:bin::$real" ":$real" "bin:$real"; do
    PATH=$path expect 0 /usr/bin/env timeout 30 "$WITNESSMARK" audit --allowed-signers signers rec
done
[ ! -e started ] && pass || fail "an ssh-keygen in a relative folder was started"
PATH=.:bin expect 2 /usr/bin/timeout 30 "$WITNESSMARK" audit --allowed-signers signers rec
expect_words "$WORK/err" 'ssh-keygen is not installed: it is in no absolute folder of PATH$'

# Three that are never done: one sleeps, one writes without an end, one closes its output.
for i in 1 2 3; do
    mkdir "tool$i"
    case $i in
    1) echo "touch '$PWD/started'; exec sleep 1000" ;;
    2) echo "exec yes" ;;
    3) echo "exec >/dev/null 2>&1; exec sleep 1000" ;;
    esac | sed '1i #!/bin/sh' >"tool$i/ssh-keygen"
    chmod +x "tool$i/ssh-keygen"
    (
        PATH=$PWD/tool$i:$PATH most=90 signed_by signers rec.root.sig >"late$i" 2>&1
        echo "exit $?" >>"late$i"
    ) &
done
wait
for i in 1 2 3; do
    expect_words "late$i" '^exit 2$'
    expect_words "late$i" 'rec.root.sig: ssh-keygen took over 30 s and was stopped$'
done
[ -e started ] && pass || fail "the ssh-keygen of an absolute folder was not started"
cd "$WORK" || exit 2
