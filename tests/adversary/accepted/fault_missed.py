"""A planned fault in every repeat that the check missed is a finding."""
WORDS = 'finding: scatter_add.fixed.n100b1000.faulty_precision.verified is PASS'
STATUS = 0
BASE = 'full'


def forge(record):
    del record
