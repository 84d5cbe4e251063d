"""Half a process on the GPU."""
TAG = 'covariates'
WORDS = 'other_processes'
BASE = 'small'


def forge(record):
    repeat = record.repeats(0)[0]
    repeat['covariates']['other_processes'] = dict(
        longest_gap_s=0.1, maximum=0.5, median=0.5, minimum=0.5, samples=2)
    repeat['flags'] = sorted(repeat['flags'] + ['shared'])
