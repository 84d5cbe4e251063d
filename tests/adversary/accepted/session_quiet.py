"""A session says that the producer looked and found nothing."""
STATUS = 0
BASE = 'small'


def forge(record):
    record.find(kind='session')['warnings'] = []
