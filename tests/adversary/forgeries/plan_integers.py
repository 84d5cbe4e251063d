"""No integer but 0 suits the shape of a product of integers."""
TAG = 'plan'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    item = record.item('gemm', 'fp8_fast_exact')
    record.rename_item(item, lambda entry: entry['shape'].update(k=16385))
    for repeat in record.repeats(item):
        repeat['shape']['k'] = 16385
    record.recompute()
