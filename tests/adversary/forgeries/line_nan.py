"""A time that is NaN, which some parsers read as a number."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.repeats(0)[0]
    node['seconds'] = 1
    node.spell(toolkit.replace(b'"seconds":1,', b'"seconds":NaN,'))
