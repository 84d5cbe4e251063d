"""Without its prior, a link over some repeats of an item."""
TAG = 'reduction'
WORDS = 'inputs of rate_ratio'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    reduction = next(node for node in record.all(function='rate_ratio') if len(node['inputs']) > 2)
    del reduction['inputs'][-1]
