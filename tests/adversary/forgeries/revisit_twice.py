"""Two revisits of one item and one prior."""
TAG = ('revisit', 'duplicate')
WORDS = 'ascending order'
BASE = 'linked'


def forge(record):
    node = record.find(kind='revisit', item=0)
    twin = record.copy(node, product=record.repeats(0)[0].key)
    record.place(twin, after=node)
