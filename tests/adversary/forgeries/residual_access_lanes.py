"""A residual of random reads against more lanes than there are."""
TAG = 'residual'
WORDS = 'lanes'


def forge(record):
    item = record.item('random_access', 'latency')
    for node in record.repeats(item) + record.all(stage='witness', item=item):
        node['residual']['reference_max'] = 2
