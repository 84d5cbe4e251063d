"""A value with an empty name."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    for node in record.all(kind='external'):
        node.spell(toolkit.replace(b'"drift"', b'""'))
