"""A light record of attention, whose outputs are not exact."""
TAG = 'light'
WORDS = 'in a light record: expected a variant with the trait exact'
BASE = 'attentions'


def forge(record):
    record.make_light()
