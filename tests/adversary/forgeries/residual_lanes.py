"""A random access is judged against more lanes than it has."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'sweeps'


def forge(record):
    item = record.item('random_access', 'latency')
    for residual in record.residuals(item):
        residual['reference_max'] = 2
    record.recompute()
