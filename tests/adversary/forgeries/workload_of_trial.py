"""A repeat of an item with a trial."""
TAG = 'workload'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    trials = record.trials('nan')
    record.place(record.copy(record.repeats(0)[0], item=item, environment=trials['environment']),
                 before=trials)
