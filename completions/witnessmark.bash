# Completes witnessmark's command lines in bash. Commands and options come from the program's help,
# so that they are never stale.

_witnessmark_words() {
    # The words of `witnessmark [COMMAND] --help` that this position can take.
    local program=$1 command=$2
    if [ -z "$command" ]; then
        "$program" --help 2>/dev/null | sed -n '/^commands:/,/^$/s/^  *\([a-z]*\) .*/\1/p'
        printf '%s\n' --help --version
    else
        {
            "$program" "$command" --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*'
            echo --help
        } | sort -u
    fi
}

_witnessmark_names() {
    # The claims of the record on the command line: `show RECORD NAME`, `prove RECORD NAME`.
    local evidence=$1/evidence.jsonl
    [ -f "$evidence" ] || return
    sed -n 's/.*"name":"\([a-z0-9_.]*\)".*"type":"claim".*/\1/p' "$evidence" 2>/dev/null
}

_witnessmark_complete() {
    # Proposes those of WORDS that begin with CURRENT.
    mapfile -t COMPREPLY < <(compgen -W "$2" -- "$1")
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
        _witnessmark_complete "$current" "$(_witnessmark_words "${COMP_WORDS[0]}" "$command")"
        return
    fi
    case "$command:$before" in
    run:--inject)
        _witnessmark_complete "$current" "$("${COMP_WORDS[0]}" list --json 2>/dev/null |
            sed -n 's/.*"faults":\[\(.*\)\].*/\1/p' | grep -o '"name":"[a-z]*"' |
            cut -d '"' -f 4)"
        ;;
    run:--plan | list:--plan)
        _witnessmark_complete "$current" "$("${COMP_WORDS[0]}" list --json 2>/dev/null |
            sed -n 's/.*"plans":\[\([^]]*\)\].*/\1/p' | grep -o '"name":"[a-z]*"' |
            cut -d '"' -f 4)"
        [ "$command" = list ] || [ ${#COMPREPLY[@]} -gt 0 ] ||
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
        ;;
    run:--redact) _witnessmark_complete "$current" "serial uuid serial,uuid" ;;
    run:--on-fault) _witnessmark_complete "$current" "repair continue stop" ;;
    import:import) _witnessmark_complete "$current" "hyperfine google-benchmark nvbench csv" ;;
    wrap:--) mapfile -t COMPREPLY < <(compgen -c -- "$current") ;;
    *:--color) _witnessmark_complete "$current" "auto always never" ;;
    show:* | prove:*)
        if [ -f "$before/evidence.jsonl" ]; then
            _witnessmark_complete "$current" "$(_witnessmark_names "$before")"
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
        ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    esac
}

complete -o filenames -F _witnessmark witnessmark
