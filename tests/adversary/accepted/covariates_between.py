"""Repeats may have the same covariates if none of them was sampled throughout."""
ABSENT = 'have the same covariates'
BASE = 'small'
STATUS = 0


def forge(record):
    repeats = record.repeats(0)[:2]
    for node in repeats:
        for name in node['covariates']:
            node['covariates'][name] = {'reason': 'not measured'}
        node['covariates']['run_delay'] = {
            'longest_gap_s': 0, 'maximum': 0, 'median': 0, 'minimum': 0, 'samples': 2}
        node['flags'] = []
    record.recompute()
