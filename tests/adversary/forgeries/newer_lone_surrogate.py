"""A root of a newer format with a lone surrogate."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    root = record.root()
    root['format'] = 'witnessmark/1.2'
    root.spell(toolkit.replace(b'"claim_count":', b'"a":"\\ud800","claim_count":'))
