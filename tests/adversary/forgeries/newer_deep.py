"""A root of a newer format that is nested 100 deep."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    root = record.root()
    root['format'] = 'witnessmark/1.2'
    root.spell(toolkit.replace(b'"claim_count":',
                               b'"a":' + b'[' * 100 + b']' * 100 + b',"claim_count":'))
