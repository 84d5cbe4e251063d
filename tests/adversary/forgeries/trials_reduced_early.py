"""An item is reduced before its trials: from those of another one."""
TAG = ('edge', 'reduction', 'trials')
WORDS = 'evidence.jsonl'
BASE = 'trials'


def forge(record):
    reduction = record.reduction(record.trial('nan'), 'seen_any')
    reduction['inputs'] = [record.repeats(0)[0].key]
    record.move(reduction, before=record.trials('nan'))
