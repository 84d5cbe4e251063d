# shellcheck shell=bash
# A proof whose lines have a key that no record may have. The paths lead to the root. 9be32b7
# answered "holds", exit 0, for a claim and a root with that key, in a proof of its own format.
keys_of_a_proof() {
    local line
    for line in 0 2 3 4; do
        python3 - "$line" >"$WORK/proof" <<'PY'
import hashlib, json, sys
def image(node):
    return (json.dumps(node, sort_keys=True, separators=(',', ':')) + '\n').encode()
def add_key(line, node):
    if int(sys.argv[1]) == line:
        node['Verified'] = 'PASS'
    return image(node)
id = '0' * 64
claim = add_key(4, {'asserts': id, 'format': 'fixed0', 'name': 'x.rate', 'text': '7',
                    'type': 'claim', 'unit': '1', 'value': 7})
plan = add_key(3, {'continues': [], 'environment': id, 'items': [], 'kind': 'plan', 'name': '',
                   'nonce': '', 'repeat_seconds': 1, 'run': id, 'type': 'observation'})
root = add_key(2, {'claim_count': 1, 'continues': [], 'files': [], 'format': 'witnessmark/1.2',
                   'merkle_root': hashlib.sha256(b'\0' + claim).hexdigest(),
                   'plan': hashlib.sha256(plan).hexdigest(), 'type': 'root'})
head = image({'format': 'witnessmark-proof/2', 'index': 0, 'path': [], 'ranges': [[0, 1]]})
sys.stdout.buffer.write(head + root + plan + claim)
PY
        if [ "$line" -eq 0 ]; then # no line has one
            expect 0 "$WITNESSMARK" check "$WORK/proof"
        else
            expect 1 "$WITNESSMARK" check "$WORK/proof"
            expect_words "$WORK/out" "^does not hold: a key of line $line is not of "
        fi
    done
}
keys_of_a_proof
