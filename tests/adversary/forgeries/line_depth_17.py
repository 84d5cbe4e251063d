"""A node nested 17 deep."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['note'] = 0
    deep = b'"note":' + b'[' * 16 + b']' * 16
    record.environment().spell(toolkit.replace(b'"note":0', deep))
