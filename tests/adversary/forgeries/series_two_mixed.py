"""A reduction over two series."""
TAG = ('series',)
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    last = record.all(kind='external')[-1]
    other = record.copy(last, series='other', index=0)
    record.place(other, after=last)
    for reduction in record.nodes:
        if 'field' in reduction:
            reduction['inputs'].append(other.key)
