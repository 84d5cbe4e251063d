"""One wrong lane of random reads in 300,000 passes, although none may be wrong."""
TAG = 'reduction'
WORDS = 'tolerance'
BASE = 'sweeps'


def forge(record):
    record.reduction(record.item('random_access', 'bandwidth'), 'tolerance')['value'] = 1e-5
