"""A root that names a prior that the plan does not have."""
TAG = ('root', 'files')
WORDS = 'evidence.jsonl:'
BASE = 'continued'


def forge(record):
    record.root()['continues'] = record.root()['continues'] + ['0' * 64]
