"""The claim on the first wrong element names another one."""
TAG = 'reduction'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    reduction = record.reduction(record.item('gemm', 'bf16_exact'), 'first_wrong')
    reduction['value'] = reduction['value'].replace('column 1', 'column 2')
