"""A device name with a byte that is not UTF-8."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment().spell(toolkit.replace(b'first', b'f\xffrst'))
