"""Trials of the least and of the largest sizes."""
BASE = 'trials'
STATUS = 0


def forge(record):
    record.rename_trial('bit', lambda entry: entry['trial'].update(size=0))
    record.rename_trial('probe_search', lambda entry: entry['trial'].update(size=0))
    record.rename_trial('order', lambda entry: entry['trial'].update(word='row', size=2147483647))
