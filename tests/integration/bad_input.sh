#!/bin/bash
# Every command on bad input: one clear line, exit 1 or 2, never a crash or a hang.
# bad_input_asan.sh runs it under AddressSanitizer.
. "$(dirname "$0")/../support/shell.sh"
without_waits

bad=$WORK/bad
mkdir "$bad"
: >"$bad/empty"
printf '\0\1\2\377\376\0\0\n\033[2J\n' >"$bad/binary"
head -c 3000000 /dev/zero | tr '\0' x >"$bad/long_line"
head -c 200000 /dev/zero | tr '\0' '[' >"$bad/deep"
{
    head -c 200000 /dev/zero | sed 's/\x0/{"a":/g'
    printf 1
    head -c 200000 /dev/zero | tr '\0' '}'
    echo
} >"$bad/deep_objects"
printf '"text"\n' >"$bad/wrong_type"
printf '{"type":"root"}\n' >"$bad/wrong_fields"
printf '{"type":"observation","kind":"environment"\n' >"$bad/torn"
printf '{"a":1,"a":2}\n' >"$bad/double_name"
printf '{"a":"\\ud800"}\n' >"$bad/half_surrogate"
printf '{"a":1e999}\n' >"$bad/overflow"
printf '{"a":"\xff"}\n' >"$bad/no_utf8"
yes '{}' | head -n 100000 >"$bad/many_lines"
mkdir "$bad/folder"
mkfifo "$bad/fifo"
ln -s loop "$bad/loop"
for kind in empty binary long_line deep deep_objects wrong_type wrong_fields torn many_lines; do
    mkdir "$bad/record_$kind"
    cp "$bad/$kind" "$bad/record_$kind/evidence.jsonl"
done
for kind in folder fifo device loop; do
    mkdir "$bad/record_$kind"
    case $kind in
    folder) mkdir "$bad/record_folder/evidence.jsonl" ;;
    fifo) mkfifo "$bad/record_fifo/evidence.jsonl" ;;
    device) ln -s /dev/zero "$bad/record_device/evidence.jsonl" ;;
    loop) ln -s evidence.jsonl "$bad/record_loop/evidence.jsonl" ;;
    esac
done

# refuse COMMAND...: bounded time and memory, exit 1 or 2, one line in all.
refuse() {
    local status
    timeout "$hang" "$@" >"$WORK/out" 2>"$WORK/err" </dev/null
    status=$?
    cat "$WORK/out" "$WORK/err" >"$WORK/both"
    if [ "$status" -ne 1 ] && [ "$status" -ne 2 ]; then
        fail "exit $status: $*"
        head -c 400 "$WORK/both"
    elif ! one_line "$WORK/both"; then
        fail "no single clean line: $*"
        head -c 800 "$WORK/both"
    elif [ "$(wc -c <"$WORK/both")" -gt 1200 ]; then
        fail "a line of $(wc -c <"$WORK/both") bytes: $*"
    else
        pass
    fi
}

try_all() {
    local program=$1 thing
    for thing in "$bad"/* "$bad/absent" "$bad/empty/below" /dev/zero /dev/null ''; do
        refuse "$program" audit "$thing"
        refuse "$program" show "$thing"
        refuse "$program" prove "$thing" a.b.rate
        refuse "$program" reverify "$thing"
        refuse "$program" check "$thing"
        refuse "$program" run --plan "$thing" -o "$WORK/never"
        if [ ! -p "$thing" ] && [ "$thing" != /dev/zero ]; then
            case $thing in # what canon does with these is its business: they are JSON
            */wrong_type | */wrong_fields) expect 0 "$program" canon "$thing" ;;
            *) refuse "$program" canon "$thing" ;;
            esac
        fi
    done
    refuse "$program" audit
    refuse "$program" show
    refuse "$program" prove
    refuse "$program" prove "$bad/folder"
    refuse "$program" check
    refuse "$program" list surplus
    refuse "$program" run surplus
    refuse "$program" show --color sometimes "$bad/folder"
    refuse "$program" audit --root xyz "$bad/folder"
    refuse "$program" run -o "$WORK/absent/record"
    refuse "$program" run -o /
    refuse "$program" run -o "$bad/empty"
    refuse "$program" run -o "$bad/folder"
    refuse "$program" run --resume -o "$WORK/nothing_to_resume"
    [ ! -e "$WORK/never" ] && [ ! -e "$WORK/.never.partial" ] && pass ||
        fail "a bad plan left something behind"
}

# The checkers that ship in a record get the same input. (code/verify is C99 alone and cannot tell a
# pipe from a file.)
for thing in "$bad"/*; do
    refuse python3 "$ROOT/code/verify_graph.py" "$thing"
    [ -p "$thing" ] || [ "$thing" = "$bad/record_fifo" ] || refuse "$BUILD/code/verify" "$thing"
done
refuse python3 "$ROOT/code/verify_graph.py"
refuse python3 "$ROOT/code/verify_graph.py" /dev/zero
refuse python3 "$ROOT/code/verify_graph.py" --root xyz "$bad/empty"

try_all "$WITNESSMARK"
finish
