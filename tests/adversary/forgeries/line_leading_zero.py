"""A number with a leading zero."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.repeats(0)[0]
    node.spell(toolkit.replace(b'"repeat":0', b'"repeat":00'))
