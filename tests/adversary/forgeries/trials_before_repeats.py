"""Trials of an item that is measured, before its first repeat."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4'
BASE = 'trials'


def forge(record):
    first = record.repeats(0)[0]
    record.place(record.copy(record.find(kind='trials', status='failed'), item=0,
                             environment=first['environment']), before=first)
