"""An optional covariate with its minimum above its median."""
TAG = 'schema'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['covariates']['kernel_clock']['minimum'] = 2e9
