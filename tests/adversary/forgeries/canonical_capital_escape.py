"""A control character escaped with a capital digit."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['device'] = '\x1f'
    record.environment().spell(toolkit.replace(b'\\u001f', b'\\u001F'))
