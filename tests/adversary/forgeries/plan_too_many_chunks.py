"""A gemm whose output has more chunks than a draw can reach."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'][0]['shape'].update(m=(1 << 31) - 1, n=4096)
