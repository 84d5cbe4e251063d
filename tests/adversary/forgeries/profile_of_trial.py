"""A profile observation of an item with a trial."""
from toolkit import Node

TAG = 'profile'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    trials = record.trials('nan')
    profile = {'type': 'observation', 'kind': 'profile', 'item': trials['item'], 'repeat': 0,
               'status': 'failed', 'reason': 'interrupted', 'plan': trials['plan'],
               'environment': trials['environment']}
    record.place(Node(profile, 'added'), after=trials)
