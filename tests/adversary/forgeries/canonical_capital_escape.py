"""A control character with a capital in its escape."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['device'] = '\x1f'
    record.environment().spell(toolkit.replace(b'\\u001f', b'\\u001F'))
