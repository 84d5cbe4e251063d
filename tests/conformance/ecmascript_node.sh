#!/bin/bash
# Numbers as another ECMAScript engine writes them, where node is there: four hundred thousand
# doubles of all exponents through canon, whose limit is 16 MiB.
set -u
if ! command -v node >/dev/null; then
    echo "node is not there"
    exit 77
fi
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
node -e '
const fs = require("fs"), bits = new BigUint64Array(1), value = new Float64Array(bits.buffer);
let state = 88172645463325252n;
const random = () => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return state;
};
const given = [], wanted = [];
for (let exponent = 0n; exponent < 2047n; exponent++)
    for (let i = 0; i < 200; i++) {
        const r = random() >> 12n;
        bits[0] = exponent << 52n |
            (i < 5 ? BigInt(i) : i < 10 ? 0xfffffffffffffn - BigInt(i - 5) : r);
        if (i & 1) value[0] = -value[0];
        given.push(value[0].toExponential(20));
        wanted.push(String(Object.is(value[0], -0) ? 0 : value[0]));
    }
fs.writeFileSync(process.argv[1] + "/given", "[" + given.join(", ") + "]");
fs.writeFileSync(process.argv[1] + "/wanted", "[" + wanted.join(",") + "]\n");
' "$scratch" || exit 1
"$WITNESSMARK" canon "$scratch/given" >"$scratch/got" || exit 1
cmp "$scratch/got" "$scratch/wanted"
