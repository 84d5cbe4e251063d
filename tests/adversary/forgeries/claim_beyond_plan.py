"""A claim with a name in the form of the plan's, but not of the plan."""
TAG = 'claim'
WORDS = 'gemm.fp16.n9999.rate'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    record.place(record.copy(claim, name='gemm.fp16.n9999.rate'), after=claim)
