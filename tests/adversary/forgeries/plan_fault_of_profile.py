"""A planned fault of a profile."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'profiles'


def forge(record):
    item = record.item('profile', 'l2')
    fault = {'kind': 'nan', 'row': 0, 'column': 0, 'when': 'repeats'}
    record.rename_item(item, lambda entry: entry.update(fault=fault))
