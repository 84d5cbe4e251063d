"""A text with a half rounded away from zero."""
TAG = 'text'
WORDS = 'x.one.half'
BASE = 'small'


def forge(record):
    series = record.all(kind='external')[-1]
    half = record.copy(series, series='half', index=0, values={'v': 0.125})
    record.place(half, after=series)
    reduction = record.copy(record.all(function='median_of')[-1], inputs=[half.key], field='v',
                            value=0.125)
    record.place(reduction, after=half)
    claim = record.all(type='claim')[-1]
    record.place(record.copy(claim, name='x.one.half', asserts=reduction.key, value=0.125, unit='1',
                             format='fixed2', text='0.13', beside=[reduction.key]), after=claim)
