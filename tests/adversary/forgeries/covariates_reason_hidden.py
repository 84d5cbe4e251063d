"""A clock was held down, for reasons that hold no clock down."""
TAG = 'covariates'
WORDS = 'evidence.jsonl'
BASE = 'points'


def forge(record):
    node = next(n for n in record.all(kind='workload') if 'throttled' in n.get('flags', ()))
    node['covariates']['throttle_reasons'].update(minimum=1, median=1, maximum=1)
