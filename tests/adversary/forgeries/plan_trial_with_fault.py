"""An item with a trial has a planned fault, too."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'trials'


def forge(record):
    fault = {'kind': 'nan', 'row': 0, 'column': 0, 'when': 'transcript'}
    record.rename_trial('probe_search', lambda entry: entry.update(fault=fault))
