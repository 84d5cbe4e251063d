"""One reference of a calibration is smaller than its operands allow."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.find(kind='calibration', item=0)
    for name in ('reference_max', 'difference_max'):
        node[name][20] /= 16
    record.recompute()
