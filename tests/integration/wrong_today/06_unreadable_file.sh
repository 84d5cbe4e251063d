# shellcheck shell=bash
# Point 6: the error for an unreadable file names the file and the reason.
cat >"$WORK/six.json" <<'END'
{"name": "six", "repeats": 1, "repeat_seconds": 0.001,
 "items": [{"workload": "gemm", "variant": "int8", "shape": {"n": 64}}]}
END
# as_reader COMMAND...: as a user whom permissions bind.
as_reader() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && setpriv --reuid=65534 --regid=65534 --clear-groups "$@")
    else
        "$@"
    fi
}
if ! as_reader true 2>/dev/null; then
    skip "no user without rights here"
else
    expect 0 "$WITNESSMARK" run --plan "$WORK/six.json" -o "$WORK/six"
    chmod 755 "$WORK"
    cp "$WITNESSMARK" "$WORK/program"
    for file in evidence.jsonl manifest.sha256 code/verify.c code; do
        mode=$(stat -c %a "$WORK/six/$file")
        chmod 000 "$WORK/six/$file"
        for command in audit show reverify; do
            expect 2 as_reader "$WORK/program" $command "$WORK/six"
            expect_words "$WORK/err" "^witnessmark $command: $WORK/six: $file: Permission denied\$"
        done
        chmod "$mode" "$WORK/six/$file"
    done
    chmod 000 "$WORK/six/evidence.jsonl"
    expect 2 as_reader "$WORK/program" audit "$WORK/six/evidence.jsonl"
    expect_words "$WORK/err" "^witnessmark audit: $WORK/six/evidence.jsonl: Permission denied\$"
    chmod 644 "$WORK/six/evidence.jsonl"
fi
