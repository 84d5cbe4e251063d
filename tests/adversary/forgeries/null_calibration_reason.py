"""A calibration without a null element has a reason."""
TAG = 'null'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.find(kind='calibration', status='ok')['reason'] = 'not finite'
