"""A node nested 200,000 deep, which exhausts the stack of a recursive reader."""
import toolkit

TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['note'] = 0
    deep = b'"note":' + b'[' * 200000 + b']' * 200000
    record.environment().spell(toolkit.replace(b'"note":0', deep))
