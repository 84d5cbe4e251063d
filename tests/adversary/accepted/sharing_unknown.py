"""A GPU's rates without a class, since nothing would show another process."""
BASE = 'products'
STATUS = 0


def forge(record):
    for node in record.all(kind='environment'):
        node['backend'] = 'cuda'
    record.recompute()
