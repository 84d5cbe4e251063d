"""A floor is reduced before the last repeat of its item."""
TAG = ('order', 'workload')
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    last = record.repeats(0)[-1]
    calibration = record.find(kind='calibration', item=0)
    record.move(calibration, before=last)
    record.move(record.reduction(0, 'floor'), after=calibration)
