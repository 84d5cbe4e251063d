"""Half a lane of a random access is wrong."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'sweeps'


def forge(record):
    item = record.item('random_access', 'latency')
    for residual in record.residuals(item):
        residual['difference_max'] = 0.5
    record.recompute()
