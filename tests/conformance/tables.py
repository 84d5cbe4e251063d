#!/usr/bin/env python3
"""Compares the tables that the three checkers hold, row by row.

    tables.py DUMP [--python FILE] [--perl FILE]

DUMP is the program that prints the tables of the C code. Each checker's tables become lines of
table, row, column, value. The C code and code/verify_graph.py are rendered from one source and hold
the same lines (but the reasons of throttling, which no rule reads). The third checker's tables are
typed by hand: it holds the columns of THIRD, and each of them for every row.
"""
import argparse
import importlib.util
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True

# table: the columns that the third checker has as data, for rows that it must have.
PRODUCT = ('operand_format', 'output_format', 'element_bytes', 'layout', 'predicted_floor')
THIRD = {
    'workloads': ('dimensions', 'unit') + PRODUCT,
    'quantities': ('place', 'name', 'unit', 'text', 'class', 'tolerance', 'is_restricted'),
    'functions': ('inputs', 'is_restricted'), 'covariates': ('required', 'throughout'),
    'faults': ('place',), 'quantiles': ('q',), 'texts': ('own',), 'words': None,
    'limits': ('value',), 'trials': ('attack', 'rate', 'pair', 'least', 'most'),
}
# What it has only inside formulas and rules.
THIRD_WITHOUT = {
    'limits': ('text_bytes', 'name_bytes', 'nonce_digits', 'items', 'repeats', 'dimension',
               'probes', 'probe_columns', 'openings', 'chunk_bytes', 'int8_depth', 'values',
               'table_line_bytes',
               'beside', 'unit_bytes', 'dimensions', 'operands'),
    'texts': ('word',), 'words': ('flags', 'extents'),
}


def number(value):
    return '%.17g' % value


def yes(value):
    return 'yes' if value else 'no'


def load(path):
    spec = importlib.util.spec_from_file_location('tables_of_python', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def python_lines(path):
    """{(table, row, column): value} of the Python checker."""
    held, checker = {}, load(path)

    def put(table, row, **columns):
        for column, value in columns.items():
            held[table, row, column] = '-' if value is None else str(value)
    for (workload, variant), row in checker.WORKLOADS.items():
        put('workloads', '%s %s' % (workload, variant), work=row.work, unit=row.unit,
            bound=row.bound, terms=row.terms or 'none', link=row.link,
            operands=','.join(row.operands), operand_format=row.operand_format,
            output_format=row.output_format, layout=row.layout,
            element_bytes=number(row.element_bytes), dimensions=','.join(
                '%s:%s' % one for one in row.dimensions),
            predicted_floor=row.predicted_floor and number(row.predicted_floor),
            procedure=row.procedure, traits=','.join(sorted(row.traits)) or None)
    tables = (checker.QUANTITIES, checker.SLOPE_QUANTITIES, checker.POINT_QUANTITIES,
              checker.PROFILE_QUANTITIES, checker.TRIALS_QUANTITIES, checker.ATTACK_QUANTITIES,
              checker.RATE_ATTACK_QUANTITIES, checker.PAIR_QUANTITIES,
              checker.RECORD_QUANTITIES, checker.CHANGE_QUANTITIES, checker.JUDGED_QUANTITIES,
              checker.LINK_QUANTITIES, checker.RECALL_QUANTITIES, checker.PRIOR_QUANTITIES)
    for place, (name, row) in enumerate(row for table in tables for row in table.items()):
        needs, function, unit, text, class_of, tolerance, quiet, alarm = row
        held['quantities', function, 'class'] = class_of or '-'
        held['quantities', function, 'name'] = name
        put('quantities', function, place=place, needs=needs, unit=unit or 'rate', text=text,
            tolerance=tolerance, quiet=quiet, alarm=alarm)
    for name, (rounding, verdict, *numbers) in checker.ROUNDINGS.items():
        put('roundings', name, rounding=rounding, verdict=yes(verdict),
            **dict(zip(('centre', 'excess', 'excess_terms', 'excess_square',
                       'row_terms'), map(number, numbers))))
    for name, (bits, most, finite) in checker.INTEGERS.items():
        put('integers', name, sum_bits=bits, most=most, finite=finite or 0)
    for key, digest in checker.EXACT.items():
        put('exact', '%s %d %d %d' % key, digest=digest)
    for name, (inputs, needs) in checker.FUNCTION_ROWS.items():
        put('functions', name, inputs=inputs, needs=needs)
    computed = set(checker.FUNCTIONS) | set(checker.EXTERNAL_FUNCTIONS) | \
        set(checker.RECORD_FUNCTIONS) | set(checker.LINK_FUNCTIONS) | \
        set(checker.PRIOR_FUNCTIONS) | set(checker.POINT_FUNCTIONS) | \
        set(checker.CHANGE_FUNCTIONS) | set(checker.TRIALS_FUNCTIONS)
    for name in computed ^ set(checker.FUNCTION_ROWS):
        put('functions', name, computed=yes(name in computed))
    for name, (required, throughout) in checker.COVARIATES.items():
        put('covariates', name, required=yes(required), throughout=yes(throughout))
    for name, place in checker.FAULTS.items():
        put('faults', name, place=yes(place))
    for step, q in enumerate(checker.ROW_QUANTILES):
        put('quantiles', str(step), q=number(q))
    put('texts', 'word', own='no')
    for name in checker.WORDS['formats']:
        put('texts', name, own='yes')
    for name, (attack, rate, pair, least, most) in checker.TRIALS.items():
        put('trials', name, attack=yes(attack), rate=yes(rate), pair=yes(pair),
            least=number(least), most=number(most))
    for name in ('backends', 'when', 'points', 'decisions', 'flags', 'extents', 'required_facts',
                 'checks'):
        put('words', name, **dict.fromkeys(checker.WORDS[name], 'yes'))
    for name, before in checker.STAGES.items():
        put('stages', name, after=sum(1 << list(checker.STAGES).index(one)
                                      for one in before if one))
    for table in ('limits', 'thresholds'):
        for name in names_of(table):
            put(table, name, value=number(getattr(checker, name.upper())))
    variants = checker.WORKLOADS.values()
    put('limits', 'dimensions', value=max(len(row.dimensions) for row in variants))
    put('limits', 'operands', value=max(len(row.operands) for row in variants))
    return held


def names_of(table):
    """The first cells of a table's rows."""
    path = os.path.join(REPOSITORY, 'docs', 'formats', 'tables', table + '.tsv')
    with open(path, encoding='utf-8') as stream:
        return [line.split('\t')[0] for line in stream][1:]


def printed(command):
    """{(table, row, column): value} of a checker that prints its tables."""
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    held = {}
    for line in done.stdout.decode().splitlines():
        table, row, column, value = line.split('\t')
        held[table, row, column] = value
    return held


def with_restrictions(held):
    """Adds whether a row is for some items alone, which is all that the third checker says."""
    for (table, row, column), value in list(held.items()):
        if column == 'needs':
            held[table, row, 'is_restricted'] = yes(value != '-')
        if column == 'traits':
            held[table, row, column] = ','.join(sorted(value.split(',')))
    return held


def of_third(key, held):
    """Whether the third checker must have a line that the C code has."""
    table, row, column = key
    if table not in THIRD or row in THIRD_WITHOUT.get(table, ()):
        return False
    if column in PRODUCT and table == 'workloads':
        return held['workloads', row, 'layout'] != 'vector'
    return THIRD[table] is None or column in THIRD[table]


def compare(names, one, other):
    """The lines of difference of two checkers."""
    lines = []
    for key in sorted(set(one) | set(other)):
        if one.get(key) != other.get(key):
            lines.append('FAIL %s, row %s, %s: %s has %s, %s has %s' % (
                key + (names[0], one.get(key, 'none'), names[1], other.get(key, 'none'))))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('dump')
    parser.add_argument('--python', default=os.path.join(REPOSITORY, 'code', 'verify_graph.py'))
    parser.add_argument('--perl', default=os.path.join(HERE, 'third_checker.pl'))
    options = parser.parse_args()
    c = with_restrictions(printed([options.dump]))
    python = with_restrictions(python_lines(options.python))
    third = printed(['perl', options.perl, '--tables'])
    c = {key: value for key, value in c.items() if key[0] != 'throttle'}
    failures = compare(('C', 'Python'), c, python)
    failures += compare(('C', 'the third checker'),
                        {key: value for key, value in c.items() if of_third(key, c)}, third)
    for failure in failures:
        print(failure)
    print('%d rows and columns of C and Python, %d of the third checker' % (len(c), len(third)))
    return 1 if failures or len(c) < 400 or len(third) < 200 else 0


if __name__ == '__main__':
    sys.exit(main())
