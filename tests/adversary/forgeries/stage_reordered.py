"""A decide stage before its witness stage."""
TAG = ('stage', 'decision', 'edge')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    witness, decide = record.find(stage='witness', item=1), record.find(stage='decide', item=1)
    record.move(decide, before=witness)
    decide.update(index=1, previous=record.find(stage='acquire', item=1).key)
    witness.update(index=2, previous=decide.key)
