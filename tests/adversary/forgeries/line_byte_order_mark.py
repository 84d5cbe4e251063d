"""A byte order mark before the first line."""
TAG = 'line'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment().spell(lambda line: b'\xef\xbb\xbf' + line)
