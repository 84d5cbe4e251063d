"""A byte that no UTF-8 text holds, in a device name."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment().spell(toolkit.replace(b'first', b'f\xffrst'))
