"""One wrong lane of random reads in 300,000 is within a tolerance, but every lane must be right."""
TAG = 'reduction'
WORDS = 'tolerance'


def forge(record):
    record.reduction(record.item('random_access', 'bandwidth'), 'tolerance')['value'] = 1e-5
