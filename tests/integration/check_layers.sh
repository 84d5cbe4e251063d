#!/bin/bash
# tools/check-layers finds each kind of breach, and nothing in a tree without one.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2
mkdir tools
cp "$ROOT/tools/check-layers" tools/

# breach WORDS PATH CONTENT: a tree with only this file breaks a rule; no words: none.
breach() {
    rm -rf src tests docs code
    mkdir -p src "$(dirname "$2")"
    printf '%b' "$3" >"$2"
    if [ -z "$1" ]; then
        expect 0 tools/check-layers
    else
        expect 1 tools/check-layers
        grep -qF -- "$1" out && pass || fail "no '$1' in: $(cat out)"
        expect_equal "breaches in $2" "$(wc -l <out)" 1
    fi
}

breach '' src/base/a.c '/* A job. */\n#include <string.h>\n#include <witnessmark.h>\n'
breach '' src/verify/a.c '/* A job. */\n#include "record/b.h"\n#include <unistd.h>\n'
breach '' src/cli/a.c '/* A job. */\nint f(void) { return printf("x") + (getenv("A") != 0); }\n'
breach '' src/base/a.c '/* A job that does not printf( anything. */\nconst char *s = "exit(1)";\n'
breach 'base (0) must not include standards (1)' src/base/a.c \
    '/* A job. */\n#include "standards/b.h"\n'
breach 'record (2) must not include backend (3)' src/record/laws/a.c \
    '/* A job. */\n#include "backend/b.h"\n'
breach 'in no layer' src/verify/a.c '/* A job. */\n#include "gadgets/b.h"\n'
breach 'includes are written from src/' src/base/a.c '/* A job. */\n#include "b.h"\n'
breach 'the auditor'\''s layers may use only libc' src/record/laws/a.c \
    '/* A job. */\n#include <unistd.h>\n'
breach 'is only for backend/cuda' src/verify/a.c '/* A job. */\n#include <cuda_runtime.h>\n'
breach '' src/backend/cuda/a.cu '/* A job. */\n#include <cuda_runtime.h>\n'
breach 'only cli/ prints or exits: printf' src/archive/a.c \
    '/* A job. */\nint f(void) { return printf("x"); }\n'
breach 'only cli/ prints or exits: stderr' src/archive/a.c \
    '/* A job. */\nvoid f(void) { fputs("x", stderr); }\n'
breach 'only cli/ prints or exits: exit' src/archive/a.c '/* A job. */\nvoid f(void) { exit(1); }\n'
breach 'only cli/ reads the environment' src/archive/a.c \
    '/* A job. */\nchar *f(void) { return getenv("A"); }\n'
breach 'a file must open with a sentence' src/base/a.c 'int x;\n'
breach 'white space at the end' src/base/a.c '/* A job. */\nint x; \n'
breach 'longer than 600 lines' src/base/a.c "/* A job. */\n$(printf '\\n%.0s' $(seq 600))"
breach 'neither source nor header' src/base/a.py '# A job.\n'
breach 'src/gadgets:0: this folder is not a layer' src/gadgets/a.c '/* A job. */\n'
breach 'src/record:0: not one of the subfolders of record' src/record/a.c '/* A job. */\n'
breach 'src/record/gadgets:0: not one of' src/record/gadgets/a.c '/* A job. */\n'
breach 'record/laws (1) must not include record/audit (3)' src/record/laws/a.c \
    '/* A job. */\n#include "record/audit/b.h"\n'
breach '' src/record/audit/a.c '/* A job. */\n#include "record/laws/b.h"\n'
breach '' src/record/laws/a.c '/* A job. */\n#include "record/laws/b.h"\n'
breach 'study/procedure (2) must not include study/run (3)' src/study/procedure/a.c \
    '/* A job. */\n#include "study/run/b.h"\n'
breach 'report/print (1) must not include report/views (1)' src/report/print/a.c \
    '/* A job. */\n#include "report/views/b.h"\n'
breach 'report/views (1) must not include report/print (1)' src/report/views/a.c \
    '/* A job. */\n#include "report/print/b.h"\n'

# Length of functions, of files and of lines.
long=$(printf '    a++;\\n%.0s' $(seq 67))
table='/* A job. */\n\n/* F. Over 70 lines: a table. */\n'
breach '' src/base/a.c "/* A job. */\n\nvoid f(int a)\n{\n$long}\n"
breach 'function of 71 lines, more than 70: void f' src/base/a.c \
    "/* A job. */\n\nvoid f(int a)\n{\n$long    a++;\n}\n"
breach 'function of 72 lines, more than 70: __global__ void f' src/backend/cuda/a.cu \
    "/* A job. */\n\ntemplate <int N>\n__global__ void f(int a)\n{\n$long    a++;\n}\n"
breach 'function of 71 lines' src/base/a.c \
    "/* A job. */\n\n/* F. Over 70 lines: it had to be. */\nvoid f(int a)\n{\n$long    a++;\n}\n"
breach '' src/base/a.c "${table}void f(int a)\n{\n$long    a++;\n}\n"
breach '' src/base/a.c "/* Made by tools/x. */\n$(printf '\\n%.0s' $(seq 600))"
lines=$(printf '\\n%.0s' $(seq 601))
breach '' tests/a.py "$(printf '\\n%.0s' $(seq 600))"
breach 'tests/unit/a.c:601: longer than 600 lines' tests/unit/a.c "$lines"
breach 'tests/integration/a.sh:601: longer than 600 lines' tests/integration/a.sh "$lines"
breach 'code/a.py:601: longer than 600 lines' code/a.py "$lines"
breach '' code/verify_graph.py "$lines"
breach '' tests/conformance/third_checker.pl "$lines"
breach '' tests/fuzz/corpus/a "$lines"
breach '' docs/a.md "$lines"
wide=$(printf '0%.0s' $(seq 100))
breach '101 columns, more than 100' src/base/a.c "/* A job. */\nint a =\n$wide;\n"
breach '' docs/a.md "$wide\n"
breach '101 columns, more than 100' docs/a.md "a$wide\n"
breach '101 columns, more than 100' docs/a.md "é$wide\n"
breach '' docs/a.md "| a$wide |\n"
breach '' docs/a.md "see [this]($wide)\n"
breach '' docs/a.md "see https://$wide\n"
breach '103 columns' docs/a.md "\t$(printf '0%.0s' $(seq 95))\n"
breach '105 columns' tests/a.py "# a$wide |\n"
breach '' docs/formats/tables/a.tsv "a$wide\n"
breach '' tests/slow/drills/a.patch "+a$wide\n"

# Circles of includes. ring NAME COUNT: modules that include each other in a ring.
ring() {
    local i
    for i in $(seq "$2"); do
        printf '/* A job. */\n#include "base/%s%d.h"\n' "$1" $((i % $2 + 1)) >"src/base/$1$i.h"
        printf '/* A job. */\n#include "base/%s%d.h"\n' "$1" "$i" >"src/base/$1$i.c"
    done
}
rm -rf src docs tests code
mkdir -p src/base
for name in a b c d e f; do ring $name 2; done
expect 0 tools/check-layers
ring g 2
expect 1 tools/check-layers
expect_words out '7 circles of includes, more than 6: base/a1, base/b1'
rm src/base/*
ring a 1
expect 0 tools/check-layers
ring b 3
expect 1 tools/check-layers
expect_words out 'src/base/b1:0: in a circle of 3 modules: base/b1 base/b2 base/b3'
expect_equal 'breaches of a circle' "$(wc -l <out)" 1

rm -rf src docs tests code
mkdir -p src/base src/cli
printf '/* A job. */\n' | tee src/base/a.c >src/cli/a.c
expect 1 tools/check-layers
expect_words out 'has the same name as'
finish
