"""A newer format beside this one, in one root: some parsers take the first, some the second."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.root().spell(toolkit.replace(b'"format":', b'"format":"witnessmark/1.1","format":'))
