# shellcheck shell=bash
# Small things of run and show that its users met. At 9be32b7:
# - a wrong item's row had no mark, and its element was shown with -v alone;
# - at 100 columns `spread` was missing, at 95 and 105 it was there;
# - no form of show listed the environment: "no claim 'environment'", exit 2;
# - a curve's bars were rates beside labels in ns: "bars: rate on a log axis, ... read/s";
# - `--budget 2` was two seconds.
mkdir "$WORK/small"
shape='"shape": {"n": 640}'
cat >"$WORK/small/plan.json" <<END
{"name": "small", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "fp16", $shape},
 {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 5000}},
 {"workload": "random_access", "variant": "latency", "shape": {"n": 64, "lanes": 1, "steps": 999}},
 {"workload": "random_access", "variant": "latency", "shape": {"n": 99999, "lanes": 1,
  "steps": 999}}]}
END
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$WORK/small/bent_blas.so" \
    "$ROOT/tests/fakes/bent_blas.c" -ldl -lm || fail "bent_blas.c does not compile"
"$WITNESSMARK" run --plan "$WORK/small/plan.json" -o "$WORK/small/right" >"$WORK/out" 2>&1
if head -n 1 "$WORK/small/right/evidence.jsonl" |
    grep -q '"blas\.file","value":"[^"]*openblas'; then
    expect 1 env WM_BENT_BLAS=sign LD_PRELOAD="$WORK/small/bent_blas.so" "$WITNESSMARK" run \
        --plan "$WORK/small/plan.json" -o "$WORK/small/wrong"
    expect 0 "$WITNESSMARK" show "$WORK/small/wrong"
    expect_words "$WORK/out" '^gemm\.fp16\.n640 WRONG\[([0-9]+)\] '
    expect_words "$WORK/out" '^\[[0-9]+\] row [0-9]+, column [0-9]+: '
    expect_equal "marked rows" "$(grep -c ' WRONG' "$WORK/out")" 1
else
    skip "a wrong item: OpenBLAS is not installed"
fi

# A wider line has as many columns as a narrower one, or more.
python3 "$ROOT/tests/support/make_record.py" "$WORK/small/full" --plan full
before=0
for width in $(seq 60 5 130); do
    COLUMNS=$width "$WITNESSMARK" show "$WORK/small/full" >"$WORK/out"
    titles=$(sed -n 's/95 % interval/interval/; /^item  /{p;q}' "$WORK/out" | wc -w)
    [ "$titles" -ge "$before" ] && pass ||
        fail "at $width columns the table has $titles columns, at $((width - 5)) it has $before"
    before=$titles
done

# The environment, in each form.
expect 0 "$WITNESSMARK" show "$WORK/small/right" environment
facts=$(head -n 1 "$WORK/small/right/evidence.jsonl" | grep -o '"name":"[a-z_.]*"' |
    cut -d'"' -f4 | grep -v '^witnessmark$')
for fact in backend device producer.version $facts; do
    grep -qE "^$fact( |\$)" "$WORK/out" && pass || fail "the environment lacks $fact"
done
expect 0 "$WITNESSMARK" show --markdown "$WORK/small/right" environment
expect_words "$WORK/out" '^\| backend \| cpu \|'
expect 0 "$WITNESSMARK" show --csv "$WORK/small/right" environment
expect_words "$WORK/out" '^backend,cpu,$'
expect 0 "$WITNESSMARK" show --json "$WORK/small/right" environment
expect_json "$WORK/out" 'answer["chain"][0]["node"]["backend"] == "cpu"'
expect 2 "$WITNESSMARK" show --claims "$WORK/small/right" environment

# The bars are the times beside them, so the longest bar has the longest time.
expect 0 "$WITNESSMARK" show "$WORK/small/right"
expect_words "$WORK/out" '^bars: a log axis, [0-9.e+]+ to [0-9.e+]+ ns$'
grep -E ' ns [#█]+$' "$WORK/out" | LC_ALL=C.UTF-8 awk '{ print $3, length($5) }' | sort -g \
    >"$WORK/small/bars"
expect_equal "bars" "$(wc -l <"$WORK/small/bars")" 2
LC_ALL=C sort -c -k2g "$WORK/small/bars" && pass || fail "bars are not in the order of their times"

# A time of --budget has a unit.
expect 2 "$WITNESSMARK" run --budget 2 --plan "$WORK/small/plan.json" -o "$WORK/small/budget"
expect_words "$WORK/err" '^witnessmark run: --budget: needs a time with its unit, .*2m.*, not .2.'
expect 0 "$WITNESSMARK" run --budget 2m --plan "$WORK/small/plan.json" -o "$WORK/small/budget"
