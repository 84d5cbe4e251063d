#!/bin/bash
# What a coming change costs: each patch of drills/ is applied to a copy of the committed tree,
# built and tested there. The head of a patch, above its first `diff`, says how many files under
# src/ it may change and add, what makes the files that are rendered from others, and what must
# succeed in that tree. $program is the built program, and lines of `test` are one script:
#
#   limits: existing N, new N
#   prepare: COMMAND
#   test: COMMAND
. "$(dirname "$0")/../support/shell.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS WITNESSMARK BUILD # a copy has a build folder of its own
drills=$ROOT/tests/slow/drills
[ -e "$ROOT/.git" ] || { echo "the committed tree needs the git repository"; exit 77; }

# said EXPRESSION PATCH: what the head of a patch says where the expression has a group.
said() {
    sed -nE "/^diff /q; s/^$1\$/\\1/p" "$2"
}

# count LETTERS: the files under src/ with one of these states, in the index of the current folder.
count() {
    git diff --cached --no-renames --name-only --diff-filter="$1" HEAD -- src | wc -l
}

# at_most WHAT COUNT LIMIT
at_most() {
    if [ "$2" -le "$3" ]; then
        pass
        echo "$1: $2 of at most $3"
    else
        fail "$1: $2, more than $3"
    fi
}

# drill PATCH
drill() {
    local name existing new prepare command
    name=$(basename "$1" .patch)
    existing=$(said 'limits: existing ([0-9]+), new [0-9]+' "$1")
    new=$(said 'limits: existing [0-9]+, new ([0-9]+)' "$1")
    prepare=$(said 'prepare: (.*)' "$1") command=$(said 'test: (.*)' "$1")
    if [ -z "$existing" ] || [ -z "$new" ] || [ -z "$command" ]; then
        fail "$name: its head needs a line of limits and a test"
        return
    fi
    git clone -q "$ROOT" "$WORK/$name" && cd "$WORK/$name" || { fail "$name: no copy"; return; }
    if ! git apply --3way "$1" 2>"$WORK/log"; then
        fail "$name does not apply: $(grep -v '^Applied' "$WORK/log" | head -n 3)"
        return
    fi
    expect 0 bash -euc "$prepare"
    git add -A
    at_most "$name, changed files of src/" "$(count MDT)" "$existing"
    at_most "$name, new files of src/" "$(count A)" "$new"
    expect 0 tools/check-layers
    if ! make -j "$(nproc)" --no-print-directory all programs >"$WORK/log" 2>&1; then
        fail "$name does not build: $(tail -n 15 "$WORK/log")"
        return
    fi
    if program=$PWD/build/witnessmark bash -euc "$command" \
        >"$WORK/log" 2>&1 </dev/null; then
        pass
    else
        fail "$name: $command: $(tail -n 15 "$WORK/log")"
    fi
    cd "$WORK" && rm -rf "${WORK:?}/$name"
}

shopt -s nullglob
patches=("$drills"/*.patch)
[ "${#patches[@]}" -gt 0 ] || fail "no patch in tests/slow/drills"
for patch in ${patches[@]+"${patches[@]}"}; do
    drill "$patch"
done
finish
