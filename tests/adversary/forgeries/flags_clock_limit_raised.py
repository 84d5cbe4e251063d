"""A fact `clock.limit` above every frequency does not hide an impossible clock."""
TAG = 'flags'
WORDS = 'clock_implausible'
BASE = 'small'


def forge(record):
    facts = record.environment()['facts']
    facts.append({'name': 'clock.limit', 'value': 1e12})
    facts.sort(key=lambda fact: fact['name'])
    record.repeats(0)[0]['covariates']['kernel_clock'] = dict(
        longest_gap_s=0.1, maximum=6.9e9, median=6.9e9, minimum=6.9e9, samples=2)
