"""A continuation with the times and covariates of its prior, which has findings: all are told.

The record and its prior are drawn from one seed, at one time.
"""
WORDS = ('finding: prior 1 has the times of observations here: 7',
         'finding: prior 1 has the covariates of observations here: 6',
         'finding: prior 1 has findings of its own: 2')
ABSENT = ('the run id of this record', 'began after this record')
BASE = 'linked'
STATUS = 0


def forge(record):
    del record
