"""An integer of 5,000 digits, which stops some readers with an exception."""
import toolkit

TAG = ('canonical', 'line', 'schema')
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['facts'][2]['value'] = 1
    record.environment().spell(toolkit.replace(b'"value":1}', b'"value":' + b'9' * 5000 + b'}'))
