"""A record without plan items and claims: environment, plan and root."""
BASE = 'one'
STATUS = 0


def forge(record):
    record.plan()['items'] = []
    record.nodes = record.nodes[:2] + record.nodes[-1:]
