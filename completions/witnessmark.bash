# Bash completion for witnessmark. Commands and options come from the program's own help, so they cannot go stale.

_witnessmark_words() {
    # The words of `witnessmark [COMMAND] --help` that this position can take.
    local program=$1 command=$2
    if [ -z "$command" ]; then
        "$program" --help 2>/dev/null | sed -n '/^commands:/,/^$/s/^  *\([a-z]*\) .*/\1/p'
        printf '%s\n' --help --version
    else
        { "$program" "$command" --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*'; echo --help; } | sort -u
    fi
}

_witnessmark_names() {
    # The claims of the record that stands on the command line, for `show RECORD NAME` and `prove RECORD NAME`.
    local record=$1
    [ -f "$record/evidence.jsonl" ] || return
    sed -n 's/.*"name":"\([a-z0-9_.]*\)".*"type":"claim".*/\1/p' "$record/evidence.jsonl" 2>/dev/null
}

_witnessmark() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i
    COMPREPLY=()
    # The '=' of `--option=value` is a word of its own.
    if [ "$current" = = ]; then
        current=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == -* ]] && continue
        command=${COMP_WORDS[i]}
        break
    done
    if [ -z "$command" ] || [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_witnessmark_words "${COMP_WORDS[0]}" "$command")" -- "$current")
        return
    fi
    case "$command:$before" in
    run:--inject)
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" list --json 2>/dev/null |
            sed -n 's/.*"faults":\[\(.*\)\].*/\1/p' | grep -o '"name":"[a-z]*"' | cut -d '"' -f 4)" -- "$current")
        ;;
    run:--on-fault) mapfile -t COMPREPLY < <(compgen -W "repair continue stop" -- "$current") ;;
    *:--color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current") ;;
    show:* | prove:*)
        if [ -f "$before/evidence.jsonl" ]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_witnessmark_names "$before")" -- "$current")
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
        ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    esac
}

complete -o filenames -F _witnessmark witnessmark
