"""Two repeats with one output and two residuals."""
TAG = 'digest'
WORDS = 'hbm_triad.f32.n1024'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['residual']['reference_max'] *= 2
