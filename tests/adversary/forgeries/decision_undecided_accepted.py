"""An output without a tolerance is accepted."""
TAG = 'decision'
WORDS = 'gemm.tf32.n70'
BASE = 'products'


def forge(record):
    record.find(stage='decide', item=record.item('gemm', 'tf32', 1))['decision'] = 'accept'
