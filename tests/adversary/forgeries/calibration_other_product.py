"""A calibration on a product other than repeat 0."""
TAG = 'calibration'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    record.find(kind='calibration')['product'] = record.repeats(0)[1].key
