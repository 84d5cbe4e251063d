"""A null among the flags of a profile observation."""
TAG = ('flags', 'schema')
WORDS = 'flags'
BASE = 'profiles'


def forge(record):
    record.find(kind='profile', status='ok')['flags'].append(None)
