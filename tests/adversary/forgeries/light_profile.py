"""A light record with profiles, which have no output."""
TAG = 'light'
WORDS = 'evidence.jsonl:2', 'with the trait exact'
BASE = 'profiles'


def forge(record):
    record.make_light()
