"""A change of the output is not claimed."""
TAG = 'claim'
WORDS = 'output_kept'


def forge(record):
    claim = record.find(type='claim', name='change.gemm.fp16.n4.soak_8min.output_kept')
    record.remove(claim, record.node(claim['asserts']))
