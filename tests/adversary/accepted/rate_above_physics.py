"""A repeat faster than any memory: a finding."""
WORDS = 'finding: hbm_triad.f32.n1024 repeat 1 has a rate above 1e15 B/s'
BASE = 'small'
STATUS = 0


def forge(record):
    record.repeats(1)[1]['iterations'] = 1000000000000
    record.recompute()
