#!/bin/bash
# The default build has what the compiler offers against the misuse of memory errors, as the ELF
# files say.
. "$(dirname "$0")/../support/shell.sh"
. "$ROOT/tests/support/hardening.sh"
command -v readelf >/dev/null && command -v objdump >/dev/null || {
    echo "readelf and objdump (binutils) are not there"
    exit 77
}

program=$ROOT/build/witnessmark library=$ROOT/build/libwitnessmark.so.0
hardened "$program"
hardened "$library" shared

if cc -fcf-protection -S -x c /dev/null -o /dev/null 2>/dev/null && [ "$(uname -m)" = x86_64 ]; then
    marked "$program" main
    marked "$library" wm_version
else
    skip "the compiler has no -fcf-protection"
fi

# The host's code of the CUDA backend, compiled by cc and by nvcc.
cuda=$ROOT/build/cuda/witnessmark
if [ -x "$cuda" ]; then
    hardened "$cuda"
else
    skip "build/cuda/witnessmark is not built (make CUDA=1)"
fi

# A file without them is noticed.
echo 'int main(void) { return 0; }' >"$WORK/soft.c"
expect 0 cc -O2 -fno-stack-protector -no-pie -Wl,-z,norelro -Wl,-z,lazy -Wl,-z,execstack \
    -o "$WORK/soft" "$WORK/soft.c"
found=$(hardened "$WORK/soft" | grep -c '^FAILED: no line matches')
expect_equal "what an unprotected program lacks" "$found" 8
finish
