"""The transcript is of a chosen repeat instead of the last."""
TAG = 'stage'
WORDS = 'hbm_triad.f32.n1024'
BASE = 'small'


def forge(record):
    first = record.repeats(1)[0]
    acquire = record.find(stage='acquire', item=1)
    acquire.update(product=first.key, output_digest=first['output_digest'])
    record.find(stage='witness', item=1)['residual'] = first['residual']
    record.recompute()
