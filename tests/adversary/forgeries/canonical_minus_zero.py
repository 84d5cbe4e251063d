"""A minus zero, which compares equal to zero."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(0)[0].spell(toolkit.replace(b'"divergence":0,', b'"divergence":-0,'))
