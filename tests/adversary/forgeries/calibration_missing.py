"""The calibration is missing, and the floor with it."""
TAG = ('calibration', 'edge', 'witness', 'schema', 'reduction')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.remove(record.find(kind='calibration'))
