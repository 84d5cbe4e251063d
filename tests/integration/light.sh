#!/bin/bash
# Light records: made by `run --light`, judged by the program and by Python, packed, computed again,
# resumed, refused; what other commands make of them.
. "$(dirname "$0")/../support/shell.sh"
without_waits
cd "$WORK" || exit 2

# valid_here RECORD: the program, verify.c and verify_graph.py print the same; the record has no
# checkers, so these are our own.
valid_here() {
    expect 0 "$WITNESSMARK" audit -v "$1"
    grep -v '^WARNING ' out >answer
    expect 0 "$BUILD/code/verify" "$1"
    expect_equal "verify on $1" "$(cat out)" "$(cat answer)"
    if command -v python3 >/dev/null; then
        expect 0 python3 "$ROOT/code/verify_graph.py" "$1"
        expect_equal "verify_graph.py on $1" "$(cat out)" "$(cat answer)"
    else
        skip "python3 is not installed"
    fi
}

# ---- a record of the quick plan ------------------------------------------------------------------

expect 0 "$WITNESSMARK" run --light --plan quick -o quick
expect_words err "^witnessmark run: --light: the first 12 of the plan's [0-9]+ exact items; "
expect_words out '^light record: no openings$'
expect_equal "files" "$(cd quick && find . | sort | tr '\n' ' ')" \
    '. ./evidence.jsonl ./manifest.sha256 '
valid_here quick
expect_equal "opened chunks" "$(grep -c '"matrix_path"' quick/evidence.jsonl)" 0
[ "$(grep -c '"openings":\[\]' quick/evidence.jsonl)" -ge 7 ] && pass || fail "witness stages"
grep -qE '"variant":"(fp16|bf16|atomic|default)"' quick/evidence.jsonl &&
    fail "an item is not exact" || pass
expect_equal "all files are in the manifest" \
    "$(cd quick && sha256sum -c manifest.sha256 2>/dev/null)" 'evidence.jsonl: OK'

# What is said of the checkers: the full hashes are those of this build.
named=$(sha256sum <"$BUILD/code/verify.c" | cut -c1-12)
other=$(sha256sum <"$ROOT/code/verify_graph.py" | cut -c1-12)
line="^checkers: not in the record: SHA-256 $named \(code/verify\.c\), $other "
line="$line\(code/verify_graph\.py\), those of this program, witnessmark [0-9.]+$"
expect 0 "$WITNESSMARK" audit quick
expect_words err "$line"
expect 0 "$WITNESSMARK" audit quick/evidence.jsonl
expect_words err "$line"
expect 0 "$WITNESSMARK" show quick
expect_words out '^light record: no openings$'
expect 0 "$WITNESSMARK" show -v quick
expect_words out "$line"
expect 0 "$WITNESSMARK" audit --json quick
cp out audit.json
expect_json audit.json 'answer["records"][0]["checkers"] == "own release"'
expect_json audit.json '[c["path"] for c in answer["records"][0]["checkers_named"]] == given' \
    code/verify.c code/verify_graph.py
expect_json audit.json 'answer["records"][0]["checkers_named"][0]["sha256"] == given[0]' \
    "$(sha256sum <"$BUILD/code/verify.c" | cut -d' ' -f1)"

# Checkers that this program does not know; make_record.py names others than the build's.
if command -v python3 >/dev/null; then
    echo 'int x;' >other.c
    expect 0 python3 "$ROOT/tests/support/make_record.py" made --plan light --verify-c other.c
    valid_here made
    expect 0 "$WITNESSMARK" audit made
    expect_words err '^checkers: not in the record: .* \(code/verify_graph\.py\), unknown here$'
fi

# A record that has its checkers says nothing of these.
expect 0 "$WITNESSMARK" run --item hbm_copy.f32.n64 --seconds 0.001 -o whole
expect 0 "$WITNESSMARK" audit --json whole
cp out audit.json
expect_json audit.json 'answer["records"][0]["checkers_named"] == []'
expect 0 "$WITNESSMARK" show whole
grep -q 'light record' out && fail "a record that is not light is called so" || pass

# ---- other commands ------------------------------------------------------------------------------

expect 3 "$WITNESSMARK" reverify quick
expect_words out '^INCONCLUSIVE .*not checked, 0 differ$'
expect_words out 'a light record has no openings; --product'
expect 0 "$WITNESSMARK" reverify --product quick
expect_words out '^PASS '
expect 0 "$WITNESSMARK" reverify --product --exact quick
expect_words out '^PASS  12 claimed digests are the right ones'
expect 0 "$WITNESSMARK" reverify --product quick -o again
expect 0 "$WITNESSMARK" audit again
expect 3 "$WITNESSMARK" reverify --only hbm_triad. quick
expect 0 "$WITNESSMARK" reverify --product --only hbm_triad. quick

expect 0 "$WITNESSMARK" prove quick hbm_triad.f32.n65536.rate
cp out proof
expect 0 "$WITNESSMARK" check proof
expect_words out 'hbm_triad\.f32\.n65536\.rate'
expect 0 "$WITNESSMARK" publish quick -o published
grep -q 'Without the program' published/report.html published/appendix.tex &&
    fail "commands for checkers that are not there" || pass
expect_words published/appendix.tex 'those of this program'
expect 0 "$WITNESSMARK" show --figure archive quick
grep -q 'verify_graph' out && fail "the figure has a checker" || pass
expect 0 "$WITNESSMARK" lineage quick

# Another device's record: every output is the same, and compared as a whole.
expect 0 "$WITNESSMARK" run --light --plan quick -o second
expect 3 "$WITNESSMARK" compare quick second
expect_words out 'outputs: [0-9]+ identical$'
expect 0 "$WITNESSMARK" differential quick second -o both
expect 0 "$WITNESSMARK" audit both
expect 0 "$WITNESSMARK" run --continue quick -o next
expect_words out 'evidence preserv'
[ -d next/code ] && pass || fail "a continuation of a light record is not light"
grep -q '"kind":"revisit"' next/evidence.jsonl && fail "a revisit of a light record" || pass
expect 0 "$WITNESSMARK" audit next

# ---- size ----------------------------------------------------------------------------------------

# 12 items of 8 repeats, and two that are too many.
cat >many.json <<'PLAN'
{"name": "many", "repeats": 20, "repeat_seconds": 0.01, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
  {"workload": "gemm", "variant": "int8", "shape": {"n": 64}},
  {"workload": "gemm", "variant": "int8", "shape": {"n": 96}},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 4096}},
  {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 65536}},
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 4096}},
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 65536}},
  {"workload": "reduction", "variant": "deterministic", "shape": {"n": 65536}},
  {"workload": "scatter_add", "variant": "fixed", "shape": {"n": 65536, "buckets": 256}},
  {"workload": "random_access", "variant": "latency",
   "shape": {"n": 65536, "lanes": 1, "steps": 4096}},
  {"workload": "random_access", "variant": "bandwidth",
   "shape": {"n": 65536, "lanes": 256, "steps": 64}},
  {"workload": "random_access", "variant": "latency_lines",
   "shape": {"n": 65536, "lanes": 1, "steps": 4096}},
  {"workload": "random_access", "variant": "bandwidth_lines",
   "shape": {"n": 65536, "lanes": 256, "steps": 64}},
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 8192}},
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 16384}}]}
PLAN
expect 0 "$WITNESSMARK" run --light --plan many.json -o many
expect_words err "^witnessmark run: --light: the first 12 of the plan's 14 exact items; 2 left out$"
expect_equal "repeats" "$(grep -c '"kind":"workload"' many/evidence.jsonl)" 96
valid_here many
expect 0 "$WITNESSMARK" pack many -o many.tar.xz
expect 0 "$WITNESSMARK" audit many.tar.xz
size=$(wc -c <many.tar.xz)
echo "12 items of 8 repeats, packed: $size bytes"
[ "$size" -le 65536 ] && pass || fail "a light record of $size bytes, more than 65536"

# ---- resumption ----------------------------------------------------------------------------------

cat >long.json <<'PLAN'
{"name": "long", "repeats": 8, "repeat_seconds": 0.5, "items": [
  {"workload": "gemm", "variant": "fp16", "shape": {"n": 64}},
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 4096}}]}
PLAN
"$WITNESSMARK" run --light --plan long.json -o cut >out 2>err </dev/null &
run=$!
wait_until has_lines .cut.partial/evidence.jsonl 5
expect_words err "^witnessmark run: --light: 1 of the plan's 2 items, the exact ones$"
kill -INT "$run" 2>/dev/null
wait "$run"
expect_equal "exit of an interrupted run" "$?" 130
expect_words err '^Resume with: witnessmark run --resume -o cut$'
expect 2 "$WITNESSMARK" run --resume --continue quick -o cut
expect 0 "$WITNESSMARK" run --resume --plan long.json -o cut
valid_here cut
expect_equal "files" "$(cd cut && ls | tr '\n' ' ')" 'evidence.jsonl manifest.sha256 '
grep -q '"extent":"light"' cut/evidence.jsonl && pass || fail "the plan is not light any more"
expect_equal "repeats" "$(grep -c '"kind":"workload"' cut/evidence.jsonl)" 8

"$WITNESSMARK" run --item hbm_copy.f32.n4096 --seconds 0.5 -o full >out 2>err </dev/null &
run=$!
wait_until has_lines .full.partial/evidence.jsonl 5
kill -INT "$run" 2>/dev/null
wait "$run"
expect 2 "$WITNESSMARK" run --resume --light -o full
expect_words err '^witnessmark run: --light: the partial record has a plan that is not light; '

# ---- refusals ------------------------------------------------------------------------------------

expect 3 "$WITNESSMARK" run --light --plan drift --item gemm.fp16.n1024 -o none
expect_words err '^witnessmark run: --light: plan drift-picked has no exact item, '
expect_equal "lines" "$(wc -l <err)" 1
expect 3 "$WITNESSMARK" run --light --item gemm.fp16.n64 --json -o none
expect_json out 'answer["status"] == "inconclusive" and answer["place"] == "--light"'
[ -e none ] && fail "a record was made of nothing" || pass
expect 2 "$WITNESSMARK" run --light --continue quick -o none
expect_words err '^witnessmark run: --light: cannot be given with --continue'
expect 2 "$WITNESSMARK" run --light --repeats 9 -o none
expect_words err '^witnessmark run: --repeats: a light record has at most 8 repeats of an item'
expect 2 "$WITNESSMARK" run --light --against "$WITNESSMARK"
expect_words err '^witnessmark run: --light: cannot be given with --against'
expect 2 "$WITNESSMARK" attack --light
expect_words err 'unknown option .--light'

# A checker that is put into the record is refused; its manifest does not name it.
cp -r quick grown
mkdir grown/code
cp "$BUILD/code/verify.c" grown/code
expect 1 "$WITNESSMARK" audit grown
expect_words out '^invalid code/verify\.c: \[extra\] '

finish
