"""An exponent with a leading zero, as Python writes it."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['facts'][2]['value'] = 1e-7
    record.environment().spell(toolkit.replace(b'1e-7', b'1e-07'))
