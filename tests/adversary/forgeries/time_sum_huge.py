"""The times of all repeats add up to more than 2^63-1 ns."""
import toolkit


def lengthen(node):
    """Lets the covariates of a long repeat cover it."""
    for name, covariate in node['covariates'].items():
        if toolkit.checker.COVARIATES[name][1] and 'samples' in covariate:
            covariate['longest_gap_s'] = node['seconds']
    node['flags'] = sorted(set(node['flags']) | {'sampling_gap'})



TAG = 'time'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    first = record.find(kind='session')
    first['started_at'] = '0'
    second = record.copy(first, index=1)
    record.place(second, before=record.repeats(1)[0])
    for item in (0, 1):
        now = 0
        for number, node in enumerate(record.repeats(item)):
            node['seconds'], node['started_at'] = 0.125 if number else 6e9, str(now)
            now += int(node['seconds'] * 1e9)
        lengthen(record.repeats(item)[0])
    record.recompute()
