"""A trial in which a check did not reject says that it did."""
TAG = 'reduction'
WORDS = 'seen_paper_1'
BASE = 'trials'


def forge(record):
    record.trials('nan')['seen'][0]['trials'] = 'c8'
