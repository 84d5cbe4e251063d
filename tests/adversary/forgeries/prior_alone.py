"""The evidence of a continuation without its folder."""
TAG = 'prior'
STATUS = 3
VERDICT = 'incomplete'
WORDS = 'evidence.jsonl: '
BASE = 'linked'
ALONE = True


def forge(record):
    pass
