"""No clock was held down, though a power cap held it."""
TAG = 'covariates'
WORDS = 'evidence.jsonl'
BASE = 'points'


def forge(record):
    node = next(n for n in record.all(kind='workload') if 'throttled' in n.get('flags', ()))
    node['covariates']['throttle'].update(minimum=0, median=0, maximum=0)
    node['flags'].remove('throttled')
    record.recompute()
