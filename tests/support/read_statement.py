#!/usr/bin/env python3
"""read_statement.py SIGNING.MD RECORD STATEMENT: prints what is wrong with an in-toto statement.

It reads the evidence and the page alone, and shares no code with the program."""
import glob
import hashlib
import json
import os
import re
import sys
import uuid

page, record, path = sys.argv[1:]
text = open(page, encoding='utf-8').read()
section = text[text.index('## As an in-toto statement'):]
TYPE = re.search(r'--type (urn:uuid:\S+)', section).group(1)
RECOMPUTED = {}
for subject, names in re.findall(r'^\| (item|change|link|prior) \| (.*) \|$', section, re.M):
    RECOMPUTED[subject] = set(re.findall(r'`(\w+)`', names))
CHECKS = set(re.findall(r'`(\w+)`', re.search(r'Of these, (.*?) can be', section, re.S).group(1)))
lines = open(record + '/evidence.jsonl', 'rb').read().split(b'\n')[:-1]
nodes = [json.loads(line) for line in lines]
claims = [node for node in nodes if node['type'] == 'claim']
statement = json.load(open(path, encoding='utf-8'))


def check(what, found, expected):
    if found != expected:
        print('%s: found %r, expected %r' % (what, found, expected))


def subject_of(name):
    """The subject of a claim by its name, as docs/formats/tables/subjects.tsv has it."""
    first = name.split('.')[0]
    named = {'record': 'record', 'change': 'change', 'link': 'link', 'prior': 'prior', 'x': 'own'}
    return named.get(first, 'item')


def values_of(nodes):
    return {node['name']: node.get('value') for node in nodes if node['type'] == 'claim'}


def label_of(name):
    label, quantity = name.rsplit('.', 1)
    return label, quantity


# From what is not there to the worst.
VERDICTS = (None, 'correct', 'not judged', 'fault on purpose', 'wrong')


def verdict_in(values, label):
    """Of an item's output; 'unknown': this reader does not decide."""
    if label + '.verified' not in values:
        return None
    verified, transcript = values[label + '.verified'], values.get(label + '.transcript')
    if '.injected_' in label or '.faulty_' in label:
        return 'unknown'
    if verified == 'FAIL' or transcript not in (None, 'accept'):
        return 'wrong'
    if values.get(label + '.errors') not in (None, 0):  # of the item's point
        return 'wrong'
    is_open = values.get(label + '.failed_segments') not in (None, 0)
    return 'not judged' if verified is None or transcript is None or is_open else 'correct'


values = values_of(nodes)
priors = {}
for file in glob.glob(record + '/prior/*.jsonl'):
    number = os.path.basename(file)[:-len('.jsonl')]
    priors[number] = values_of([json.loads(line) for line in open(file, 'rb')])


def verdict_of(name):
    """The worst of both sides. A differential has no items: it compares prior 1 with the others."""
    label, subject = label_of(name)[0], subject_of(name)
    if subject == 'item':
        return verdict_in(values, label)
    if subject == 'change':
        item = label.split('.', 1)[1]
        both = verdict_in(values, item), verdict_in(values, item.rsplit('.', 1)[0])
    elif subject == 'link':
        _, number, item = label.split('.', 2)
        here = values if item + '.verified' in values else priors['1']
        both = verdict_in(here, item), verdict_in(priors[number], item)
    else:
        return None
    return 'unknown' if 'unknown' in both else max(both, key=VERDICTS.index)


check('members', set(statement), {'_type', 'subject', 'predicateType', 'predicate'})
check('_type', statement['_type'], 'https://in-toto.io/Statement/v1')
check('predicateType', statement['predicateType'], TYPE)
check('version of the UUID', uuid.UUID(TYPE[len('urn:uuid:'):]).version, 4)
digest = hashlib.sha256(b''.join(line + b'\n' for line in lines)).hexdigest()
check('subject', statement['subject'], [{'name': 'evidence.jsonl', 'digest': {'sha256': digest}}])
predicate = statement['predicate']
check('members of the predicate', set(predicate),
      {'root', 'format', 'environment', 'plan', 'claims'})
check('root', predicate['root'], hashlib.sha256(lines[-1] + b'\n').hexdigest())
check('format', predicate['format'], nodes[-1]['format'])
check('environment', predicate['environment'], nodes[0])
check('count of claims', len(predicate['claims']), len(claims))
has_witness = 'witness' in nodes[0]
for said, claim in zip(predicate['claims'], claims):
    name = claim['name']
    for key in ('name', 'text', 'value', 'unit', 'class'):
        check('%s of %s' % (key, name), said[key], claim.get(key))
    _, quantity = label_of(name)
    expected = 'self-attested'
    if claim.get('value') is not None and quantity in RECOMPUTED.get(subject_of(name), ()):
        expected = 'recomputed'
        if quantity in CHECKS and has_witness and subject_of(name) == 'item' and \
                said['verdict'] in ('correct', 'fault on purpose'):
            expected = 'witnessed'
    check('assurance of %s' % name, said['assurance'], expected)
    if verdict_of(name) != 'unknown':
        check('verdict of %s' % name, said['verdict'], verdict_of(name))
    elif said['verdict'] not in VERDICTS:
        print('verdict of', name, said['verdict'])
