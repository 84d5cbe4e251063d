"""A root of a newer format with a number that overflows, which [line] allows."""
import toolkit

TAG = 'newer'
WORDS = 'witnessmark/1.3'
BASE = 'small'
STATUS = 3


def forge(record):
    root = record.root()
    root['format'] = 'witnessmark/1.3'
    root.spell(toolkit.replace(b'"claim_count":', b'"a":1e999,"claim_count":'))
