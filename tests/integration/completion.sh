#!/bin/bash
# The files of completion and the man page are those of the table of options, and bash, zsh and fish
# take them.
. "$(dirname "$0")/../support/shell.sh"

dump=$BUILD/tests/tools/options_dump
if [ -x "$dump" ]; then
    expect 0 "$ROOT/tools/render-options" "$dump" --check
    expect_equal "renderings that are stale" "$(cat "$WORK/out")" ""
else
    skip "tests/tools/options_dump is not there (make programs)"
fi
commands=$("$WITNESSMARK" --help | sed -n '/^commands:/,/^$/s/^  *\([a-z]*\) .*/\1/p')
[ -n "$commands" ] || fail "no commands in the program's help"

# Completion, called as bash calls it.
complete_words() {
    (
        PATH=$(dirname "$WITNESSMARK"):$PATH
        . "$ROOT/completions/witnessmark.bash"
        COMP_WORDS=(witnessmark "$@")
        COMP_CWORD=$#
        _witnessmark
        printf '%s\n' "${COMPREPLY[@]}"
    )
}
expect_equal "completion of a command" "$(complete_words sh)" show
for command in $commands; do
    expect_equal "completion of $command's options" \
        "$(complete_words "$command" -- | sort -u | tr '\n' ' ')" \
        "$({ "$WITNESSMARK" "$command" --help | sed -nE 's/^  (-[a-z], )?(--[a-z0-9-]+).*/\2/p'
        echo --help; } | sort -u | tr '\n' ' ')"
done
expect_equal "completion of a fault" "$(complete_words run --inject st)" stale
expect_equal "completion of faults" "$(complete_words run --inject '' | tr '\n' ' ')" \
    "bit bits element row tile nan stale operand precision "
expect_equal "completion of --plan" "$(complete_words run --plan qu)" quick
expect_equal "completion of --redact" "$(complete_words run --redact u)" uuid
expect_equal "completion of --on-fault" "$(complete_words run --on-fault c)" continue
# The shell passes the '=' of a long option as a word of its own.
expect_equal "completion of --on-fault=" "$(complete_words run --on-fault = | tr '\n' ' ')" \
    "repair continue stop "
expect_equal "completion of --on-fault=c" "$(complete_words run --on-fault = c)" continue
expect_equal "completion of --color=n" "$(complete_words show --color = n)" never
mkdir "$WORK/record"
printf '%s\n' '{"asserts":"0","name":"a.b.rate","text":"1","type":"claim","unit":"1","value":1}' \
    >"$WORK/record/evidence.jsonl"
sed 's/rate/verified/; p; s/b.verified/c.units/' "$WORK/record/evidence.jsonl" >"$WORK/more"
cat "$WORK/more" >>"$WORK/record/evidence.jsonl"
expect_equal "completion of a claim" "$(complete_words prove "$WORK/record" a.b.r)" a.b.rate
expect_equal "completion of a claim or an item" \
    "$(complete_words show "$WORK/record" a. | sort | tr '\n' ' ')" \
    "a.b a.b.rate a.b.verified a.c a.c.units "
expect_equal "completion of the claim behind an option" \
    "$(complete_words show --color = never "$WORK/record" a.b.r)" a.b.rate
expect_equal "completion of a format" "$(complete_words import hy)" hyperfine
expect_equal "completion of a number" "$(complete_words run --repeats '')" ""

# zsh and fish.
PATH=$(dirname "$WITNESSMARK"):$PATH
if command -v zsh >/dev/null; then
    expect 0 zsh -n "$ROOT/completions/_witnessmark"
else
    skip "zsh is not there"
fi
fish_words() {
    fish --no-config -c "source '$ROOT/completions/witnessmark.fish'; complete -C '$1'" | cut -f 1
}
if command -v fish >/dev/null; then
    expect 0 fish -n "$ROOT/completions/witnessmark.fish"
    expect_equal "fish: a command" "$(fish_words 'witnessmark sh')" show
    expect_equal "fish: an option" "$(fish_words 'witnessmark run --on-f')" --on-fault
    expect_equal "fish: a value" "$(fish_words 'witnessmark run --on-fault c')" continue
    expect_equal "fish: a fault" "$(fish_words 'witnessmark run --inject st')" stale
    expect_equal "fish: a plan" "$(fish_words 'witnessmark list --plan qu')" quick
    expect_equal "fish: a format" "$(fish_words 'witnessmark import hyper')" hyperfine
else
    skip "fish is not there"
fi
finish
