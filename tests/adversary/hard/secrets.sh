# shellcheck shell=bash
# What is published does not say more than asked. 9be32b7: `wrap` seals `--token=...` without a
# word, has no --redact (exit 2), and `run` without -o makes witnessmark-HOST-DATE-TIME.

cd "$(mktemp -d "$WORK/secrets-XXXXXX")" || exit 2
expect 0 "$WITNESSMARK" wrap -o warned --repeats 1 -- echo --token=hush-hush
expect_words "$WORK/err" '^witnessmark wrap: warning: argument 1 looks like a secret'
letters=abcdefghijklmnopqrstuvwxyz0123456789
expect 0 "$WITNESSMARK" wrap -o list --repeats 1 -- echo --pass=hush --pwd=hush --jwt=hush \
    --private-key=hush --credentials=hush '-----BEGIN RSA PRIVATE KEY-----' glpat-$letters \
    xoxb-$letters xoxp-$letters AIza$letters sk-$letters hf_$letters
expect_equal "warnings" "$(grep -c 'wrap: warning: argument [0-9]* looks like a' "$WORK/err")" 12
expect 0 "$WITNESSMARK" wrap -o hidden --repeats 1 --redact argument:1,path -- \
    "$(type -P echo)" --token=hush-hush
expect_words hidden/evidence.jsonl '"name":"wrap.argument.001","reason":"redacted","value":null'
expect_words hidden/evidence.jsonl '"name":"wrap.redacted","value":"argument:1,path"'
if [ -e hidden/evidence.jsonl ] && ! grep -q "hush\|$(type -P echo)" hidden/evidence.jsonl; then
    pass
else
    fail "no record, or a secret or a path in it"
fi
cat >plan.json <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "repeats": 1, "items": [
  {"workload": "gemm", "variant": "int8", "shape": {"m": 32, "n": 32, "k": 32}}]}
PLAN
expect 0 "$WITNESSMARK" run --plan plan.json
expect_equal "records" "$(ls | grep -c '^witnessmark-run-[0-9]*-[0-9]*$')" 1
cd "$WORK" || exit 2
