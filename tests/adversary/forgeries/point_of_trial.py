"""A segment of an item with a trial."""
from toolkit import Node

TAG = 'point'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    trials = record.trials('nan')
    segment = {'type': 'observation', 'kind': 'stress', 'item': trials['item'], 'index': 0,
               'status': 'failed', 'reason': 'interrupted', 'plan': trials['plan'],
               'environment': trials['environment']}
    record.place(Node(segment, 'added'), after=trials)
