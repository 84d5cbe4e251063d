"""A reason that the format does not know, and no throttling."""
TAG = 'covariates'
WORDS = 'evidence.jsonl'
BASE = 'points'


def forge(record):
    node = next(n for n in record.all(kind='workload') if 'throttled' in n.get('flags', ()))
    node['covariates']['throttle'].update(minimum=0, median=0, maximum=0)
    node['covariates']['throttle_reasons'].update(minimum=513, median=513, maximum=513)
    node['flags'].remove('throttled')
    record.recompute()
