"""A fact `clock.limit` above 6.5e9 is allowed; the limit is then 6.5e9."""
BASE = 'small'
STATUS = 0


def forge(record):
    facts = record.environment()['facts']
    facts.append({'name': 'clock.limit', 'value': 9e9})
    facts.sort(key=lambda fact: fact['name'])
    covariates = record.repeats(0)[0]['covariates']
    covariates['kernel_clock'] = dict(longest_gap_s=0.1, maximum=6.8e9, median=6.8e9, minimum=6.8e9,
                                      samples=2)
