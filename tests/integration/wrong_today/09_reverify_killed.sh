# shellcheck shell=bash
# Point 9: the man page says what a killed `reverify` leaves: nothing, so that it starts again.
page=$(sed -e 's/\\-/-/g' -e 's/\\f[BIRP]//g' "$ROOT/docs/man/witnessmark.1" | tr '\n' ' ')
case $page in
*'SIGKILL'*'starts again from the beginning'*) pass ;;
*) fail "the man page does not say what happens after reverify is killed" ;;
esac
cat >"$WORK/kill.json" <<'END'
{"name": "kill", "repeats": 1, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "int8", "shape": {"n": 64}},
 {"workload": "gemm", "variant": "fp16", "shape": {"m": 64, "n": 512, "k": 65536}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/kill.json" -o "$WORK/kill"
mkdir "$WORK/killed"
(cd "$WORK/killed" && exec "$WITNESSMARK" reverify -v -o answer ../kill) >"$WORK/out" 2>&1 &
process=$!
wait_until grep 'int8.*: done' "$WORK/out"
kill -KILL $process
wait $process 2>/dev/null
expect_equal "files of a killed reverify" "$(ls -A "$WORK/killed")" ""
(cd "$WORK/killed" && "$WITNESSMARK" reverify --resume ../kill) >"$WORK/out" 2>"$WORK/err"
expect_equal "status of --resume after that" $? 2
expect_words "$WORK/err" 'no interrupted re-verification here'
expect 0 "$WITNESSMARK" audit "$WORK/kill"
