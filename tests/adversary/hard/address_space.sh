# A limit on the address space ends or shortens a run; it never hangs it.
# 9be32b7: OpenBLAS asked again and again for the memory of its buffers while it was loaded, at 100
# to 300 MB of `ulimit -v` on two processors. One SIGTERM did not end it.

space=$(mktemp -d "$WORK/space-XXXXXX")
cat >"$space/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "gemm", "variant": "f32", "shape": {"m": 320, "n": 320, "k": 320}, "repeats": 2}]}
PLAN
if ! ldd "$WITNESSMARK" >/dev/null 2>&1 || grep -qa __asan_init "$WITNESSMARK"; then
    skip "the sanitizer needs the address space"
else
    told=0 whole=0
    for mb in 100 150 200 300 400 600 900 1200 2000 8000; do
        (ulimit -v $((mb * 1000)) && exec timeout -k 1 60 "$WITNESSMARK" run --threads 1 \
            --plan "$space/plan.json" -o "$space/rec$mb") >"$WORK/out" 2>"$WORK/err" </dev/null
        status=$?
        case $status in
        0) whole=$((whole + 1)) ;;
        2) expect_words "$WORK/err" 'ulimit -v|memory' ;;
        3)
            expect_words "$space/rec$mb/evidence.jsonl" \
                'OpenBLAS is not loaded: it needs [0-9]+ MiB of address space; raise the limit'
            told=$((told + 1))
            ;;
        *) fail "exit $status with $mb MB of address space" ;;
        esac
        [ ! -e "$space/rec$mb" ] || expect 0 "$WITNESSMARK" audit "$space/rec$mb"
    done
    [ "$told" -ge 2 ] && pass || fail "only $told runs said that OpenBLAS has no room"
    [ "$whole" -ge 1 ] && pass || fail "no run had room"
    # A limit on threads is said too. root has no limit, so this is for other users.
    if [ "$(id -u)" -ne 0 ]; then
        (ulimit -u 1 && exec "$WITNESSMARK" run --threads 64 --plan "$space/plan.json" \
            -o "$space/threads") >"$WORK/out" 2>"$WORK/err" </dev/null
        expect_equal "exit under a limit on threads" "$?" 2
        expect_words "$WORK/err" 'cannot start 64 threads: '
    fi
fi
