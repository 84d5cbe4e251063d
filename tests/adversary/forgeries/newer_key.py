"""A root of a newer format with a key that breaks the line rules."""
import toolkit

TAG = ('line', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    root = record.root()
    root['format'] = 'witnessmark/1.2'
    root.spell(toolkit.replace(b'"claim_count":', b'"A":1,"claim_count":'))
