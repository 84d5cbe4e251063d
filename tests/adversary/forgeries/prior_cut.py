"""A prior without its last newline."""
import hashlib

TAG = ('prior', 'line')
WORDS = 'prior/1.jsonl'
BASE = 'linked'


def forge(record):
    record.priors[0] = record.priors[0][:-1]
    last = record.priors[0].splitlines(True)[-1]
    record.plan()['continues'] = [hashlib.sha256(last).hexdigest()]
    record.root()['continues'] = record.plan()['continues']
