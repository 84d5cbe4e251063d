"""A surrogate encoded as UTF-8."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment().spell(toolkit.replace(b'first', b'f\xed\xa0\x80rst'))
