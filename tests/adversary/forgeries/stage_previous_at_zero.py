"""The first stage has a `previous`."""
TAG = ('stage', 'schema')
WORDS = 'previous'
BASE = 'small'


def forge(record):
    record.find(stage='acquire', item=1)['previous'] = record.find(stage='decide', item=0).key
