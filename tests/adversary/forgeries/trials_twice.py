"""An item has its trials twice."""
TAG = 'trials'
WORDS = 'trials of gemm.fp16.n4.trial_nan: found again'
BASE = 'trials'


def forge(record):
    first = record.trials('nan')
    record.place(record.copy(first, method='other'), after=first)
    record.delay(record.nodes[record.nodes.index(first) + 1], 2000000000)
