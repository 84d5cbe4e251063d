"""Trials are made again after they were reduced."""
TAG = ('order', 'trials')
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    trials, reduction = record.trials('nan'), record.reduction(record.trial('nan'), 'seen_any')
    record.place(record.copy(trials, method='other'), after=reduction)
