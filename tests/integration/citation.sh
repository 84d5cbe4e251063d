#!/bin/bash
# CITATION.cff is what its readers take, and names this release.
# Source: Citation File Format 1.2.0, https://citation-file-format.github.io.
. "$(dirname "$0")/../support/shell.sh"

file=$ROOT/CITATION.cff
if command -v cffconvert >/dev/null; then
    expect 0 cffconvert --validate --infile "$file"
else
    skip "cffconvert is not installed; the keys are checked below"
fi
if ! python3 -c 'import yaml' 2>/dev/null; then
    skip "python3-yaml is not installed: the keys of CITATION.cff"
    finish
fi
# wrong FILE: prints what is wrong with it.
wrong() {
    python3 - "$1" "$("$WITNESSMARK" --version | cut -d' ' -f2)" <<'END'
import sys
import yaml
try:
    with open(sys.argv[1], encoding='utf-8') as stream:
        cff = yaml.load(stream, yaml.BaseLoader)  # all scalars are texts
except yaml.YAMLError:
    sys.exit('no YAML')
KEYS = {'cff-version', 'message', 'type', 'title', 'abstract', 'authors', 'version', 'license',
        'keywords', 'references'}


def people(authors):
    return isinstance(authors, list) and authors != [] and all(
        isinstance(one, dict) and ('name' in one or {'family-names', 'given-names'} <= set(one))
        and all(isinstance(text, str) and text for text in one.values()) for one in authors)


if set(cff) != KEYS:
    print('keys', set(cff) ^ KEYS)
for key, text in (('cff-version', '1.2.0'), ('type', 'software'), ('license', 'Apache-2.0'),
                  ('title', 'Witnessmark'), ('version', sys.argv[2])):
    if cff.get(key) != text:
        print(key, cff.get(key), 'is not', text)
for entry in [cff] + cff.get('references', []):
    if not people(entry.get('authors')) or not entry.get('title') or not entry.get('type'):
        print('an entry without authors, title or type')
END
}
expect_equal "what is wrong with CITATION.cff" "$(wrong "$file" 2>&1)" ""
# The check sees what is wrong.
for change in 's/^title:.*//' 's/^version:.*/version: 9.9.9/' 's/^authors:/writers:/' \
    's/family-names/family/' 's/^message: .*/message: "/' 's/^    title:.*//'; do
    sed "$change" "$file" >"$WORK/changed.cff"
    [ -n "$(wrong "$WORK/changed.cff" 2>&1)" ] && pass || fail "not seen: $change"
done
finish
