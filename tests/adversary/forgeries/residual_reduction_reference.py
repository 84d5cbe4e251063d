"""A reduction is judged against a larger reference."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'sums'


def forge(record):
    item = record.item('reduction', 'default')
    for residual in record.residuals(item):
        residual['reference_max'] = 50
    record.recompute()
