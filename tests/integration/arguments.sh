#!/bin/bash
# Command lines: every command and option has the same rules; with --json errors are JSON.
. "$(dirname "$0")/../support/shell.sh"
without_waits

# version_of COMMAND: that of its JSON.
version_of() {
    [ "$1" = audit ] && echo 2 || echo 1
}

commands=$("$WITNESSMARK" --help | sed -n '/^commands:/,/^$/s/^  *\([a-z]*\) .*/\1/p')

# options COMMAND: `--name value` or `--name -` for each long option in its help, without --help.
options() {
    "$WITNESSMARK" "$1" --help |
        sed -nE -e 's/^ +(-o, )?(--[a-z-]+) [A-Z].*/\2 value/p' \
        -e 's/^ +(--[a-z-]+)(   .*|$)/\1 -/p' |
        grep -v '^--help '
}

for command in $commands; do
    while read -r option kind; do
        expect 2 "$WITNESSMARK" "$command" "$option=x" --no-such-option
        if [ "$kind" = value ]; then
            expect_words "$WORK/err" \
                "^witnessmark $command: unknown option '--no-such-option'; see "
            expect 2 "$WITNESSMARK" "$command" "$option"
            expect_words "$WORK/err" "^witnessmark $command: $option: needs a value; see "
        else
            expect_words "$WORK/err" "^witnessmark $command: $option: accepts no value; see "
        fi
        one_line "$WORK/err" && pass || fail "not one line: $(cat "$WORK/err")"
    done < <(options "$command")
    # A command of any number of records, or of a command's words, takes no unexpected argument.
    more='a b c'
    "$WITNESSMARK" "$command" --help | grep -qE '^(usage|  ).* (RECORD\.\.\.|CMD \[ARGUMENTS\])' &&
        more=--no-such-option
    # shellcheck disable=SC2086
    expect 2 "$WITNESSMARK" "$command" $more
    expect_words "$WORK/err" \
        "^witnessmark $command: (unexpected argument '[abc]'|unknown option '$more'); " \
        "see \`witnessmark $command --help\`\$"
    [ "$command" = prove ] || [ "$command" = canon ] && continue # they print data
    [[ "$(options "$command")" == *"--json -"* ]] && pass || fail "$command has no --json"
    for words in '--json --no-such-option' '--no-such-option --json' "--json $more" \
        "$more --json=1 --json"; do
        # shellcheck disable=SC2086
        expect 2 "$WITNESSMARK" "$command" $words
        expect_words "$WORK/out" \
            "^\{\"schema\":\"witnessmark-$command/$(version_of "$command")\"," \
            "\"status\":\"trouble\"," \
            "(\"place\":\"[^\"]+\",)?\"error\":\".+; see \`witnessmark $command --help\`\"\}\$"
        expect_equal "lines of '$command $words'" "$(cat "$WORK/out" "$WORK/err" | wc -l)" 2
    done
done
[ "$(options run | wc -l)" -ge 11 ] && pass || fail "too few options of run"

# Bad values, as text and as JSON.
bad() { # COMMAND PLACE ARGUMENTS...
    local command=$1 place=$2
    shift 2
    expect 2 "$WITNESSMARK" "$command" "$@"
    expect_equal "output of $command $*" "$(wc -c <"$WORK/out")" 0
    expect_words "$WORK/err" "^witnessmark $command: "
    cp "$WORK/err" "$WORK/words"
    expect 2 "$WITNESSMARK" "$command" --json "$@"
    # `audit` lists its records, also a single one.
    if [ "$command" = audit ]; then
        place='"counts":\{.*"records":\[\{"record":"'$place'",.*"error":".+","failure":null\}\]'
    else
        place='"place":"'$place'","error":".+"'
    fi
    expect_words "$WORK/out" "^\{\"schema\":\"witnessmark-$command/$(version_of "$command")\"," \
        "\"status\":\"trouble\",$place\}\$"
    expect_equal "words of $command --json $*" "$(cat "$WORK/err")" "$(cat "$WORK/words")"
    "$WITNESSMARK" canon <"$WORK/out" >/dev/null && pass || fail "no JSON: $(cat "$WORK/out")"
}
cd "$WORK" || exit 2
bad run --threads --threads=0
bad run --threads --threads 4097
bad run --nonce --nonce=XYZ
bad run --on-fault --on-fault=later
bad run --witness --witness nobody
bad run --inject --inject=nothing
bad run --color --color=blue
bad run --resume --resume
bad run -o -o ''
bad run nowhere --plan=nowhere -o record
bad run --backend --backend=nosuch -o record
bad audit nowhere nowhere
bad show --color --color=blue nowhere
bad show nowhere nowhere
bad check nowhere nowhere
bad run --item --item=x
bad compare RECORD nowhere
bad compare nowhere nowhere nowhere
bad compare --color --color=blue nowhere nowhere
bad differential RECORD nowhere
bad differential -o nowhere nowhere
bad differential nowhere nowhere nowhere -o record
bad lineage nowhere nowhere
bad check xyz --root=xyz nowhere
bad reverify --color --color=blue nowhere
bad reverify --max-size --max-size=0 nowhere
bad reverify nowhere nowhere
bad selftest --operation --operation=nosuch
bad selftest --backend --backend=nosuch

# Both forms of a value, and the end of the options.
expect 0 "$WITNESSMARK" run --plan=quick --threads=1 --output=record --color=never
expect 0 "$WITNESSMARK" audit -- record
root=$(sed -n '1s/# root //p' record/manifest.sha256)
expect 0 "$WITNESSMARK" audit --root="${root:0:12}" record
expect 1 "$WITNESSMARK" audit --root=00000000 record
bad audit record --root=xyz record
expect 0 "$WITNESSMARK" show --color=always record
expect_words out $'\033'
cp out colour
expect 0 "$WITNESSMARK" show --color=never --color always record
cmp -s out colour && pass || fail "--color always is not --color=always"
name=$(sed -n 's/.*"name":"\([^"]*\)".*"type":"claim".*/\1/p' record/evidence.jsonl | head -n 1)
expect 0 "$WITNESSMARK" prove -- record "$name"
cp out proof
expect 0 "$WITNESSMARK" check --root="$root" proof
expect 1 "$WITNESSMARK" check --root=00000000 proof
"$WITNESSMARK" check -- - <proof >out && pass || fail "a lone - is not standard input"
expect 0 "$WITNESSMARK" selftest --backend=cpu --operation=triad
# An empty word is no record. A wrapped command may have one.
for command in audit show reverify pack publish lineage; do
    expect 2 "$WITNESSMARK" $command ''
    expect_words err "^witnessmark $command: argument RECORD is empty; see "
done
expect 0 "$WITNESSMARK" wrap --repeats 1 --warmup 0 -o empty-word -- printf %s ''
only=$(for i in $(seq 16); do printf -- '--only=%s ' "$i"; done)
# shellcheck disable=SC2086
expect 2 "$WITNESSMARK" reverify $only record
expect_words err "no item's label begins with '1'"
# shellcheck disable=SC2086
expect 2 "$WITNESSMARK" reverify $only --only=17 record
expect_words err "^witnessmark reverify: --only: accepts at most 16 values; remove '17'; see "
finish
