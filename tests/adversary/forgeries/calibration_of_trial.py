"""A calibration of an item with a trial."""
TAG = 'calibration'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    trials = record.trials('nan')
    record.place(record.copy(record.find(kind='calibration'), item=trials['item']), after=trials)
