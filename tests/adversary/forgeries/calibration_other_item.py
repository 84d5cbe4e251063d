"""A calibration on another item's product."""
TAG = 'calibration'
WORDS = 'gemm.bf16.n16'
BASE = 'products'


def forge(record):
    record.find(kind='calibration', item=1)['product'] = record.repeats(0)[0].key
