"""A trial of an output of more than 2^32 chunks."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'trials'


def forge(record):
    shape = {'m': 2147483647, 'n': 4096, 'k': 4}
    record.rename_trial('null_space', lambda entry: entry.update(shape=shape))
