"""A number that overflows binary64."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['facts'][2]['value'] = 1
    record.environment().spell(toolkit.replace(b'"value":1}', b'"value":1e+400}'))
