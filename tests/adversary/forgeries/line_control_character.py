"""A tab within a string, unescaped."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment().spell(toolkit.replace(b'first', b'f\trst'))
