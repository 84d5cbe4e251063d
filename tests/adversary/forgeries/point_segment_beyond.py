"""A second segment of an item without minutes."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.cold'
BASE = 'faults'


def forge(record):
    segment = record.segments(record.point('cold'))[0]
    twin = record.place(record.copy(segment, index=1), after=segment)
    record.delay(twin, 62 * 10**9)
    record.recompute()
