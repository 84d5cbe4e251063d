#!/bin/bash
# The Python module, against the installed library: layout, behaviour, and the PyTorch example.
. "$(dirname "$0")/../support/shell.sh"

if ! command -v python3 >/dev/null; then
    skip "python3 is not there"
    finish
fi
if ! make -C "$ROOT" --no-print-directory install DESTDIR="$WORK/root" PREFIX=/opt/wm \
    PYTHONDIR=/opt/wm/python >"$WORK/log" 2>&1; then
    fail "make install: $(tail -n 5 "$WORK/log")"
    finish
fi
top=$WORK/root/opt/wm
export PYTHONPATH=$top/python LD_LIBRARY_PATH=$top/lib PYTHONDONTWRITEBYTECODE=1
unset WITNESSMARK_LIBRARY
expect_equal "the installed files" "$(ls "$top/python/witnessmark" | sort | xargs)" \
    "$(ls "$ROOT/python/witnessmark" | grep -v __pycache__ | sort | xargs)"

# ---- the header, and a header that has changed ----

layout=$ROOT/tests/support/python_layout.py
header=$top/include/witnessmark.h
expect 0 python3 "$layout" "$header" && cat "$WORK/out"
# changed WORDS SED: a header that differs is seen.
changed() {
    mkdir -p "$WORK/changed"
    sed "$2" "$header" >"$WORK/changed/witnessmark.h"
    if cmp -s "$header" "$WORK/changed/witnessmark.h"; then
        fail "the header is not changed by $2"
    fi
    expect 1 python3 "$layout" "$WORK/changed/witnessmark.h"
    expect_words "$WORK/out" "$1"
}
changed '^wm_proof.name: ' 's/char name\[144\]/char name[136]/'
changed '^wm_claim_view: members' '/^    double tolerance; /d'
changed '^wm_claim_view: members' 's/^    double tolerance; /    double tolerance, more;/'
changed '^wm_fresh: the module lacks' \
    's|^/\* ---- Audit.*|typedef struct wm_fresh {\n    int one;\n} wm_fresh;\n\n&|'
changed '^WM_E_FRESH: ' 's/    X(WM_E_INCOMPLETE.*/    X(WM_E_FRESH, "new") \\\n&/'
changed '^wm_proof_make: 5 param' 's/wm_proof_make(const char \*path, /wm_proof_make(/'

# ---- behaviour ----

expect 0 python3 "$ROOT/tests/support/make_record.py" --plan full "$WORK/full"
export WITH_FINDINGS=$WORK/full
mkdir "$WORK/small"
if mount -t tmpfs -o size=256k tmpfs "$WORK/small" 2>/dev/null; then
    trap 'umount "$WORK/small"; rm -rf "$WORK"' EXIT
    export SMALL_DISK=$WORK/small
fi
python3 "$ROOT/tests/support/test_witnessmark.py" >"$WORK/out" 2>&1 </dev/null
status=$?
counted=$(grep -cE ' \.\.\. ok$' "$WORK/out")
passed=$((passed + counted))
while read -r line; do
    skip "$line"
done < <(grep -E '\.\.\. skipped' "$WORK/out")
[ "$status" -eq 0 ] && [ "$counted" -ge 20 ] && pass || fail "the tests: $(cat "$WORK/out")"

# Records of the module and of the program are the same.
cat >"$WORK/seal.py" <<'END'
import sys
import witnessmark
with witnessmark.seal(sys.argv[1], "own") as record:
    record.add("own", speed=2000)
    record.claim("x.speed", series="own", field="speed", unit="B/s")
print(record.root)
END
expect 0 python3 "$WORK/seal.py" "$WORK/record"
root=$(cat "$WORK/out")
expect_valid "$WORK/record"
expect_equal "the root" "$(sed -n 1p "$WORK/answer")" "valid $root"
expect_words "$WORK/record/evidence.jsonl" '"producer":\{"name":"seal.py"'
WITNESSMARK_LIBRARY=$top/lib/libwitnessmark.so.0 LD_LIBRARY_PATH= \
    expect 0 python3 "$WORK/seal.py" "$WORK/by-path"
"$top/bin/witnessmark" prove "$WORK/record" x.speed >"$WORK/proof" 2>"$WORK/err"
expect 0 python3 -c 'import sys, witnessmark
print(witnessmark.check_proof(open(sys.argv[1], "rb").read(), sys.argv[2]).text)' \
    "$WORK/proof" "$root"
expect_equal "the proof's text" "$(cat "$WORK/out")" "2.000 kB/s"

# ---- the example ----

example=$ROOT/examples/torch_matmul.py
checks=$ROOT/examples/torch_check.py
with_torch=
for python in python3 /usr/bin/python3; do # Debian's PyTorch is for Debian's Python
    if [ -z "$with_torch" ] && "$python" -c 'import torch' 2>/dev/null; then
        with_torch=$python
    elif [ -x "$(command -v "$python")" ] && ! "$python" -c "import torch" 2>/dev/null; then
        expect 2 "$python" "$example" "$WORK/torch"
        expect_words "$WORK/err" 'PyTorch is not installed'
        expect 2 "$python" "$checks"
        expect_words "$WORK/err" 'PyTorch is not installed'
    fi
done
if [ -n "$with_torch" ]; then
    expect 0 "$with_torch" "$example" "$WORK/torch" --size 64 --repeats 3
    expect_words "$WORK/out" '^x\.matmul\.rate = .* .?FLOP/s$'
    expect_words "$WORK/out" '^PASS valid [0-9a-f]{64}$'
    expect_valid "$WORK/torch"
    expect 2 "$with_torch" "$example" "$WORK/torch"
    expect_words "$WORK/err" 'exists already'
    expect 0 "$with_torch" "$checks" --size 64
    for type in float32 float64 bfloat16; do
        expect_words "$WORK/out" "^torch\\.$type: right\$"
    done
    expect_words "$WORK/out" \
        '^one sign changed: wrong: row [0-9]+, column [0-9]+: found -?[0-9.e-]+, recomputed '
    expect 2 "$with_torch" "$checks" --size 0
else
    skip "PyTorch is not there to run examples/torch_matmul.py"
    skip "PyTorch is not there to run examples/torch_check.py"
fi
finish
