"""A calibration of 63 probes, without the worst one."""
TAG = 'schema'
WORDS = 'difference_max'
BASE = 'small'


def forge(record):
    node = record.find(kind='calibration')
    worst = node['difference_max'].index(max(node['difference_max']))
    del node['difference_max'][worst], node['reference_max'][worst]
    record.recompute()
