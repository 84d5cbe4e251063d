"""A key occurs twice: some parsers take the first value, some the second."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.repeats(0)[0]
    node.spell(toolkit.replace(b'"seconds":', b'"seconds":0.001,"seconds":'))
