"""No flag, since each covariate is just within its limit."""
BASE = 'small'
STATUS = 0


def forge(record):
    facts = record.environment()['facts']
    facts.append({'name': 'clock.limit', 'value': 3200000000})
    facts.sort(key=lambda fact: fact['name'])
    covariates = record.repeats(0)[0]['covariates']
    for name, value in (('kernel_clock', 1.05 * 3.2e9), ('run_delay', 0.1),
                        ('stopped', 0.1), ('clock_raw', 0.001), ('clock_real', -0.001),
                        ('clock_device', 0.001), ('clock_tsc', 0),
                        ('idle_utilization', 0.1), ('other_memory', 67108864),
                        ('other_processes', 0)):
        covariates[name] = {'longest_gap_s': 0.1, 'maximum': value, 'median': value,
                            'minimum': value, 'samples': 2}
