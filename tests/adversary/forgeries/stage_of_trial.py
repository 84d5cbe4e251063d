"""A stage of an item with a trial."""
TAG = 'stage'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    trials = record.trials('nan')
    record.place(record.copy(record.stages(0)[0], item=trials['item']), after=trials)
