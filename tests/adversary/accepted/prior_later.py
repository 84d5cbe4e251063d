"""A continuation that ended before its prior began: a finding."""
WORDS = 'finding: prior 1 began after this record ended'
ABSENT = 'the times of observations here'
BASE = 'linked'
STATUS = 0
DAYS = 30


def forge(record):
    for node in record.nodes:
        if 'started_at' in node:
            node['started_at'] = str(int(node['started_at']) - DAYS * 86400 * 10**9)
