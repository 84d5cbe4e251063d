#!/bin/bash
# Every command's --help and the man page know the same options.
. "$(dirname "$0")/../support/shell.sh"

page=$ROOT/docs/man/witnessmark.1
commands=$("$WITNESSMARK" --help | sed -n '/^commands:/,/^$/s/^  *\([a-z]*\) .*/\1/p')
[ -n "$commands" ] || fail "no commands in the program's help"

# section COMMAND: its lines of the man page, without escapes and font changes.
section() {
    awk -v want=".SS $1" '$0 == want { on = 1; next } /^\.S[SH]/ { on = 0 } on' "$page" |
        sed -e 's/\\-/-/g' -e 's/\\f[BIRP]//g'
}

# The options in a help text or a man page section: at the beginning of a line, a long option behind
# its short one.
options() {
    sed -nE -e 's/^ +(--?[a-z].*)/\1/p' -e 's/^\.BI? (--?[a-z].*)/\1/p' | tr -d '\\' |
        sed -nE -e 's/^(-[a-z]), (--[a-z-]+).*/\1\n\2/p' -e t -e 's/^(--?[a-z][a-z-]*).*/\1/p' |
            sort -u
}

for command in $commands; do
    expect 0 "$WITNESSMARK" "$command" --help
    expect_words "$WORK/out" "^usage: witnessmark $command"
    # The exit statuses are a list, one a line, as in the man page.
    expect_words "$WORK/out" '^exit status:$'
    expect_words "$WORK/out" '^  0  +[a-z]'
    expect_words "$WORK/out" '^  2  +[a-z]'
    expect_words "$WORK/out" '^example'
    if [ -z "$(section "$command")" ]; then
        fail "the man page has no section '$command'"
        continue
    fi
    expect_equal "options of $command in the man page" \
        "$(section "$command" | options | grep -v -x -e --help | tr '\n' ' ')" \
        "$(options <"$WORK/out" | grep -v -x -e --help | tr '\n' ' ')"
    # --help and a wrong option give the same text in every command.
    expect 0 "$WITNESSMARK" "$command" -h
    expect 2 "$WITNESSMARK" "$command" --no-such-option
    expect_words "$WORK/err" "no-such-option|usage: witnessmark $command"
    expect_equal "lines about a wrong option" "$(wc -l <"$WORK/err")" 1
done

# Sections of the man page that are not commands.
for name in $(sed -n 's/^\.SS //p' "$page"); do
    case " $(echo $commands) " in
    *" $name "*) pass ;;
    *) fail "the man page tells of '$name', which the program does not have" ;;
    esac
done

# The exit statuses in the program's header.
for status in 0 1 2 3 '128+n'; do
    expect_words "$page" "^$(printf '%s' "$status" | sed 's/+/\\+/')	"
done

# A help text that cannot be written is an error.
full() {
    "$WITNESSMARK" "$@" >/dev/full
}
if [ -c /dev/full ]; then
    for word in $commands help; do
        arguments="$word --help"
        [ "$word" = help ] && arguments=help
        # shellcheck disable=SC2086
        expect 2 full $arguments
        expect_words "$WORK/err" "^witnessmark [a-z-]+: cannot write the output: "
        one_line "$WORK/err" && pass || fail "not one line about a full disk: $(cat "$WORK/err")"
    done
    for arguments in list "list --json" "selftest --operation triad"; do
        # shellcheck disable=SC2086
        expect 2 full $arguments
        expect_words "$WORK/err" "^witnessmark [a-z-]+: cannot write the output: "
    done
    expect 2 full --help
    expect 2 full --version
else
    skip "/dev/full is not there"
fi

expect 2 "$WITNESSMARK"
expect 2 "$WITNESSMARK" no-such-command
expect_equal "lines about a wrong command" "$(wc -l <"$WORK/err")" 1
expect 0 "$WITNESSMARK" --version
expect_words "$WORK/out" '^witnessmark [0-9]+\.[0-9]+\.[0-9]+$'

expect_equal "sections of the man page that stand twice" \
    "$(grep '^\.SS ' "$ROOT/docs/man/witnessmark.1" | sort | uniq -d)" ""
finish
