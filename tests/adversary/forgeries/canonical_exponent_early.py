"""An exponent where ECMAScript writes digits."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['facts'][2]['value'] = 1e20
    record.environment().spell(toolkit.replace(b'100000000000000000000', b'1e+20'))
