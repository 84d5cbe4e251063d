"""The tolerance of a judgement is the item's own, not that of the item that it names."""
TAG = 'reduction'
WORDS = 'judged_tolerance'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'fp8', m=4, n=12)
    own = record.claim(item, 'tolerance')['value']
    record.find(type='reduction', function='judged_tolerance', item=item)['value'] = own
