"""The samples of a covariate cover a part of its repeat."""
TAG = 'covariates'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.repeats(0)[0]
    node['covariates']['pressure'].update(samples=1, longest_gap_s=0.02)
    node['flags'] = ['sampling_gap']
    record.recompute()
