# shellcheck shell=bash
# Point 7: runs that begin in one second want the same default name, and all but one fail.
mkdir "$WORK/second"
cat >"$WORK/second/tiny.json" <<'END'
{"name": "tiny", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 4096}}]}
END
for i in 1 2 3 4 5; do
    (
        cd "$WORK/second" || exit 2
        "$WITNESSMARK" run --plan tiny.json --threads 1 >"out$i" 2>"err$i" </dev/null
        echo $? >"exit$i"
    ) &
done
wait
expect_equal "exits of five runs at once: $(cat "$WORK/second"/err*)" \
    "$(cat "$WORK/second"/exit* | tr '\n' ' ')" "0 0 0 0 0 "
expect_equal "records of five runs at once" \
    "$(find "$WORK/second" -maxdepth 1 -name 'witnessmark-*' | wc -l)" 5
expect_equal "names without the host" \
    "$(find "$WORK/second" -maxdepth 1 -name 'witnessmark-*' | grep -c -v -E \
        -e '/witnessmark-[A-Za-z0-9_-]+-[0-9]{8}-[0-9]{6}(-[0-9]+)?$')" 0
expect_equal "partial records of five runs at once" \
    "$(find "$WORK/second" -maxdepth 1 -name '.*.partial' | wc -l)" 0
