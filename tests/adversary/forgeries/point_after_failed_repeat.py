"""A segment is ok although repeat 0 failed."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.bursts_1min'
BASE = 'points'


def forge(record):
    segment = record.segments(record.point('bursts', 1))[0]
    model = record.copy(record.segments(record.point('bursts'))[0])
    del segment['reason']
    for field in set(model) - set(segment):
        segment[field] = model[field]
    before = record.nodes[:record.nodes.index(segment)]
    timed = [node for node in before if 'started_at' in node][-1]
    segment['status'] = 'ok'
    segment['started_at'] = str(int(timed['started_at']) + int(timed['seconds'] * 1e9))
    later = record.nodes[record.nodes.index(segment) + 1:]
    record.delay(later[0], 62 * 10**9)
    record.recompute()
