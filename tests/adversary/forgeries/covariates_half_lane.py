"""A link of 15.5 lanes."""
TAG = 'covariates'
WORDS = 'pcie_width'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['pcie_width'].update(minimum=15.5, median=15.5, maximum=15.5)
