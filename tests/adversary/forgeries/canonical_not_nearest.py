"""One digit that reads back to the value, but another digit is nearer."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['facts'][2]['value'] = 5e-324
    record.environment().spell(toolkit.replace(b'5e-324', b'4e-324'))
