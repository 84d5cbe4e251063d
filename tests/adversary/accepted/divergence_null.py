"""A divergence that was not finite is null: the output is not that of repeat 0, which is ok."""
BASE = 'small'
STATUS = 0


def forge(record):
    repeat = record.repeats(0)[1]
    repeat.update(divergence=None, reason='not finite', output_digest='7' * 64)
    record.recompute()
