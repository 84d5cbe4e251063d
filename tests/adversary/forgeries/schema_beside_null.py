"""A null among the reductions beside a claim."""
TAG = 'schema'
WORDS = 'beside'
BASE = 'continued'


def forge(record):
    next(claim for claim in record.all(type='claim') if 'beside' in claim)['beside'].append(None)
