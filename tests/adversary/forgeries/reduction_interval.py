"""An interval narrower than 95 %."""
TAG = 'reduction'
WORDS = 'rate_low'
BASE = 'profiles'


def forge(record):
    repeats = record.repeats(0)
    rates = sorted((2.0 * 11 * 1100 * 32 * r['iterations']) / r['seconds'] for r in repeats)
    record.reduction(0, 'rate_low')['value'] = rates[2]
