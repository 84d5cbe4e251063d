"""A line of more than 1 MiB, with no other fault."""
TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    facts = record.environment()['facts']
    for number in range(300):
        facts.append({'name': 'z%03d' % number, 'value': 'x' * 4000})
