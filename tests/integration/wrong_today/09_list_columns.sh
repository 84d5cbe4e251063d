# shellcheck shell=bash
# Point 9: the texts of `list` begin in one column, block by block.
expect 0 "$WITNESSMARK" list
# columns PATTERN: the columns where the text behind the option begins.
columns() {
    sed -nE "s/^(  $1 +).*/\1/p" "$WORK/out" | awk '{ print length($0) }' | sort -u | wc -l
}
expect_equal "columns of the faults" "$(columns '--inject [a-z]+')" 1
expect_equal "columns of the plans" "$(columns '--plan [a-z]+')" 1
expect_equal "columns of the workloads" "$(columns '[a-z_]+ +[a-z0-9_]+')" 1
