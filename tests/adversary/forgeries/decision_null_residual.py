"""A residual that is not finite is undecided instead of rejected."""
TAG = 'decision'
WORDS = 'gemm.f64.m4n600k8'
BASE = 'states'


def forge(record):
    record.find(stage='decide', item=record.item('gemm', 'f64'))['decision'] = 'undecided'
