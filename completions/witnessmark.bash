# Completes witnessmark's command lines in bash.

# Made by tools/render-options from src/cli/command.c.
_witnessmark_commands="run attack wrap import audit show reverify compare screen fleet \
        differential lineage prove check verify pack publish bind canon list selftest"
_witnessmark_options() {
    # The options of a command.
    case $1 in
    run) echo "--plan --item --repeats --seconds --budget --item-seconds --light --dry-run \
        --nonce --continue --inject --on-fault --backend --device --in-turn --card-of --witness \
        --threads --wait-quiet --steps --try-permissions --no-tuning --against --fail-slower \
        --output --fact --redact --resume --verbose --quiet --json --color --help" ;;
    attack) echo "--plan --item --again --repeats --nonce --budget --dry-run --backend --device \
        --threads --output --resume --verbose --quiet --json --color --help" ;;
    wrap) echo "--output --repeats --warmup --min-time --scan --fail-slower --stdin --input \
        --setup --prepare --cleanup --timeout --metric --unit --variable --fact --redact \
        --ignore-failure --json --color --help" ;;
    import) echo "--output --json --help" ;;
    audit) echo "--root --allowed-signers --signature --verbose --quiet --jobs --summary --strict \
        --json --help" ;;
    show) echo "--verbose --quiet --html --markdown --latex --bibtex --csv --json --figure --data \
        --claims --facts --transcripts --color --help" ;;
    reverify) echo "--product --reproducible --exact --only --max-size --backend --device \
        --threads --resume --root --output --verbose --quiet --json --color --help" ;;
    compare) echo "--fail-slower --quiet --markdown --csv --json --color --help" ;;
    screen) echo "--budget --device --backend --threads --nonce --baseline --state --format \
        --prom --reason-fd --exit --output --verbose --quiet --json --help" ;;
    fleet) echo "--expected --baseline --output --make-baseline --since --jobs --quiet --json \
        --color --help" ;;
    differential) echo "--output --json --color --help" ;;
    lineage) echo "--verbose --figure --latex --data --json --help" ;;
    prove) echo "--help" ;;
    check) echo "--root --json --help" ;;
    verify) echo "--a --b --c --format --shape --transpose-a --transpose-b --alpha --beta --c0 \
        --bias --batch --threads --calibrate --json --help" ;;
    pack) echo "--output --json --help" ;;
    publish) echo "--output --document --sources --license --json --help" ;;
    bind) echo "--except --json --color --help" ;;
    canon) echo "--help" ;;
    list) echo "--plan --backend --device --json --help" ;;
    selftest) echo "--backend --device --operation --verbose --quiet --json --help" ;;
    esac
}
_witnessmark_values() {
    # What completes the value of an option, or operand number $2 of a command.
    case $1:$2 in
    run:--plan) echo '@plan' ;;
    run:--item | run:--repeats | run:--seconds | run:--budget | run:--item-seconds | run:--nonce \
        | run:--device | run:--card-of | run:--threads | run:--wait-quiet | run:--steps | \
        run:--fail-slower | run:--fact | attack:--item | attack:--repeats | attack:--nonce | \
        attack:--budget | attack:--device | attack:--threads | wrap:--repeats | wrap:--warmup | \
        wrap:--min-time | wrap:--scan | wrap:--fail-slower | wrap:--setup | wrap:--prepare | \
        wrap:--cleanup | wrap:--timeout | wrap:--metric | wrap:--unit | wrap:--variable | \
        wrap:--fact | audit:--root | audit:--jobs | reverify:--only | reverify:--max-size | \
        reverify:--device | reverify:--threads | reverify:--root | compare:--fail-slower | \
        screen:--budget | screen:--device | screen:--threads | screen:--nonce | \
        screen:--reason-fd | fleet:-j | fleet:--jobs | check:--root | verify:--shape | \
        verify:--alpha | verify:--beta | verify:--batch | verify:--threads | publish:--license | \
        list:--device | selftest:--device | selftest:--operation) echo '@none' ;;
    run:--continue | attack:--again | audit:1 | show:1 | reverify:1 | compare:1 | differential:1 \
        | lineage:1 | prove:1 | pack:1 | publish:1 | bind:2) echo '@record' ;;
    run:--inject) echo '@fault' ;;
    run:--on-fault) echo 'repair continue stop' ;;
    run:--backend | attack:--backend | reverify:--backend | screen:--backend | list:--backend | \
        selftest:--backend) echo 'cpu cuda' ;;
    run:--witness) echo 'device cpu' ;;
    run:--against | run:-o | run:--output | attack:-o | attack:--output | wrap:-o | wrap:--output \
        | wrap:--stdin | wrap:--input | import:-o | import:--output | import:2 | \
        audit:--allowed-signers | audit:--signature | show:--facts | reverify:-o | \
        reverify:--output | screen:--baseline | screen:--state | screen:--prom | screen:-o | \
        screen:--output | fleet:--expected | fleet:--baseline | fleet:-o | fleet:--output | \
        fleet:--make-baseline | fleet:--since | fleet:1 | differential:-o | differential:--output \
        | check:1 | verify:--a | verify:--b | verify:--c | verify:--c0 | verify:--bias | pack:-o \
        | pack:--output | publish:-o | publish:--output | publish:--document | publish:--sources \
        | bind:--except | bind:1 | canon:1) echo '@file' ;;
    run:--redact) echo 'serial uuid serial,uuid' ;;
    run:--color | attack:--color | wrap:--color | show:--color | reverify:--color | \
        compare:--color | fleet:--color | differential:--color | bind:--color) echo 'auto always \
        never' ;;
    attack:--plan) echo 'quick attacks curves sizes largest alarms' ;;
    wrap:--redact) echo 'argument path setup prepare cleanup' ;;
    wrap:1) echo '@command' ;;
    import:1) echo 'hyperfine google-benchmark nvbench csv' ;;
    show:--figure) echo 'graph clock archive repeats floors access devices stress lineage \
        detection sizes probes attacks' ;;
    show:2) echo '@name' ;;
    screen:--format) echo 'text json ocp' ;;
    screen:--exit) echo 'own nagios' ;;
    prove:2) echo '@claim' ;;
    verify:--format) echo 'fp16 bf16 tf32 fp8 fp8_fast f32 f64 int8' ;;
    list:--plan) echo '@builtin' ;;
    esac
}
# End of what is made.

_witnessmark_listed() {
    # The names of a list of `witnessmark list --json`: plans or faults.
    "$1" list --json 2>/dev/null | sed -n 's/.*"'"$2"'":\[\([^]]*\)\].*/\1/p' |
        grep -o '"name":"[a-z]*"' | cut -d '"' -f 4
}

_witnessmark_claims() {
    # The claims of a record, if that is one.
    [ -f "$1/evidence.jsonl" ] || return
    sed -n 's/.*"name":"\([a-z0-9_.]*\)".*"type":"claim".*/\1/p' "$1/evidence.jsonl" 2>/dev/null
}

_witnessmark_items() {
    # The items of a record, if that is one: those with a check, and profiles.
    [ -f "$1/evidence.jsonl" ] || return
    sed -nE 's/.*"name":"([a-z0-9_.]*)[.](verified|units)".*/\1/p' "$1/evidence.jsonl" 2>/dev/null
}

_witnessmark_words() {
    # Proposes those of WORDS that begin with CURRENT.
    mapfile -t COMPREPLY < <(compgen -W "$2" -- "$1")
}

_witnessmark() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command='' kind='' record='' number=1 i
    COMPREPLY=()
    # The '=' of `--option=value` is a word of its own.
    if [ "$current" = = ]; then
        current=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        -*)
            [ -z "$(_witnessmark_values "$command" "${COMP_WORDS[i]}")" ] || ((i += 1))
            [ "${COMP_WORDS[i]}" != = ] || ((i += 1))
            ;;
        *)
            if [ -n "$command" ]; then
                record=${COMP_WORDS[i]}
                ((number += 1))
            else
                command=${COMP_WORDS[i]}
            fi
            ;;
        esac
    done
    if [ -z "$command" ]; then
        _witnessmark_words "$current" "$_witnessmark_commands --help --version"
        return
    elif [[ $current == -* ]]; then
        _witnessmark_words "$current" "$(_witnessmark_options "$command")"
        return
    fi
    kind=$(_witnessmark_values "$command" "$before")
    [ -n "$kind" ] || kind=$(_witnessmark_values "$command" "$number")
    case $kind in
    @plan)
        _witnessmark_words "$current" "$(_witnessmark_listed "${COMP_WORDS[0]}" plans)"
        [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$current")
        ;;
    @builtin) _witnessmark_words "$current" "$(_witnessmark_listed "${COMP_WORDS[0]}" plans)" ;;
    @fault) _witnessmark_words "$current" "$(_witnessmark_listed "${COMP_WORDS[0]}" faults)" ;;
    @claim) _witnessmark_words "$current" "$(_witnessmark_claims "$record")" ;;
    @name)
        _witnessmark_words "$current" \
            "$(_witnessmark_claims "$record") $(_witnessmark_items "$record")"
        ;;
    @command) mapfile -t COMPREPLY < <(compgen -c -- "$current") ;;
    @none) ;;
    [a-z]*) _witnessmark_words "$current" "$kind" ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    esac
}

complete -o filenames -F _witnessmark witnessmark
