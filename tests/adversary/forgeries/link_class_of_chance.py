"""A class left to chance, said to be changed, which is a finding against the device."""
TAG = ('reduction', 'value')
WORDS = 'numerical_class_kept'
BASE = 'linked'


def forge(record):
    claim = record.find(
        type='claim', name='link.1.scatter_add.atomic.n65536b1024.numerical_class_kept')
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = 'changed'
    claim['text'] = 'changed'
