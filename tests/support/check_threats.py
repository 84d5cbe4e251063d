#!/usr/bin/env python3
"""Checks the table of threats: every test exists and has the cases that the table names.

    check_threats.py TABLE

Prints a line for each fault, and exits 1 if there is one. A case of a script is a name that one of
its checks prints when it fails, or the beginning of the name where it ends in a value. A case of a
C program is a function that cmocka runs. A case of forgeries.sh is a file of forgeries/ or
accepted/.

The goals are those of the paper, Table 6. A row for each must be there.
"""
import csv
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
FIELDS = ['goal', 'table6', 'mechanism', 'test', 'cases', 'remains']
TABLE6 = ['Report a false number', 'Alter a committed record', 'Equivocate (split view)',
          'Continue from an absent device', 'Impersonate a device', 'Evade a known probe']
TEST = re.compile(r'tests/(unit|conformance)/test_\w+\.c|'
                  r'tests/(integration|adversary|conformance)/\w+\.sh')
FORGERIES = 'tests/adversary/forgeries.sh'
NAMED = re.compile(r'\b(?:expect_equal|holds|refused|fail)\s+"((?:[^"\\]|\\.)*)"')
VALUE = re.compile(r'\$\{[^}]*\}|\$\w+|\$\(.*')
RUN = re.compile(r'\b(?:cmocka_unit_test\w*|TEST)\(\s*(\w+)')


def text_of(path):
    with open(os.path.join(ROOT, path), encoding='utf-8') as file:
        return file.read()


def script_has(text, case):
    """Whether a check of a script prints the case. Comments do not count."""
    text = re.sub(r'^\s*#.*', '', text, flags=re.M).replace('\\\n', ' ')
    for name in NAMED.findall(text):
        literal = VALUE.split(name)
        if len(re.sub(r'\W', '', ''.join(literal))) < 3:
            continue  # a value alone is no name
        if len(literal) > 1 and literal[0].startswith(case):
            return True
        if re.fullmatch('.+'.join(re.escape(part) for part in literal), case):
            return True
    return False


def program_has(text, case):
    return case in RUN.findall(text) and re.search(r'^static void %s\(void \*\*' % re.escape(case),
                                                   text, re.M) is not None


def has(test, case):
    if test == FORGERIES:
        return re.fullmatch(r'\w+', case) is not None and any(
            os.path.exists(os.path.join(ROOT, 'tests/adversary', folder, case + '.py'))
            for folder in ('forgeries', 'accepted'))
    return (program_has if test.endswith('.c') else script_has)(text_of(test), case)


def faults_of(row):
    """What is wrong with a row."""
    empty = [name for name in FIELDS if not (row.get(name) or '').strip()]
    if empty or None in row:
        yield 'it needs %d cells, none empty' % len(FIELDS)
        return
    if row['table6'] not in TABLE6 + ['-']:
        yield "Table 6 has no goal '%s'" % row['table6']
    if not TEST.fullmatch(row['test']) or not os.path.exists(os.path.join(ROOT, row['test'])):
        yield "there is no test '%s'" % row['test']
        return
    for case in row['cases'].split('; '):
        if not has(row['test'], case):
            yield "%s has no case '%s'" % (row['test'], case)


def main(path):
    with open(path, encoding='utf-8', newline='') as file:
        reader = csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE)
        rows, fields = list(reader), reader.fieldnames
    found = [] if fields == FIELDS else ['its first line is not %s' % ', '.join(FIELDS)]
    if not found:
        for number, row in enumerate(rows, 2):
            found += ['line %d: %s' % (number, fault) for fault in faults_of(row)]
        found += ["no row for the goal '%s' of Table 6" % goal for goal in TABLE6
                  if goal not in [row['table6'] for row in rows]]
        goals = [row['goal'] for row in rows]
        found += ["two rows for '%s'" % goal for goal in sorted(set(goals))
                  if goals.count(goal) > 1]
    for fault in found:
        print('%s: %s' % (os.path.basename(path), fault))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
