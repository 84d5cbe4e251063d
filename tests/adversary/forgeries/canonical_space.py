"""A space after a colon."""
import toolkit

TAG = 'canonical'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan().spell(toolkit.replace(b'"name":', b'"name": '))
