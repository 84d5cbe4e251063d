# shellcheck shell=bash
# A proof whose lines have a key that no record may have. The paths lead to the root. 9be32b7
# answered "holds", exit 0, for both.
keys_of_a_proof() {
    local line
    for line in 2 3; do
        python3 - "$line" >"$WORK/proof" <<'PY'
import hashlib, json, sys
def image(node):
    return json.dumps(node, sort_keys=True, separators=(',', ':')) + '\n'
claim = {'type': 'claim', 'name': 'x.rate', 'text': '7'}
root = {'type': 'root', 'format': 'witnessmark/1.1', 'claim_count': 1}
(claim if sys.argv[1] == '2' else root)['Verified'] = 'PASS'
root['merkle_root'] = hashlib.sha256(b'\0' + image(claim).encode()).hexdigest()
head = {'format': 'witnessmark-proof/1', 'index': 0, 'path': []}
sys.stdout.write(image(head) + image(claim) + image(root))
PY
        expect 1 "$WITNESSMARK" check "$WORK/proof"
        expect_words "$WORK/out" "^does not hold: a key of line $line is not of "
    done
}
keys_of_a_proof
