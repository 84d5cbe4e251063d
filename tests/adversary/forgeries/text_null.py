"""A null with the text of a zero."""
TAG = 'text'
WORDS = 'hbm_triad.f32.n1024.clock'
BASE = 'small'


def forge(record):
    record.claim(1, 'clock')['text'] = '0 Hz'
