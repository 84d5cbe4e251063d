"""Trials failed, and then they did not."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    trials = record.trials('nan')
    failed = record.find(kind='trials', status='failed')
    record.place(record.copy(failed, item=trials['item'], environment=trials['environment']),
                 before=trials)
