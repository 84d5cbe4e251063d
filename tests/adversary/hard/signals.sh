# Every signal that ends a command, SIGKILL apart, removes its temporary folder. A second signal
# ends a program whatever it does.
# 9be32b7: all signals but HUP, INT, QUIT, PIPE, TERM and XCPU left the folder. A SIGINT after a
# SIGTERM did not end `run` in a sync that hung, and no second signal ended `wrap`.

signals=$(mktemp -d "$WORK/signals-XXXXXX")
mkdir "$signals/tmp"
mkfifo "$signals/input"
cat >"$signals/plan.json" <<'PLAN'
{"name": "tiny", "repeat_seconds": 0.001, "items": [
  {"workload": "hbm_copy", "variant": "f32", "shape": {"n": 64}, "repeats": 2}]}
PLAN
expect 0 "$WITNESSMARK" run --plan "$signals/plan.json" -o "$signals/rec"
unpacking() {
    [ -n "$(ls -A "$signals/tmp")" ]
}
# standard COMMAND...: the command with the default action of each signal, and without a core dump.
standard() {
    ulimit -c 0
    exec python3 -c 'import os, signal, sys
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_DFL)
    except OSError:
        pass
os.execv(sys.argv[1], sys.argv[1:])' "$@"
}
# All but KILL, STOP, and those whose default action ends no process; XFSZ is ignored, so that a
# write fails.
case $(grep -qa __asan_init "$WITNESSMARK" && echo sanitized) in
sanitized) crashes= ;; # the sanitizer has its own handlers of crashes
*) crashes='ILL TRAP ABRT BUS FPE SEGV SYS' ;;
esac
for signal in HUP INT QUIT $crashes USR1 USR2 PIPE ALRM TERM STKFLT XCPU VTALRM PROF IO PWR RTMIN \
    RTMAX; do
    TMPDIR=$signals/tmp standard "$WITNESSMARK" audit - <"$signals/input" >"$WORK/out" \
        2>"$WORK/err" &
    child=$!
    exec 9>"$signals/input"
    head -c 3000 "$signals/rec/evidence.jsonl" >&9
    wait_until unpacking
    kill -s "$signal" "$child"
    wait "$child" 2>/dev/null
    expect_equal "exit after SIG$signal" "$?" $((128 + $(kill -l "$signal")))
    exec 9>&-
    expect_equal "temporary folder after SIG$signal" "$(ls -A "$signals/tmp")" ""
    rm -rf "$signals/tmp"/*
done

# `pack` where a file needs a name until it is whole (no O_TMPFILE): its file goes too.
cat >"$signals/shim.c" <<'C'
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/types.h>

int openat(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if ((flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return ((int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat"))(folder, path, flags,
                                                                             mode);
}

int fsync(int file) /* the archive is whole, and has no name yet */
{
    (void)file;
    return raise(SIGUSR1);
}
C
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$signals/shim.so" "$signals/shim.c" -ldl || exit 2
{
    (standard /usr/bin/env LD_PRELOAD="$signals/shim.so" "$WITNESSMARK" pack "$signals/rec" \
        -o "$signals/tmp/rec.tar.gz") >"$WORK/out" 2>"$WORK/err" </dev/null
    status=$?
} 2>/dev/null
if grep -q 'built without libarchive' "$WORK/err"; then
    skip "pack: this build has no libarchive"
else
    expect_equal "exit of pack after SIGUSR1" "$status" $((128 + $(kill -l USR1)))
    expect_equal "what pack left" "$(ls -A "$signals/tmp")" ""
fi
rm -rf "$signals/tmp"/.[!.]* "$signals/tmp"/*

# A second signal, another than the first, while a product never returns.
cat >"$signals/hang.c" <<'C'
#include <string.h>
#include <unistd.h>

int fdatasync(int file) /* never returns */
{
    (void)file;
    (void)!write(STDERR_FILENO, "hangs\n", 6);
    for (;;)
        (void)getppid();
}
C
cc -shared -fPIC -O1 -D_GNU_SOURCE -o "$signals/hang.so" "$signals/hang.c" || exit 2
for pair in 'TERM INT' 'INT TERM' 'HUP TERM' 'TERM TERM'; do
    for command in 'run --plan plan.json -o hung' 'wrap -o hung -- true'; do
        rm -rf "$signals/.hung.partial" "$signals/hung.err"
        # shellcheck disable=SC2086
        (cd "$signals" && LD_PRELOAD=$signals/hang.so standard "$WITNESSMARK" $command) \
            >"$WORK/out" 2>"$signals/hung.err" </dev/null &
        child=$!
        wait_until grep -q hangs "$signals/hung.err"
        sleep 0.1
        for signal in $pair; do
            kill -s "$signal" "$child" 2>/dev/null
            sleep 0.1
        done
        for ((i = 0; i < 200; i++)); do
            kill -s 0 "$child" 2>/dev/null || break
            sleep 0.1
        done
        kill -s KILL "$child" 2>/dev/null
        wait "$child" 2>/dev/null
        expect_equal "exit of ${command%% *} after SIG${pair/ / and SIG}" "$?" \
            $((128 + $(kill -l "${pair#* }")))
    done
done
