"""A product without a residual is accepted at the tolerance of another format."""
TAG = 'reduction'
WORDS = 'judged_decision'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'bf16', m=4, n=12)
    record.find(type='reduction', function='judged_decision', item=item)['value'] = 'accept'
