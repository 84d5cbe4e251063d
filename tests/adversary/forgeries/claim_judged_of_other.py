"""The claim of a judgement asserts the one of another item."""
TAG = 'claim'
WORDS = 'at_fp16.gemm.fp8.m4n12k8'
BASE = 'judged'


def forge(record):
    names = ['at_%s.gemm.%s.m4n12k8.tolerance' % pair for pair in
             (('fp16', 'fp8'), ('fp8', 'f32'))]
    one, other = [record.find(type='claim', name=name) for name in names]
    one['asserts'] = other['asserts']
