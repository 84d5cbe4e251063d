#!/bin/bash
# verify checks products in files: raw, .npy, transposed, batched; its answers and what it refuses.
. "$(dirname "$0")/../support/shell.sh"

command -v python3 >/dev/null || { skip "python3 is not there"; finish; }

python3 - "$WORK" <<'EOF' || exit 2
import random, struct, sys
work = sys.argv[1]
random.seed(3)
m, n, k = 37, 29, 64
def rounded(code, x): return struct.unpack(code, struct.pack(code, x))[0]
def matrix(rows, columns, make): return [[make() for _ in range(columns)] for _ in range(rows)]
def times(A, B): return [[sum(x * y for x, y in zip(row, col)) for col in zip(*B)] for row in A]
def transposed(M): return list(map(list, zip(*M)))
def raw(code, M): return b"".join(struct.pack("<%d%s" % (len(row), code), *row) for row in M)
def write(name, data): open(f"{work}/{name}", "wb").write(data)
def npy(descr, shape, data, fortran=False, version=1):
    head = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, fortran, shape)
    size = 10 if version == 1 else 12
    head += " " * (-(len(head) + size + 1) % 64) + "\n"
    length = struct.pack("<H" if version == 1 else "<I", len(head))
    return b"\x93NUMPY" + bytes([version, 0]) + length + head.encode() + data
normal = lambda: rounded("<e", random.gauss(0, 1))
A, B = matrix(m, k, normal), matrix(k, n, normal)
C = [[rounded("<e", x) for x in row] for row in times(A, B)]
for name, M in ("a", A), ("b", B), ("c", C), ("at", transposed(A)), ("bt", transposed(B)):
    write(name, raw("e", M))
    write(name + ".npy", npy("<f2", (len(M), len(M[0])), raw("e", M)))
write("f.npy", npy("<f2", (m, n), raw("e", transposed(C)), True, 2))
write("big.npy", npy(">f2", (m, n), raw("e", C)))
write("f4.npy", npy("<f4", (m, n), raw("f", C)))
write("cut.npy", npy("<f2", (m, n), raw("e", C))[:-2])
write("vector.npy", npy("<f2", (k,), raw("e", [[row[0] for row in B]])))
write("times.npy", npy("<f2", (m,), raw("e", [[row[0] for row in C]])))
write("flat.npy", npy("<f2", (m * n,), raw("e", C)))
write("deep.npy", npy("<f2", (1, 1, m, n), raw("e", C)))
W = [row[:] for row in C]
W[3][7] = -W[3][7]
write("w", raw("e", W))
write("batch_a.npy", npy("<f2", (2, m, k), raw("e", A) * 2))
write("batch_c.npy", npy("<f2", (2, m, n), raw("e", C) + raw("e", W)))
W[3][7] = float("nan")
write("nan_c", raw("e", W))
def header(text): # a header as it is
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text.encode("latin-1") + raw("e", C)
for name, text in (
        ("twice", "{'descr': '<f2', 'fortran_order': False, 'shape': (37, 29), "
                  "'fortran_order': True, }"),
        ("nested", "{'x': {'descr': '<f2'}, 'fortran_order': False, 'shape': (37, 29)}"),
        ("apart", "{'descr': '<f2', 'fortran_order': False, 'shape': (37 29)}"),
        ("signed", "{'descr': '<f2', 'fortran_order': False, 'shape': (+37, 29)}"),
        ("order", "{'descr': '<f2', 'fortran_order': Falsey, 'shape': (37, 29)}"),
        ("more", "{'descr': '<f2', 'fortran_order': False, 'shape': (37, 29)} + x"),
        ("zero", "{'descr': '<f2', 'fortran_order': False, 'shape': (37, 29)}\0"),
        ("fields", "{'descr': [('x', '<f2')], 'fortran_order': False, 'shape': (37, 29)}"),
        ("short", "{'descr': '<f2', 'shape': (37, 29)}")):
    write(f"h_{name}.npy", header(text))
write("h_good.npy", header('{"shape":(37,29) , "fortran_order": False,"descr":"<f2"}'))
write("fortran_wrong.npy", npy("<f2", (m, n), raw("e", C), True))
write("fortran_batch.npy", npy("<f2", (2, m, n), b"".join(
    struct.pack("<2e", C[i][j], C[i][j]) for j in range(n) for i in range(m)), True))
for size in 6, 7, 9, 10, 11:
    write(f"cut{size}.npy", b"\x93NUMPY\2\0vvvvv"[:size])
write("empty", b"")
A[5][6] = float("inf")
write("inf_a", raw("e", A))
A[5][6] = 0.0
digit = lambda: random.randrange(-9, 10)
I, J = matrix(m, k, digit), matrix(k, n, digit)
K = times(I, J)
write("i", raw("b", I)); write("j", raw("b", J)); write("ij", raw("i", K))
K[30][2] += 1
write("ij1", raw("i", K))
f = lambda: rounded("<f", random.gauss(0, 1))
A, B, D = matrix(m, k, f), matrix(k, n, f), matrix(m, n, f)
bias = [[rounded("<f", j / 3) for j in range(n)]]
E = [[1.5 * x - 0.5 * d + z for x, d, z in zip(r, s, bias[0])] for r, s in zip(times(A, B), D)]
for name, M in ("fa", A), ("fb", B), ("fd", D), ("fz", bias), ("fe", E):
    write(name, raw("f", M))
EOF

# answer STATUS FIRST-LINE ARGUMENTS...
answer() {
    local status=$1 line=$2
    shift 2
    expect "$status" "$WITNESSMARK" verify "$@"
    expect_equal "first line of verify $*" "$(head -n 1 "$WORK/out")" "$line"
}
# refused WORDS ARGUMENTS...
refused() {
    local words=$1
    shift
    expect 2 "$WITNESSMARK" verify "$@"
    expect_words "$WORK/err" "$words"
}
cd "$WORK" || exit 2
fp16="--format fp16"
shape="$fp16 --shape 37x29x64"

# shellcheck disable=SC2086
{
answer 0 right --a a --b b --c c $shape
expect_words "$WORK/out" '^checked by probes, seed [0-9a-f]{64}$'
answer 0 right --a at --transpose-a --b bt --transpose-b --c c $shape
answer 0 right --a a.npy --b b.npy --c c.npy $fp16
answer 0 right --a at.npy --transpose-a --b bt.npy --transpose-b --c f.npy $fp16
answer 0 right --a vector.npy --b a.npy --transpose-b --c times.npy $fp16
answer 0 right --a a.npy --b b.npy --c c.npy $fp16 --calibrate --threads 2
expect_words "$WORK/out" 'elements are not the nearest number'
answer 1 wrong --a a --b b --c w $shape
expect_words "$WORK/out" '^row 3, column 7: found -?[0-9.]+, recomputed -?[0-9.]+, allowed'
answer 1 wrong --a a --b b --c nan_c $shape
expect_words "$WORK/out" '^row 3, column 7: found (nan|-nan), recomputed'
answer 3 'not judged: A has a NaN or an infinity at row 5, column 6' --a inf_a --b b --c c $shape
answer 1 wrong --a batch_a.npy --b b.npy --c batch_c.npy $fp16
expect_words "$WORK/out" '^product 2 of 2$'
answer 1 wrong --a a --b b --c fortran_wrong.npy $shape
answer 0 right --a batch_a.npy --b b --c fortran_batch.npy $fp16 --shape 37x29x64 --batch 2
answer 0 right --a a --b b --c h_good.npy $shape
answer 0 right --a fa --b fb --c fe --format f32 --shape 37x29x64 --alpha 1.5 --beta -0.5 \
    --c0 fd --bias fz
answer 1 wrong --a fa --b fb --c fe --format f32 --shape 37x29x64 --alpha 1.5 --beta -0.5 \
    --c0 fd
}

# Integers are exact. B of int8 is stored as the product has it, k x n.
answer 0 right --a i --b j --c ij --format int8 --shape 37x29x64
expect_words "$WORK/out" '^a wrong product is missed with probability [0-9.e-]+ at most$'
answer 1 wrong --a i --b j --c ij1 --format int8 --shape 37x29x64
expect_words "$WORK/out" '^row 30, column 2: '

# The same files give the same answer, and one JSON object.
# shellcheck disable=SC2086
expect 1 "$WITNESSMARK" verify --a a --b b --c w $shape --json
cp "$WORK/out" first
# shellcheck disable=SC2086
expect 1 "$WITNESSMARK" verify --a a --b b --c w $shape --json --threads 1
cmp -s "$WORK/out" first && pass || fail "another answer with another number of threads"
python3 -c 'import json, sys
it = json.load(sys.stdin)
assert it["status"] == "wrong" and it["element"]["row"] == 3 and it["element"]["column"] == 7' \
    <first && pass || fail "the members of --json: $(cat first)"

# Elements that were not counted are no zero. A NaN is found before any is.
for name in c:null c:number nan_c:null; do
    option=
    [ "$name" != c:null ] && option=--calibrate
    # shellcheck disable=SC2086
    "$WITNESSMARK" verify --a a --b b --c "${name%:*}" $shape --json $option |
        python3 -c 'import json, sys
it = json.load(sys.stdin).get("not_nearest")
assert ("null" if it is None else "number") == sys.argv[1], it' "${name#*:}" &&
        pass || fail "not_nearest of $name"
done

# ---- what is refused ----

# shellcheck disable=SC2086
{
refused 'big.npy: big-endian numbers \(>f2\)' --a a --b b --c big.npy $shape
refused 'f4.npy: numbers of type <f4, expected binary16' --a a --b b --c f4.npy $shape
refused 'cut.npy: a .npy file whose size does not fit its shape' --a a --b b --c cut.npy $shape
refused 'flat.npy: shape 1x1x1073, expected 1x37x29' --a a --b b --c flat.npy $shape
refused 'vector.npy: shape 1x1x64, expected 1x64x64' --a a.npy --b vector.npy --c times.npy $fp16
refused 'deep.npy: a .npy file needs a shape of 1 to 3 dimensions' --a a --b b --c deep.npy $shape
for name in twice nested apart signed order more zero fields short; do
    refused "h_$name.npy: a .npy file .*" --a a --b b --c "h_$name.npy" $shape
done
for size in 6 7 9 10 11; do
    refused "cut$size.npy: a .npy file .*cut off" --a a --b b --c "cut$size.npy" $shape
done
refused 'empty: 0 bytes' --a empty --b b --c c $shape
refused 'c: one matrix for a batch of 2: each product has its own C' --a a --b b --c c $shape \
    --batch 2
refused '--batch' --a a --b b --c c $shape --batch 0
refused '--alpha|alpha is not 0' --a a --b b --c c $shape --alpha 0
refused 'a: 4736 bytes, expected 4662' --a a --b b --c c $fp16 --shape 37x29x63
refused 'no: cannot open' --a no --b b --c c $shape
refused '\.: not a regular file' --a . --b b --c c $shape
refused 'raw files need MxNxK' --a a --b b --c c $fp16
refused '--shape' --a a --b b --c c $fp16 --shape 37x29
refused '--beta and --c0 are given together' --a a --b b --c c $shape --beta 1
refused '--alpha' --a a --b b --c c $shape --alpha x
refused '--format' --a a --b b --c c --format fp12 --shape 37x29x64
refused 'needs a file' --a a --b b $shape
refused 'int8 takes no alpha' --a i --b j --c ij --format int8 --shape 37x29x64 --alpha 2
}
finish
