"""A segment with products has no residual."""
TAG = 'point'
WORDS = 'hbm_triad.f32.n300000.full'


def forge(record):
    item = record.item('hbm_triad', 'f32', 1)
    del record.segments(item)[0]['residual']
    for quantity in ('stress_residual', 'stress_row_statistic'):
        for claim in record.all(type='claim', name='%s.%s' % (record.label(item), quantity)):
            record.node(claim['asserts']).keep = True
