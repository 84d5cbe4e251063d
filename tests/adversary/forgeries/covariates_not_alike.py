"""A difference over a repeat with three values."""
TAG = 'covariates'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['run_delay'].update(minimum=0, median=0.001, maximum=0.002)
