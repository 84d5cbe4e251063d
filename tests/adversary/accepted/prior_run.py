"""A continuation with the run id of its prior: a finding."""
import json

WORDS = 'finding: prior 1 has the run id of this record'
BASE = 'linked'
STATUS = 0


def forge(record):
    record.plan()['run'] = json.loads(record.priors[0].splitlines()[1].decode())['run']
