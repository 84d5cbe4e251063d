"""An fp8 product is accepted at the tolerance of fp16, which it exceeds."""
TAG = 'reduction'
WORDS = 'judged_decision'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'fp8', m=4, n=12)
    node = record.find(type='reduction', function='judged_decision', item=item)
    node['value'] = 'reject' if node['value'] == 'accept' else 'accept'
