"""An item of a profile with 65 repeats."""
TAG = 'plan'
WORDS = 'repeats of a profile: found 65, expected 1 to 64'
BASE = 'enrolled'


def forge(record):
    record.plan()['items'][record.item('profile', 'l2')]['repeats'] = 65
