"""Repeats without a failure, and no load between them: that is a finding."""
WORDS = 'finding: hbm_copy.f32.n300000.bursts_2min.segments is all failed'
TEXTS = {'hbm_copy.f32.n300000.bursts_2min.failed_segments': '2',
         'hbm_copy.f32.n300000.bursts_2min.power_mean': 'n/a'}
STATUS = 0
BASE = 'forms'


def forge(record):
    segment = record.segments(record.point('bursts', 2))[0]
    for field in list(segment):
        if field not in ('environment', 'item', 'index', 'kind', 'plan', 'type'):
            del segment[field]
    segment.update(status='failed', reason='the device reported a fault')
    record.recompute()
