"""More lanes of a random access are wrong than it has."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'sweeps'


def forge(record):
    item = record.item('random_access', 'latency')
    for residual in record.residuals(item):
        residual['difference_max'] = 2
    record.recompute()
