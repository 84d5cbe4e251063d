"""A load's rate above every device is a finding."""
WORDS = 'finding: hbm_triad.f32.n300000.full segment 0 has a rate above 1e15 B/s'
BASE = 'light'
STATUS = 0


def forge(record):
    record.all(kind='stress')[0]['products'] = 1 << 44
    record.recompute()
