"""An observation of a series is missing."""
TAG = 'series'
WORDS = 'latency'
BASE = 'small'


def forge(record):
    record.remove(record.all(kind='external')[2])
    left = {n.key for n in record.all(kind='external')}
    for reduction in record.nodes:
        if 'field' in reduction:
            reduction['inputs'] = [key for key in reduction['inputs'] if key in left]
    record.recompute()
