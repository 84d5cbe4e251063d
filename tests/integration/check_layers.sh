#!/bin/bash
# tools/check-layers finds each kind of breach, and nothing in a tree without one.
set -u
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=0
mkdir -p "$scratch/tools" "$scratch/src"
cp tools/check-layers "$scratch/tools/"

# expect WORDS PATH CONTENT: a tree with just this file; no words: no breach
expect() {
    rm -rf "$scratch/src"
    mkdir -p "$scratch/src/$(dirname "$2")"
    printf '%b' "$3" >"$scratch/src/$2"
    "$scratch/tools/check-layers" >"$scratch/out"
    local got=$?
    if [ -z "$1" ] && { [ "$got" -ne 0 ] || [ -s "$scratch/out" ]; }; then
        echo "$2: refused: $(cat "$scratch/out")"
        failed=1
    elif [ -n "$1" ] && { [ "$got" -ne 1 ] || ! grep -qF -- "$1" "$scratch/out"; }; then
        echo "$2: expected '$1', got exit $got: $(cat "$scratch/out")"
        failed=1
    fi
}

expect '' base/a.c '/* A job. */\n#include <string.h>\n#include <witnessmark.h>\n'
expect '' verify/a.c '/* A job. */\n#include "record/b.h"\n#include <unistd.h>\n'
expect '' cli/a.c '/* A job. */\nint f(void) { return printf("x") + (getenv("A") != 0); }\n'
expect '' base/a.c '/* A job that does not printf( anything. */\nconst char *s = "exit(1)";\n'
expect 'base (0) must not include standards (1)' base/a.c '/* A job. */\n#include "standards/b.h"\n'
expect 'evidence (2) must not include backend (2)' record/a.c \
    '/* A job. */\n#include "backend/b.h"\n'
expect 'in no layer' verify/a.c '/* A job. */\n#include "gadgets/b.h"\n'
expect 'includes are written from src/' base/a.c '/* A job. */\n#include "b.h"\n'
expect 'the auditor'\''s layers know libc alone' record/a.c '/* A job. */\n#include <unistd.h>\n'
expect 'is for backend/cuda alone' verify/a.c '/* A job. */\n#include <cuda_runtime.h>\n'
expect '' backend/cuda/a.cu '/* A job. */\n#include <cuda_runtime.h>\n'
expect 'only cli/ prints or exits: printf' archive/a.c \
    '/* A job. */\nint f(void) { return printf("x"); }\n'
expect 'only cli/ prints or exits: stderr' archive/a.c \
    '/* A job. */\nvoid f(void) { fputs("x", stderr); }\n'
expect 'only cli/ prints or exits: exit' archive/a.c '/* A job. */\nvoid f(void) { exit(1); }\n'
expect 'only cli/ reads the environment' archive/a.c \
    '/* A job. */\nchar *f(void) { return getenv("A"); }\n'
expect 'a file opens with a sentence' base/a.c 'int x;\n'
expect 'white space at the end' base/a.c '/* A job. */\nint x; \n'
expect 'longer than 600 lines' base/a.c "/* A job. */\n$(printf '\\n%.0s' $(seq 600))"
expect 'neither source nor header' base/a.py '# A job.\n'
expect 'a folder that is no layer' gadgets/a.c '/* A job. */\n'
rm -rf "$scratch/src"
mkdir -p "$scratch/src/base" "$scratch/src/cli"
printf '/* A job. */\n' | tee "$scratch/src/base/a.c" >"$scratch/src/cli/a.c"
"$scratch/tools/check-layers" | grep -q 'has the name of' || failed=1
exit "$failed"
