"""The window of the power readings changes within a segment."""
TAG = 'covariates'
WORDS = 'power_window'


def forge(record):
    segment = record.segments(record.point('cold'))[0]
    segment['covariates']['power_window'].update(minimum=0.025, maximum=1)
