"""The transcript acquires another item's product."""
TAG = 'stage'
WORDS = 'hbm_triad.f32.n1024'
BASE = 'small'


def forge(record):
    other = record.repeats(0)[-1]
    acquire = record.find(stage='acquire', item=1)
    acquire.update(product=other.key, output_digest=other['output_digest'])
