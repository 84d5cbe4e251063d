"""Half a lane of PCIe."""
TAG = 'covariates'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['pcie_width'].update(minimum=15.5, median=16, maximum=16)
