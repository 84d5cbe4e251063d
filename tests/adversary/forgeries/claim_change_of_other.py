"""A claim of a change asserts that of another item."""
TAG = 'claim'
WORDS = 'gemm.fp16.n4.bursts_1min'


def forge(record):
    names = ['change.gemm.fp16.n4.%s.rate_change' % point for point in ('bursts_1min', 'soak_8min')]
    one, other = [record.find(type='claim', name=name) for name in names]
    one['asserts'] = other['asserts']
