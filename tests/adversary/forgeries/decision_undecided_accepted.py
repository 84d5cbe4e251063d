"""An output without a tolerance is accepted."""
TAG = 'decision'
WORDS = 'gemm.tf32.m5n7k9'


def forge(record):
    record.find(stage='decide', item=record.item('gemm', 'tf32'))['decision'] = 'accept'
