"""A repeat above the fact `clock.limit` lacks its flag."""
TAG = 'flags'
WORDS = 'clock_implausible'
BASE = 'small'


def forge(record):
    facts = record.environment()['facts']
    facts.append({'name': 'clock.limit', 'value': 2500000000})
    facts.sort(key=lambda fact: fact['name'])
    record.repeats(0)[0]['covariates']['kernel_clock'] = dict(
        longest_gap_s=0.1, maximum=2.7e9, median=2.7e9, minimum=2.7e9, samples=2)
