"""A size of a sweep is compared with the smallest one, not with the next smaller one."""
TAG = 'reduction'
WORDS = 'rate_change'


def forge(record):
    items = [record.item('random_access', 'latency_lines', n=n) for n in (65536, 4096)]
    item, smallest = [record.claim(item, 'rate')['value'] for item in items]
    reduction = record.find(type='reduction', function='rate_change', item=items[0])
    reduction['value'] = item / smallest
