#!/usr/bin/env python3
"""Writes a shipped record as today's format would have it, for tests of what reads records.

    restate_record.py ARCHIVE FOLDER --seal SEAL_LINES

Of an archive with several records it takes the one with the name of FOLDER. A
shipped record may be of an older format, which no command shows. Its observations are copied.
Where today's format demands a field that may be null, it is null, with a reason; so is a covariate.
Repeats of a GPU say that no other process was on it. The calibration of an item at a point of
operation names repeat 1, the first after the load. SEAL_LINES (build/tests/tools/seal_lines)
computes reductions, claims and the root again. The environment names this program as the producer:
nobody measured the record that comes out. A record of today's format is only unpacked. One that
continues another cannot be restated, since the places of its openings follow from its prior's root.
"""
import argparse
import functools
import hashlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), 'code'))
import verify_graph as checker  # noqa: E402

REASON = 'not in the format of the shipped record'
PRODUCER = {'name': 'restate_record', 'version': '1', 'source_revision': 'none'}
# No other process was on the GPU: else no item would have a class.
ALONE = {'longest_gap_s': 0.1, 'maximum': 0, 'median': 0, 'minimum': 0, 'samples': 2}


def forms_of(node):
    """The names of the forms of an observation whose fields it must have."""
    kind = node['kind']
    names = [kind]
    for part in (node.get('status'), node.get('stage')):
        if part and '%s.%s' % (kind, part) in checker.FORMS:
            names.append('%s.%s' % (kind, part))
    return names


@functools.lru_cache(maxsize=None)
def fields_of(name):
    """The fields of a form that may be null, and those that are objects, or lists, of a form."""
    form = checker.Form(name)
    parts = [row.split()[:3] for own, some in checker.FORMS.items()
             if name == own or name.startswith(own + '.') for row in some]
    return ([field for field in form.nulls if field in form.tests],
            [(part[0], part[2]) for part in parts
             if part[1] in ('object', 'array') and part[2:] and part[2] in checker.FORMS])


def add_fields(node, name):
    """Adds what a form demands; whether there was something."""
    nulls, parts = fields_of(name)
    missing = [field for field in nulls if field not in node]
    for field in missing:
        node[field] = None
        node.setdefault('reason', REASON)
    grown = bool(missing)
    for field, part in parts:
        for one in node[field] if type(node.get(field)) is list else [node.get(field)]:
            if one is not None:
                grown |= add_fields(one, part)
    return grown


def restate(node, is_gpu):
    """Adds what today's format demands of an observation; whether there was something."""
    grown = [add_fields(node, name) for name in forms_of(node)]
    if node['kind'] == 'environment':
        node['producer'] = PRODUCER
        return True
    covariates = node.get('covariates')
    if covariates is not None:
        absent = [name for name, row in checker.COVARIATES.items()
                  if row[0] and name not in covariates]
        covariates.update({name: {'reason': REASON} for name in absent})
        if is_gpu and 'other_processes' not in covariates:
            covariates['other_processes'] = ALONE
        grown.append(bool(absent) or is_gpu)
    return any(grown)


def restated_lines(evidence):
    """The lines of all observations, whose ids are renamed in those that name them."""
    names, lines, items, behind, is_gpu = {}, [], [], {}, False
    for line in evidence.decode('utf-8').splitlines(True):
        node = json.loads(line)
        if node['type'] != 'observation':
            continue
        if node['kind'] == 'plan':
            items = node['items']
            if node['continues']:
                sys.exit('restate_record: the record continues another')
        text = line
        for field in EDGES.intersection(node):
            old = node[field]
            node[field] = names[old]
            text = text.replace(old, names[old])
        if node['kind'] == 'calibration' and 'point' in items[node['item']]:
            text = text.replace(node['product'], behind[node['item']])
            node['product'] = behind[node['item']]
        is_gpu = node.get('backend', 'cuda' if is_gpu else '') == 'cuda'
        if restate(node, is_gpu):
            text = checker.jcs(node) + '\n'
        name = hashlib.sha256(text.encode()).hexdigest()
        names[hashlib.sha256(line.encode()).hexdigest()] = name
        if node['kind'] == 'workload' and node['repeat'] == 1:
            behind[node['item']] = name
        lines.append(text)
    return ''.join(lines)


EDGES = {field for name in checker.FORMS for field in checker.Form(name).edges
         if field not in ('asserts', 'beside', 'inputs')}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('archive')
    parser.add_argument('folder')
    parser.add_argument('--seal', required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        with tarfile.open(options.archive) as archive:
            archive.extractall(work)
        name = os.path.basename(options.folder)
        record = os.path.join(work, name if os.path.isdir(os.path.join(work, name))
                              else os.listdir(work)[0])
        with open(os.path.join(record, checker.EVIDENCE), 'rb') as stream:
            evidence = stream.read()
        if json.loads(evidence.splitlines()[-1])['format'] == checker.FORMAT_NAME:
            os.rename(record, options.folder)
            return
        lines = os.path.join(work, 'lines.jsonl')
        with open(lines, 'w', encoding='utf-8') as stream:
            stream.write(restated_lines(evidence))
        subprocess.run([options.seal, options.folder, lines], check=True,
                       stdout=subprocess.DEVNULL)


if __name__ == '__main__':
    main()
