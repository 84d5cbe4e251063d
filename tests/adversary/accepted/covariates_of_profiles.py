"""Two repeats of a profile with the same covariates: a finding."""
WORDS = 'repeats 0 and 1 have the same covariates'
BASE = 'profiles'
STATUS = 0


def forge(record):
    first, second = [node for node in record.all(kind='profile') if node['status'] == 'ok'][:2]
    for name in ('covariates', 'seconds', 'flags'):
        second[name] = first[name]
    record.recompute()
