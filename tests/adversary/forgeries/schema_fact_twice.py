"""One fact with two values."""
TAG = 'schema'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    facts = record.environment()['facts']
    facts.insert(0, dict(facts[0], value='cc 99'))
