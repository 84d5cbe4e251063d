"""A floor of a workload without a calibration."""
TAG = 'reduction'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.copy(record.reduction(0, 'floor'), inputs=[r.key for r in record.repeats(1)])
    record.place(node, before=record.find(type='claim'))
