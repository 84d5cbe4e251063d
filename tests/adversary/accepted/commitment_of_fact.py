"""The value of a fact is withheld: a commitment is beside the null."""
STATUS = 0
BASE = 'small'


def forge(record):
    fact = next(fact for fact in record.environment()['facts'] if fact['value'] is None)
    fact['commitment'] = '5' * 64
    record.recompute()
