"""A claim with the unit class and a prefix: `123.4 kclass`."""
BASE = 'small'
STATUS = 0


def forge(record):
    for observation in record.all(kind='external'):
        values = observation['values']
        values.update((name, value * 1e4) for name, value in values.items())
    claim = record.all(type='claim')[-1]
    claim.update(unit='class', format='si4')
    record.recompute()
