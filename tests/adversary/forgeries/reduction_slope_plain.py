"""The slope over all repeats at once: a common drift of rate and clock counts as evidence."""
TAG = 'reduction'
WORDS = 'clock_slope'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_triad', 'f32', n=1024)
    repeats = record.repeats(item)
    clocks = [node['covariates']['clock']['median'] for node in repeats]
    rates = [node['iterations'] / node['seconds'] for node in repeats]
    clock, rate = sum(clocks) / len(clocks), sum(rates) / len(rates)
    products = sum((c - clock) * (r - rate) for c, r in zip(clocks, rates))
    slope = products / sum((c - clock) ** 2 for c in clocks) * (clock / rate)
    for node in (record.reduction(item, 'clock_slope'), record.claim(item, 'clock_slope')):
        node['value'] = slope
    node['text'] = '%.4f' % slope
