# A sync that a signal interrupts is made again; a failed sync of the folder says what is there.
# 9be32b7: EINTR ended `run` and `pack` with "Interrupted system call". After a failed sync of the
# folder, `pack` said "cannot give the archive its name", and `run` "cannot rename it to its final
# name", with a command that resumes; both had their final names.

sync=$(mktemp -d "$WORK/sync-XXXXXX")
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$sync/shim.so" "$ROOT/tests/integration/crash_shim.c" -ldl ||
    exit 2
mkdir "$sync/records"
cat >"$sync/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 64}, "repeats": 2}]}
PLAN
# synced NAME=VALUE COMMAND...: the command with a disk whose syncs fail.
synced() {
    local what=$1
    shift
    env "$what" WM_SHIM_FOLDER="$sync/records" LD_PRELOAD="$sync/shim.so" "$WITNESSMARK" "$@" \
        >"$WORK/out" 2>"$WORK/err" </dev/null
}
cd "$sync/records" || exit 2
synced WM_SHIM_EINTR=1 run --plan ../plan.json -o rec
expect_equal "exit of run with interrupted syncs" "$?" 0
expect 0 "$WITNESSMARK" audit rec
synced WM_SHIM_EINTR=1 wrap -o wrapped --repeats 2 -- true
expect_equal "exit of wrap with interrupted syncs" "$?" 0
synced WM_SHIM_EINTR=1 pack rec
status=$?
if grep -q 'built without libarchive' "$WORK/err"; then
    skip "pack: this build has no libarchive"
else
    expect_equal "exit of pack with interrupted syncs" "$status" 0
    synced WM_SHIM_UNSYNCED=2 pack rec -o second.tar.gz
    expect_equal "exit of pack without its folder's sync" "$?" 2
    expect_words "$WORK/err" \
        'second\.tar\.gz: the whole file is there, but its folder cannot be synced: '
    expect 0 "$WITNESSMARK" audit second.tar.gz
    synced WM_SHIM_UNSYNCED=1 pack rec -o first.tar.gz
    expect_equal "exit of pack without the archive's sync" "$?" 2
    [ ! -e first.tar.gz ] && pass || fail "an archive that is not synced has a name"
fi
# The last sync of a run is that of the folder, after the rename.
for ((i = 1; i < 40; i++)); do
    synced WM_SHIM_UNSYNCED=$i run --plan ../plan.json -o "run$i" && break
    [ -e "run$i" ] || continue
    expect_words "$WORK/err" \
        "run$i: the whole record is there, but its folder cannot be synced: Input/output error"
    expect_equal "hint about a whole record" "$(grep -c 'Resume with' "$WORK/err")" 0
    expect 0 "$WITNESSMARK" audit "run$i"
    last=$i
done
[ "${last:-0}" -ge 8 ] && pass || fail "no sync of the folder was seen after the rename"
cd "$WORK" || exit 2
