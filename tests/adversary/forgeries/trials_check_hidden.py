"""A check that saw nothing is left out, and what is claimed stays."""
TAG = 'reduction'
WORDS = 'seen_paper_1'
BASE = 'trials'


def forge(record):
    del record.trials('null_space')['seen'][0]
