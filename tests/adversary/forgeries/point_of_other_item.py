"""A segment of an item without a point."""
TAG = 'point'
WORDS = 'gemm.fp16.n12'


def forge(record):
    item = record.item('gemm', 'fp16', n=12)
    repeat = record.repeats(item)[0]
    segment = record.segments(record.point('bursts', 1))[0]
    record.place(record.copy(segment, item=item, environment=repeat['environment']), after=repeat)
