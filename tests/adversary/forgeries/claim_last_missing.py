"""The last claim of the plan is missing."""
TAG = 'claim'
WORDS = 'hbm_triad.f32.n1024.peak_memory'
BASE = 'small'


def forge(record):
    claim, reduction = record.claim(1, 'peak_memory'), record.reduction(1, 'peak_memory')
    record.remove(claim, reduction)
