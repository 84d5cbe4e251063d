"""A reduction before one of its inputs."""
TAG = 'edge'
WORDS = 'inputs'
BASE = 'small'


def forge(record):
    reduction = record.find(function='maximum_of')
    record.move(reduction, before=record.all(kind='external')[-1])
