"""A prior whose claim shows another text than its value."""
import re

TAG = ('text', 'merkle')
WORDS = 'prior/1.jsonl:'
BASE = 'linked'


def forge(record):
    record.priors[0] = re.sub(rb'"text":"S0"', b'"text":"S1"', record.priors[0], count=1)
