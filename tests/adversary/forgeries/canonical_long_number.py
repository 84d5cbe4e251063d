"""A number with 18 digits where 17 are enough."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['facts'][2]['value'] = 0.1
    record.environment().spell(toolkit.replace(b'0.1}', b'0.100000000000000006}'))
