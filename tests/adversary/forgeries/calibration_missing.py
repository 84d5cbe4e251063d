"""The calibration and its floor are removed."""
TAG = ('calibration', 'edge', 'witness', 'schema', 'reduction')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.remove(record.find(kind='calibration'))
