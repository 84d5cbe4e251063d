"""A segment with full memory does not say what was free."""
TAG = 'point'
WORDS = 'hbm_triad.f32.n300000.full'


def forge(record):
    item = record.item('hbm_triad', 'f32', 1)
    del record.segments(item)[0]['memory_free_bytes']
