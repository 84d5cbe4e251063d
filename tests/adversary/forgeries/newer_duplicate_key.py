"""A root with two formats, one newer: some parsers take the first, some the second."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.root().spell(toolkit.replace(b'"format":', b'"format":"witnessmark/1.2","format":'))
