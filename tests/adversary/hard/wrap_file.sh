# shellcheck shell=bash
# `wrap` seals the SHA-256 of the file that ran. 9be32b7: `--prepare` puts another executable in
# place, which deletes its own file: PASS, exit 0, with the SHA-256 of a file that did not run. A
# script that restores itself and the interpreter of a script were not looked at either, and no fact
# said that a command is a script.

cd "$(mktemp -d "$WORK/wrap_file-XXXXXX")" || exit 2

# wrap_fact RECORD NAME: a fact of the environment.
wrap_fact() {
    grep -o "\"name\":\"$2\",\"value\":\"[^\"]*" "$1/evidence.jsonl" | cut -d '"' -f 8
}

# Another executable, which deletes its own file.
cat >other.c <<'C'
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    (void)argc;
    (void)unlink(argv[0]);
    puts("rate: 9");
    return 0;
}
C
cc -o other other.c
cp "$(type -P true)" program
cp program kept
expect 1 "$WITNESSMARK" wrap -o deleted --warmup 0 --repeats 3 \
    --prepare 'cp other fresh; mv fresh program' -- ./program
expect_words "$WORK/out" '^FAIL  3 of 3 repeats failed'
expect_words "$WORK/out" \
    '^repeat 1: the executable was replaced after it was hashed \(not started\)'
[ -e program ] && pass || fail "the other executable was started"
# The file behind the same inode gets other bytes.
cp kept program
expect 1 "$WITNESSMARK" wrap -o rewritten --warmup 0 --repeats 3 --prepare 'cat other >program' \
    -- ./program
expect_words "$WORK/out" \
    '^repeat 1: the executable was changed after it was hashed \(not started\)'
# Its own file is gone after the run: nobody can say that the path names what ran.
cp other program
expect 1 "$WITNESSMARK" wrap -o gone --warmup 0 --repeats 1 -- ./program
expect_words "$WORK/out" '^repeat 1: the executable was replaced after it was hashed'

# A script that becomes another one while it runs, and itself again before it ends.
cat >script <<'SCRIPT'
#!/bin/sh
cp script kept-script
echo '#!/bin/false' >changed
mv changed script
mv kept-script script
SCRIPT
chmod +x script
expect 1 "$WITNESSMARK" wrap -o restored --warmup 0 --repeats 1 -- ./script
expect_words "$WORK/out" '^repeat 1: the script was replaced after it was hashed'
# The interpreter of a script.
cp "$(type -P sh)" shell
printf '#!%s\nexit 0\n' "$PWD/shell" >by-shell
chmod +x by-shell
expect 0 "$WITNESSMARK" wrap -o script-fact --repeats 1 -- ./by-shell
expect_equal "the kind" "$(wrap_fact script-fact wrap.kind)" script
expect_equal "its file" "$(wrap_fact script-fact wrap.executable.sha256)" \
    "$(sha256sum by-shell | cut -d ' ' -f 1)"
expect_equal "the interpreter" "$(wrap_fact script-fact wrap.interpreter)" "$PWD/shell"
expect_equal "its SHA-256" "$(wrap_fact script-fact wrap.interpreter.sha256)" \
    "$(sha256sum shell | cut -d ' ' -f 1)"
expect 1 "$WITNESSMARK" wrap -o interpreter --warmup 0 --repeats 2 \
    --prepare 'cp kept fresh; mv fresh shell' -- ./by-shell
expect_words "$WORK/out" \
    '^repeat 1: the interpreter was replaced after it was hashed \(not started\)'
expect_valid interpreter
cd "$WORK" || exit 2
