# shellcheck shell=bash
# What binaries must have against the misuse of memory errors; sourced after shell.sh.

# hardened FILE [shared]: checks the ELF file of the program or, with `shared`, of the library.
hardened() {
    readelf -hldW "$1" >"$WORK/elf"
    expect_words "$WORK/elf" 'Type: +DYN'
    expect_words "$WORK/elf" ' GNU_RELRO '
    expect_words "$WORK/elf" 'BIND_NOW'
    expect_words "$WORK/elf" ' GNU_STACK .* RW '
    [ "${2:-}" = shared ] || expect_words "$WORK/elf" 'FLAGS_1.* PIE'
    readelf --dyn-syms -W "$1" >"$WORK/symbols"
    expect_words "$WORK/symbols" ' UND __stack_chk_fail(@|$)'
    expect_words "$WORK/symbols" ' UND __v?snprintf_chk(@|$)'
    expect_words "$WORK/symbols" ' UND __memcpy_chk(@|$)'
}

# marked FILE FUNCTION: the function begins with the place that an indirect call may reach.
marked() {
    objdump -d --no-show-raw-insn --disassemble="$2" "$1" >"$WORK/code"
    expect_words "$WORK/code" "<$2(@[^>]*)?>:"
    if grep -A 1 -E "<$2(@[^>]*)?>:\$" "$WORK/code" | grep -q endbr64; then
        pass
    else
        fail "$1: $2 does not begin with endbr64: built without -fcf-protection"
    fi
}
