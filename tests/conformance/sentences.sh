#!/bin/sh
# The format pages have no sentence of more than 40 words, and one that has more is found.
here=$(cd "$(dirname "$0")" && pwd)
formats=$here/../../docs/formats
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
"$here/sentences.py" "$formats/record.md" "$formats/inputs.md" || failed=1

# expect STATUS WORDS PREFIX: a page with PREFIX and a sentence of so many words gives the status.
expect() {
    { printf '%b' "$3"; seq -s ' ' "$2" | sed 's/$/./'; } >"$work/page.md"
    "$here/sentences.py" "$work/page.md" >"$work/out"
    if [ "$?" -ne "$1" ]; then
        echo "FAIL not status $1 of $2 words after $3"
        failed=1
    fi
}

expect 0 40 ''
expect 1 41 ''
expect 1 41 'Short.\n\n- An item.\n- Short **[tag]**. '
expect 1 39 '1. `of = code` and\n   '
expect 0 38 '1. `of = code` and\n   '
expect 0 60 '    '
expect 0 60 '| '
[ "$failed" -eq 0 ]
