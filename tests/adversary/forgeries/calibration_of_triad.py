"""A calibration of a workload that has no calibration."""
TAG = ('calibration',)
WORDS = 'hbm_triad.f32'
BASE = 'small'


def forge(record):
    node = record.find(kind='calibration')
    record.place(record.copy(node, item=1, product=record.repeats(1)[0].key),
                 after=record.repeats(1)[-1])
